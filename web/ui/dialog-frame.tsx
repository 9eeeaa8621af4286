// The base of every dialog: portal, backdrop, Escape, Back and outside clicks, and returning the focus on closing.
import './dialog.css';
import * as Dialog from '@radix-ui/react-dialog';
import { type ReactNode, useRef } from 'react';
import { useOpenDialog } from './open-dialogs.ts';
import { overlayRoot } from './overlay-root.tsx';

type DialogFrameProps = {
  isClear?: boolean | undefined;
  isBeside?: boolean | undefined;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

export function DialogFrame({ isClear, isBeside = false, isOpen, onClose, children }: DialogFrameProps) {
  useOpenDialog(isOpen, onClose);
  return (
    <Dialog.Root modal={!isBeside} open={isOpen} onOpenChange={onClose}>
      <Dialog.Portal container={overlayRoot()}>
        {/* Not Radix's overlay: it locks scrolling with an inline style element, which our CSP refuses. */}
        {!isBeside && (
          <div className="dialog-backdrop" data-clear={isClear} data-state={isOpen ? 'open' : 'closed'} />
        )}
        {children}
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/**
 * The last focused element outside of any dialog. A dialog that opened while another one was closing must not return
 * the focus into the closing one.
 */
let lastFocusOutside: Element | null = null;

/** Returns the focus on closing. Radix does so only for dialogs that a Radix trigger opened. */
export function useFocusReturn(): {
  onOpenAutoFocus: () => void;
  onCloseAutoFocus: (event: Event) => void;
} {
  const focusedBefore = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      focusedBefore.current = focusedElement();
      if (focusedBefore.current && !focusedBefore.current.closest('[role="dialog"]'))
        lastFocusOutside = focusedBefore.current;
    },
    onCloseAutoFocus: (event) => {
      event.preventDefault();
      const target = focusedBefore.current?.isConnected ? focusedBefore.current : lastFocusOutside;
      if (target instanceof HTMLElement) focusNear(target);
    },
  };
}

/** The body counts as nothing: it has the focus while a dialog that had it is being unmounted. */
function focusedElement(): Element | null {
  const { activeElement, body } = document;
  return activeElement === body ? null : activeElement;
}

const CONTROL = 'button:enabled, a[href]';

/** The control that opened the dialog may be disabled by now: then focus the nearest one that is not. */
function focusNear(element: HTMLElement): void {
  element.focus();
  if (document.activeElement === element) return;
  let around = element.parentElement;
  while (around && !around.querySelector(CONTROL)) around = around.parentElement;
  around?.querySelector<HTMLElement>(CONTROL)?.focus();
}
