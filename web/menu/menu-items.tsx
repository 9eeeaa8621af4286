// What one can do from the menu.
import { Bookmark, LogOut, Settings } from 'lucide-react';
import type { ReactNode } from 'react';

/** Whoever is looking at the map, as the menu needs to know them. */
export type MenuAccount = { label: string; isSignedIn: boolean; isLeaving: boolean };

type MenuItemsProps = {
  account: MenuAccount;
  onSavedParcels: () => void;
  onSettings: () => void;
  onLogOut: () => void;
};

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true, className: 'shrink-0' } as const;

export function MenuItems({ account, onSavedParcels, onSettings, onLogOut }: MenuItemsProps) {
  const { label, isSignedIn, isLeaving } = account;
  return (
    <ul className="grid py-2">
      <MenuItem onPress={onSavedParcels} disabled={!isSignedIn}>
        <Bookmark {...icon} />
        My Saved Parcels
      </MenuItem>
      <MenuItem onPress={onSettings}>
        <Settings {...icon} />
        Settings
      </MenuItem>
      <MenuItem onPress={onLogOut} disabled={!isSignedIn || isLeaving}>
        <LogOut {...icon} />
        <span className="grid min-w-0">
          Log out
          <span className="truncate text-xs text-ink-soft" title={label}>
            {label}
          </span>
        </span>
      </MenuItem>
    </ul>
  );
}

type MenuItemProps = { onPress: () => void; disabled?: boolean; children: ReactNode };

function MenuItem({ onPress, disabled = false, children }: MenuItemProps) {
  return (
    <li>
      <button type="button" onClick={onPress} disabled={disabled} className="menu-item">
        {children}
      </button>
    </li>
  );
}
