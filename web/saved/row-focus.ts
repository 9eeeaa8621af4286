// Where the focus goes when a row changes its mode or leaves: the control that had it is gone by then.
import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { RowMode } from './row-modes.ts';

export function useFocusFirst<Control extends HTMLElement>(): RefObject<Control | null> {
  const control = useRef<Control>(null);
  useLayoutEffect(() => control.current?.focus(), []);
  return control;
}

/** Back in view mode, the button that led out of it: the first edits, the second deletes. */
export function useFocusBack(mode: RowMode): RefObject<HTMLDivElement | null> {
  const buttons = useRef<HTMLDivElement>(null);
  const lastMode = useRef(mode);
  // Before the dialog notices that nothing has the focus, and takes it for itself.
  useLayoutEffect(() => {
    const left = lastMode.current;
    lastMode.current = mode;
    if (mode !== 'view' || left === 'view' || document.activeElement !== document.body) return;
    buttons.current?.querySelectorAll('button')[left === 'edit-notes' ? 0 : 1]?.focus();
  }, [mode]);
  return buttons;
}

/** For a row that is about to go. */
export function focusNeighbor(row: HTMLElement): void {
  const neighbor = row.nextElementSibling ?? row.previousElementSibling;
  neighbor?.querySelector<HTMLElement>('button:enabled')?.focus();
}
