// Gives the focus back to what had it before a dialog opened.
import { useRef } from 'react';

/** What had the focus before any dialog: one that opens while another is closing finds the focus in that other one. */
let outside: Element | null = null;

/** For a dialog that no trigger of the library opened: without one it would leave the focus nowhere. */
export function useFocusReturn(): {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
} {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = focused();
      if (before.current && !before.current.closest('[role="dialog"]')) outside = before.current;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const back = before.current?.isConnected ? before.current : outside;
      if (back instanceof HTMLElement) focusNear(back);
    },
  };
}

/** The page itself stands for nothing: it has the focus while a dialog that had it is being taken away. */
function focused(): Element | null {
  const { activeElement, body } = document;
  return activeElement === body ? null : activeElement;
}

const CONTROL = 'button:enabled, a[href]';

/** What opened the dialog may be disabled by what was done in it: then the nearest control that is not. */
function focusNear(element: HTMLElement): void {
  element.focus();
  if (document.activeElement === element) return;
  let around = element.parentElement;
  while (around && !around.querySelector(CONTROL)) around = around.parentElement;
  around?.querySelector<HTMLElement>(CONTROL)?.focus();
}
