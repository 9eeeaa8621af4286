// A dialog that slides up from the bottom over most of the screen, and can be dragged down to close.
import './bottom-panel.css';
import * as Dialog from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { CloseButton } from './control-button.tsx';
import { DialogFrame, useFocusReturn } from './dialog-frame.tsx';
import { useDragToClose } from './use-drag-to-close.ts';

type SheetProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Runs before Escape closes the sheet; `preventDefault` keeps it open. */
  onEscape: (event: KeyboardEvent) => void;
  children: ReactNode;
};

export function Sheet({ title, isOpen, onClose, onEscape, children }: SheetProps) {
  const focusReturn = useFocusReturn();
  const { panelRef, handleProps } = useDragToClose({ onClose });
  return (
    <DialogFrame isOpen={isOpen} onClose={onClose}>
      <Dialog.Content
        {...focusReturn}
        ref={panelRef}
        onEscapeKeyDown={onEscape}
        aria-describedby={undefined}
        className="panel bottom-panel fixed inset-x-0 bottom-0 z-50 flex h-[80dvh] flex-col rounded-b-none border-x-0 border-b-0 outline-none"
      >
        <header {...handleProps} className="grab-handle shrink-0 gap-1 border-b border-hairline pt-2">
          <div className="flex w-full max-w-3xl items-center justify-between pb-1 pl-4 max-sm:pr-1">
            <Dialog.Title className="text-lg leading-tight font-semibold">{title}</Dialog.Title>
            <CloseButton onPress={onClose} />
          </div>
        </header>
        <div className="min-h-0 grow overflow-y-auto overscroll-contain pb-[env(safe-area-inset-bottom)] [background:var(--scroll-edges)]">
          {children}
        </div>
      </Dialog.Content>
    </DialogFrame>
  );
}
