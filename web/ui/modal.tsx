// A small dialog in the middle of the page. Escape and a click beside it ask to close it.
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { DialogFrame } from './dialog-frame.tsx';
import { useFocusReturn } from './use-focus-return.ts';

type ModalProps = { title: string; isOpen: boolean; onClose: () => void; children: ReactNode };

export function Modal({ title, isOpen, onClose, children }: ModalProps) {
  const focusReturn = useFocusReturn();
  return (
    <DialogFrame isOpen={isOpen} onClose={onClose}>
      {/* High up on a phone, where a keyboard takes the lower half. */}
      <Dialog.Content
        {...focusReturn}
        aria-describedby={undefined}
        className="modal panel fixed top-4 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 gap-4 overflow-y-auto p-5 sm:top-1/2 sm:-translate-y-1/2"
      >
        <Dialog.Title className="text-lg leading-tight font-semibold">{title}</Dialog.Title>
        {children}
      </Dialog.Content>
    </DialogFrame>
  );
}
