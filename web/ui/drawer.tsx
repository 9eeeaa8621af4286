// A dialog that slides in from a side of the screen. Escape and a click beside it close it.
import './dialog.css';
import './drawer.css';
import { X } from 'lucide-react';
import { Dialog } from 'radix-ui';
import type { ReactNode } from 'react';
import { ControlButton } from './control-button.tsx';
import { useFocusReturn } from './use-focus-return.ts';

type DrawerProps = {
  side: 'left' | 'right';
  title: string;
  /** The width, as a class. */
  className: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

export function Drawer({ side, title, className, isOpen, onClose, children }: DrawerProps) {
  const focusReturn = useFocusReturn();
  return (
    <Dialog.Root open={isOpen} onOpenChange={onClose}>
      <Dialog.Portal>
        {/* Not the library's overlay: it locks scrolling with a style element that our policy refuses. */}
        <div className="dialog-backdrop" data-state={isOpen ? 'open' : 'closed'} />
        <Dialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          data-side={side}
          className={`drawer ${className}`}
        >
          <header className="flex shrink-0 items-center justify-between border-b border-hairline py-1 pr-1 pl-4">
            <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
            <ControlButton name="Close" onPress={onClose}>
              <X size={20} strokeWidth={2} aria-hidden="true" />
            </ControlButton>
          </header>
          {children}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
