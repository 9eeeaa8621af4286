// Waits for the end of an element's CSS animations: a click on a moving panel could miss its target.
import type { Locator } from '@playwright/test';

export async function atRest(panel: Locator): Promise<void> {
  await panel.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
}
