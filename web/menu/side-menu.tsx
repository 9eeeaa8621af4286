// The menu at the left: saved parcels, settings, the way out, and where the map looks.
import './menu.css';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useRef } from 'react';
import { useMapStore } from '../map-store.ts';
import { Drawer } from '../ui/drawer.tsx';
import { Masthead } from '../ui/masthead.tsx';
import { MapInfo } from './map-info.tsx';
import { type MenuAccount, MenuItems } from './menu-items.tsx';
import { openSavedParcelsAfterMenu } from './open-saved-parcels.ts';

type SideMenuProps = {
  /** Undefined while there is none. */
  map: MapLibreMap | undefined;
  account: MenuAccount & { logOut: () => Promise<void> };
  productName: string;
  parcelSource: string | undefined;
};

const close = () => useMapStore.setState({ panel: 'none' });

function logSettings(): void {
  // biome-ignore lint/suspicious/noConsole: to log is all that this item does
  console.info('Settings: there is nothing to set yet.');
}

export function SideMenu({ map, account, productName, parcelSource }: SideMenuProps) {
  const isOpen = useMapStore(({ panel }) => panel === 'menu');
  const stopOpening = useRef<() => void>(undefined);
  useEffect(() => () => stopOpening.current?.(), []);
  return (
    <Drawer side="left" title="Menu" className="w-56" isOpen={isOpen} onClose={close}>
      <div className="px-4 pt-4 pb-2">
        <Masthead name={productName} source={parcelSource} />
      </div>
      <MenuItems
        account={account}
        onSavedParcels={() => {
          stopOpening.current = openSavedParcelsAfterMenu();
        }}
        onSettings={logSettings}
        onLogOut={() => account.logOut().then(close)}
      />
      <MapInfo map={map} />
      <footer className="mt-auto px-4 py-3 text-xs text-ink-soft">
        © {new Date().getFullYear()} {productName}
      </footer>
    </Drawer>
  );
}
