// The word for pressing with this device's main pointer: a finger taps, a mouse clicks.
import { useSyncExternalStore } from 'react';

export type PressWord = 'click' | 'tap';

const COARSE = '(pointer: coarse)';

export function usePressWord(): PressWord {
  return useSyncExternalStore(onPointerChange, () => (matchMedia(COARSE).matches ? 'tap' : 'click'));
}

export const capitalized = (word: PressWord) => (word === 'tap' ? 'Tap' : 'Click');

/** A tablet gains a fine pointer with its keyboard cover. */
function onPointerChange(listener: () => void): () => void {
  const coarse = matchMedia(COARSE);
  coarse.addEventListener('change', listener);
  return () => coarse.removeEventListener('change', listener);
}
