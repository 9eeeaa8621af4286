// Runs axe on a page: every rule, the best practices too, in the light and in the dark scheme unless told otherwise.
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

export type Scheme = 'light' | 'dark';

/** `state` names what is on the screen, for the message of a failure. */
export async function expectAccessible(
  page: Page,
  state: string,
  schemes: readonly Scheme[] = ['light', 'dark'],
): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect.soft(await violations(page), `${state}, ${colorScheme}`).toEqual([]);
  }
}
