// Component tests prefer reduced motion, because every frame is dear. Here is what tests of motion itself need.
import type {} from '@vitest/browser-playwright';
import { onTestFinished } from 'vitest';
import { cdp } from 'vitest/browser';

async function preferMotion(value: 'reduce' | 'no-preference'): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });
}

/** Until the end of the test. */
export async function allowMotion(): Promise<void> {
  await preferMotion('no-preference');
  onTestFinished(() => preferMotion('reduce'));
}

type ObservedAnimation = { durationMs: unknown; transforms: unknown[] };

/**
 * Resolves with the next animation of the first element that matches. It is read as soon as the DOM changes: the events
 * of an animation come a frame later, and on a slow machine it may be over by then.
 */
export function nextAnimation(selector: string): Promise<ObservedAnimation> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const animation = document
        .querySelector(selector)
        ?.getAnimations()
        .find((one) => one instanceof CSSAnimation);
      if (!animation) return;
      observer.disconnect();
      const effect = animation.effect as KeyframeEffect;
      resolve({
        durationMs: effect.getTiming().duration,
        transforms: effect.getKeyframes().map(({ transform }) => transform),
      });
    });
    observer.observe(document, { childList: true, attributes: true, subtree: true });
  });
}
