// A dialog that slides in from the left or the right. Escape closes it, and so does a click beside it where it covers the page.
import './drawer.css';
import * as Dialog from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { CloseButton } from './control-button.tsx';
import { DialogFrame, useFocusReturn } from './dialog-frame.tsx';

type DrawerProps = {
  side: 'left' | 'right';
  title: string;
  /** Sets the width. */
  className: string;
  /** The page behind it is not dimmed: somebody looks at what changes there. */
  isClear?: boolean;
  /** The page beside it can be used meanwhile. */
  isBeside?: boolean;
  /** Whether Escape has closed what was opened beside it since. */
  closeLastBeside?: () => boolean;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
};

export function Drawer(props: DrawerProps) {
  const { side, title, className, isClear, isBeside, closeLastBeside, isOpen, onClose, children } = props;
  const focusReturn = useFocusReturn();
  return (
    <DialogFrame isClear={isClear} isBeside={isBeside} isOpen={isOpen} onClose={onClose}>
      <Dialog.Content
        {...focusReturn}
        aria-describedby={undefined}
        data-side={side}
        className={`drawer ${className}`}
        onInteractOutside={(event) => isBeside && event.preventDefault()}
        onEscapeKeyDown={(event) => {
          if (takesEscape(event.target) || (isBeside && closeLastBeside?.())) event.preventDefault();
        }}
      >
        <header className="flex shrink-0 items-center justify-between border-b border-hairline py-1 pr-1 pl-4">
          <Dialog.Title className="text-base font-semibold">{title}</Dialog.Title>
          <CloseButton onPress={onClose} />
        </header>
        {children}
      </Dialog.Content>
    </DialogFrame>
  );
}

/** What can be left by Escape itself, as a name that is being typed or suggestions: the next Escape closes the drawer. */
const takesEscape = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('[data-takes-escape], [aria-expanded="true"][role="combobox"]') !== null;
