// The base of every menu that drops down from its button. Back closes it, as it does dialogs.
import * as DropdownMenu from '@radix-ui/react-dropdown-menu';
import { type ReactNode, useState } from 'react';
import { useOpenDialog } from './open-dialogs.ts';

export function MenuRoot({ startsOpen = false, children }: { startsOpen?: boolean; children: ReactNode }) {
  const [isOpen, setOpen] = useState(startsOpen);
  useOpenDialog(isOpen, () => setOpen(false));
  return (
    // Not modal: a modal menu locks scrolling with an inline style element, which our CSP refuses.
    <DropdownMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      {children}
    </DropdownMenu.Root>
  );
}
