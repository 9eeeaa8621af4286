// A small centered dialog. Escape and a click on the backdrop call onClose.
import * as Dialog from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { CloseButton } from './control-button.tsx';
import { DialogFrame, useFocusReturn } from './dialog-frame.tsx';

type ModalProps = {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  /** Where none of its own buttons closes it. */
  hasCloseButton?: boolean;
  children: ReactNode;
};

export function Modal({ title, isOpen, onClose, hasCloseButton = false, children }: ModalProps) {
  const focusReturn = useFocusReturn();
  return (
    <DialogFrame isOpen={isOpen} onClose={onClose}>
      {/* At the top on a phone, where the on-screen keyboard covers the lower half. */}
      <Dialog.Content
        {...focusReturn}
        aria-describedby={undefined}
        className="modal panel fixed top-4 left-1/2 z-50 grid max-h-[calc(100dvh-2rem)] w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 gap-4 overflow-y-auto p-5 [background:var(--scroll-edges)] sm:top-1/2 sm:-translate-y-1/2"
      >
        <Dialog.Title className="text-lg leading-tight font-semibold">{title}</Dialog.Title>
        {children}
        {/* The last in order, so that the first field gets the focus. */}
        {hasCloseButton && (
          <div className="absolute top-3 right-3">
            <CloseButton onPress={onClose} />
          </div>
        )}
      </Dialog.Content>
    </DialogFrame>
  );
}
