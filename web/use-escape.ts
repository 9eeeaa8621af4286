// Escape closes what was opened last, wherever the focus is, and one thing per press.
import { useEffect, useEffectEvent } from 'react';
import { useMapStore } from './map-store.ts';
import type { Part } from './opened-trail.ts';
import { isLastOpened } from './steps-in-history.ts';

/** A dialog, a menu, a list of suggestions or a tool that is open goes first. */
export function isTopmost({ defaultPrevented }: KeyboardEvent): boolean {
  const { panel, tool } = useMapStore.getState();
  return !defaultPrevented && panel === 'none' && tool === 'none';
}

type Closing = { part: Part; isOpen: boolean; onClose: () => void };

export function useEscape({ part, isOpen, onClose }: Closing): void {
  const closeByEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isTopmost(event) || !isLastOpened(part)) return;
    event.preventDefault();
    onClose();
  });
  useEffect(() => {
    if (!isOpen) return;
    const close = (event: KeyboardEvent) => closeByEscape(event);
    window.addEventListener('keydown', close);
    return () => window.removeEventListener('keydown', close);
  }, [isOpen]);
}
