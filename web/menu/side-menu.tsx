// The side menu: saved parcels, finding parcels, printing, settings, logout, map info and the footer.
import './menu.css';
import { Bookmark, LogOut, MapPin, Printer, Settings, TextSearch, UserRound } from 'lucide-react';
import type { LngLat, Map as MapLibreMap } from 'maplibre-gl';
import { type ReactNode, useCallback, useEffect, useId, useRef, useSyncExternalStore } from 'react';
import type { LoadedCounty } from '../../contract/client-config.ts';
import { SAVED_SHEET_DELAY_MS } from '../../contract/limits.ts';
import { useProjected } from '../coordinates.ts';
import { useMapStore } from '../map-store.ts';
import { printInLight } from '../print-in-light.ts';
import { ControlButton } from '../ui/control-button.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { Masthead } from '../ui/masthead.tsx';

type SideMenuProps = {
  /** Undefined until the map has been created. */
  map: MapLibreMap | undefined;
  account: { label: string; isSignedIn: boolean; logOut: () => Promise<void> };
  /** Whether drawings are on their way to the account, before logging out. */
  isSaving?: boolean;
  /** How many logging out removes from this browser. */
  keptFilters?: number;
  productName: string;
  parcelSource: string | undefined;
  /** Moves the map there. */
  showCounty: (county: LoadedCounty) => void;
};

const icon = { size: 20, strokeWidth: 1.75, 'aria-hidden': true, className: 'shrink-0' } as const;

const close = () => useMapStore.setState({ panel: 'none' });
const openSavedParcels = () => useMapStore.setState({ panel: 'saved-parcels' });
const openFind = () => useMapStore.setState({ panel: 'find' });
const openAccount = () => useMapStore.setState({ panel: 'account' });

export function SideMenu({
  map,
  account,
  isSaving = false,
  keptFilters = 0,
  productName,
  parcelSource,
  showCounty,
}: SideMenuProps) {
  const isOpen = useMapStore(({ panel }) => panel === 'menu');
  const { label, isSignedIn, logOut } = account;
  const afterMenu = useAfterMenu();
  return (
    <Drawer side="left" title="Menu" className="w-56 max-w-[80vw]" isOpen={isOpen} onClose={close}>
      <div className="px-4 pt-4 pb-2">
        <Masthead name={productName} source={parcelSource} />
      </div>
      <ul className="grid py-2">
        <MenuItem onPress={() => afterMenu(openSavedParcels)} disabled={!isSignedIn}>
          <Bookmark {...icon} />
          My Saved Parcels
        </MenuItem>
        <MenuItem onPress={openFind}>
          <TextSearch {...icon} />
          Find parcels
        </MenuItem>
        <MenuItem onPress={() => afterMenu(() => void printInLight(map))}>
          <Printer {...icon} />
          Print
        </MenuItem>
        <MenuItem onPress={openSettings} opensDialog>
          <Settings {...icon} />
          Settings
        </MenuItem>
        <MenuItem
          onPress={() => logOut().then(close)}
          disabled={!isSignedIn || isSaving}
          beside={
            <ControlButton
              name="Your account"
              aria-haspopup="dialog"
              disabled={!isSignedIn || isSaving}
              onPress={openAccount}
            >
              <UserRound {...icon} />
            </ControlButton>
          }
          below={isSignedIn && keptFilters > 0 && whatGoes(keptFilters)}
        >
          <LogOut {...icon} />
          <span className="grid min-w-0">
            Log out
            <span className="truncate text-xs text-ink-soft" title={label}>
              {label}
            </span>
            <span role="status" className="text-xs text-ink-soft">
              {isSaving && 'Saving your drawings…'}
            </span>
          </span>
        </MenuItem>
      </ul>
      <Counties onShow={showCounty} />
      <section aria-label="Map Info" className="grid gap-2 border-t border-hairline px-4 py-3">
        <h3 className="text-xs font-semibold text-ink-soft">Map Info</h3>
        {map ? <MapNumbers map={map} /> : <p>Map not loaded</p>}
      </section>
      <footer className="mt-auto px-4 py-3 text-xs text-ink-soft">
        © {new Date().getFullYear()} {productName}
      </footer>
    </Drawer>
  );
}

/** Where several are loaded: one may be out of sight. */
function Counties({ onShow }: { onShow: (county: LoadedCounty) => void }) {
  const counties = useMapStore((state) => state.counties);
  if (counties.length < 2) return;
  const show = (county: LoadedCounty) => {
    close();
    onShow(county);
  };
  return (
    <section aria-label="Counties" className="border-t border-hairline py-2">
      <h3 className="px-4 py-1 text-xs font-semibold text-ink-soft">Counties</h3>
      <ul>
        {counties.map((county) => (
          <MenuItem key={county.name} onPress={() => show(county)}>
            <MapPin {...icon} />
            {county.title}
          </MenuItem>
        ))}
      </ul>
    </section>
  );
}

const whatGoes = (keptFilters: number) =>
  `Logging out removes your ${keptFilters === 1 ? 'kept filter' : `${keptFilters} kept filters`} from this browser.`;

type MenuItemProps = {
  onPress: () => void;
  disabled?: boolean;
  opensDialog?: boolean;
  /** A button of its own at the end of the row. */
  beside?: ReactNode;
  /** A hint about what the item does. */
  below?: ReactNode;
  children: ReactNode;
};

function MenuItem({ onPress, disabled = false, opensDialog, beside, below, children }: MenuItemProps) {
  const hintId = useId();
  return (
    <li>
      <div className="flex items-center">
        <button
          type="button"
          onClick={onPress}
          disabled={disabled}
          aria-haspopup={opensDialog ? 'dialog' : undefined}
          aria-describedby={below ? hintId : undefined}
          className="menu-item"
        >
          {children}
        </button>
        {beside}
      </div>
      {below && (
        <p id={hintId} className="px-4 pb-1 text-xs text-ink-soft">
          {below}
        </p>
      )}
    </li>
  );
}

/** Closes the menu at once and goes on after a delay, so that the animations of two panels do not overlap. */
function useAfterMenu(): (next: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (next) => {
    close();
    timer.current = setTimeout(() => {
      // The user may have opened another panel meanwhile.
      if (useMapStore.getState().panel === 'none') next();
    }, SAVED_SHEET_DELAY_MS);
  };
}

function openSettings(): void {
  // biome-ignore lint/suspicious/noConsole: requirement N2
  console.info('Settings');
  useMapStore.setState({ panel: 'preferences' });
}

function MapNumbers({ map }: { map: MapLibreMap }) {
  const projected = useProjected();
  const centerInWords = projected ?? formatCenter;
  const subscribe = useCallback((onChange: () => void) => map.on('move', onChange).unsubscribe, [map]);
  const center = useSyncExternalStore(subscribe, () => centerInWords(map.getCenter()));
  const zoom = useSyncExternalStore(subscribe, () => map.getZoom().toFixed(2));
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 tabular-nums">
      <dt className="text-ink-soft">Center</dt>
      <dd>{center}</dd>
      <dt className="text-ink-soft">Zoom</dt>
      <dd>{zoom}</dd>
    </dl>
  );
}

/** Longitude first, as in map URLs and GeoJSON. */
function formatCenter({ lng, lat }: LngLat): string {
  return `${lng.toFixed(4)}, ${lat.toFixed(4)}`;
}
