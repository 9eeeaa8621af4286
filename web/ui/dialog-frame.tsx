// What every dialog stands in: over the page, before a backdrop. Escape and a click beside it ask to close it.
import './dialog.css';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { overlayRoot } from './overlay-root.tsx';

type DialogFrameProps = { isOpen: boolean; onClose: () => void; children: ReactNode };

export function DialogFrame({ isOpen, onClose, children }: DialogFrameProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={onClose}>
      <Dialog.Portal container={overlayRoot()}>
        {/* Not the library's overlay: it locks scrolling with a style element that our policy refuses. */}
        <div className="dialog-backdrop" data-state={isOpen ? 'open' : 'closed'} />
        {children}
      </Dialog.Portal>
    </Dialog.Root>
  );
}
