// Runs axe on a page: every rule, the best practices too.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type AxeWindow = Window & { axe?: { run: (options: object) => Promise<AxeResults> } };

async function violations(page: Page): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window);
  // Evaluated, not added as a script element, which the content security policy refuses.
  if (!isThere) await page.evaluate(axeSource);
  const results = await page.evaluate(async () => {
    // Colors are measured, and a panel that fades in has others.
    const running = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
    await Promise.all(running.map(({ finished }) => finished.catch(() => {})));
    return (window as AxeWindow).axe!.run({ resultTypes: ['violations'] });
  });
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id} (${help}): ${html}\n${failureSummary ?? ''}`),
  );
}

const SCREENS = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 360, height: 640 }, colorScheme: 'dark' },
] as const;

/** A map that follows the color scheme draws itself anew, which takes long. Call it before the page is opened. */
export async function holdMapScheme(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const listen = MediaQueryList.prototype.addEventListener;
    // Of colors alone: whatever depends on the size of the window has to hear of it.
    MediaQueryList.prototype.addEventListener = function (
      this: MediaQueryList,
      ...listener: Parameters<typeof listen>
    ) {
      if (!this.media.includes('color')) listen.apply(this, listener);
    } as typeof listen;
  });
}

/** On a desktop in light colors and on a phone in dark ones. `state` names what is on the screen, for the message. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  for (const { viewport, colorScheme } of SCREENS) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    // Also where the page does not follow the system: see above.
    await page.evaluate((theme) => {
      document.documentElement.dataset.theme = theme;
    }, colorScheme);
    expect.soft(await violations(page), `${state}, ${colorScheme}`).toEqual([]);
  }
}
