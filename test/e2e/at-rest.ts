// Waits until what has just opened has stopped moving, as a hand does before it reaches for it.
import type { Locator } from '@playwright/test';

export async function atRest(panel: Locator): Promise<void> {
  await panel.evaluate((element) => Promise.all(element.getAnimations().map(({ finished }) => finished)));
}
