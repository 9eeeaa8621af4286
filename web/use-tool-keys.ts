// Key presses meant for the open map tool: never those typed into a field or answered by a panel over the map.
import { useEffect, useEffectEvent } from 'react';
import { useMapStore } from './map-store.ts';

const FIELDS = 'input, textarea, select, [contenteditable="true"]';
const PRESSABLE = 'button, a[href], summary, [role="button"]';

const isWithin = (target: EventTarget | null, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

/** Enter on a button presses that button and nothing else. */
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
