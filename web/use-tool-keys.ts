// Keyboard shortcuts of the open map tool. Ignored while typing in a field and while a panel is open over the map.
import { useEffect, useEffectEvent } from 'react';
import { useMapStore } from './map-store.ts';

const FIELDS = 'input, textarea, select, [contenteditable="true"]';
const PRESSABLE = 'button, a[href], summary, [role="button"]';

const isWithin = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

/** Whether Enter here presses a focused button or link, and so must not act as a shortcut too. */
export const pressesButton = (event: KeyboardEvent): boolean => isWithin(event.target, PRESSABLE);

export function useToolKeys(onKey: (event: KeyboardEvent) => void): void {
  const answer = useEffectEvent((event: KeyboardEvent) => {
    const isTaken = event.defaultPrevented || useMapStore.getState().panel !== 'none';
    if (!isTaken && !isWithin(event.target, FIELDS)) onKey(event);
  });
  useEffect(() => {
    window.addEventListener('keydown', answer);
    return () => window.removeEventListener('keydown', answer);
  }, []);
}
