// Delays the answers to requests that match a URL pattern, until the test calls the returned function.
import type { Page } from '@playwright/test';

export async function holdRoute(page: Page, urlPattern: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(urlPattern, async (route) => {
    await held;
    await route.fallback();
  });
  return release;
}
