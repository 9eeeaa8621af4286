// The panels over the map: parcel details, results, finding parcels, saved parcels, menu, overlays.
import { QueryClientProvider } from '@tanstack/react-query';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { type ComponentProps, lazy, useEffect, useMemo, useState } from 'react';
import type { LoadedCounty } from '../contract/client-config.ts';
import { MAP_ZOOM } from '../contract/limits.ts';
import type { AccountDialog } from './account/account-dialog.tsx';
import { closedArea } from './draw/closed-area.ts';
import { nameOf } from './draw/drawing-name.ts';
import { useDrawings } from './draw/drawings-store.ts';
import type { FindPanelProps } from './find/find-panel.tsx';
import { openKeptFilters, useKeptFilters } from './find/kept-filters.ts';
import { viewArea } from './find/view-area.ts';
import { linkToSet } from './follow-address.ts';
import { forgetOthers, forgetPerson } from './forget-person.ts';
import { LogOutDialog, useLeaving } from './log-out.tsx';
import { hasEvenContours } from './map/contour-layers.ts';
import { offeredStyles } from './map/map-offers.ts';
import { startView } from './map/start-view.ts';
import { MapSheet } from './map-sheet.tsx';
import { useMapStore } from './map-store.ts';
import { SideMenu } from './menu/side-menu.tsx';
import { OverlaysPanel } from './overlays/overlays-panel.tsx';
import { ChooseCounty } from './parcel/choose-county.tsx';
import { ParcelPanel } from './parcel/parcel-panel.tsx';
import { hoverFromList, openParcel } from './parcel/select-parcel.ts';
import { selectedPin } from './parcel/selection.ts';
import { PickTools } from './pick/pick-tools.tsx';
import { newQueryClient } from './query-client.ts';
import { useParcelSaving } from './saved/parcel-saving.tsx';
import { SavedParcels } from './saved/saved-parcels.tsx';
import { storedUserId } from './session/stored-session.ts';
import type { Account as SignedInAccount } from './session/use-account.ts';
import type { ShownSales } from './sets/set-panel.tsx';
import { LoadedLater } from './ui/error-boundary.tsx';

type MapPanelsProps = Omit<
  ComponentProps<typeof SideMenu>,
  'account' | 'isSaving' | 'keptFilters' | 'showCounty'
> & {
  account: SignedInAccount;
  /** Layers can be added to the map only after its first style has loaded. */
  hasStyle: boolean;
  settings: ComponentProps<typeof MapSheet>['settings'];
};

export function MapPanels({ hasStyle, settings, account, ...menu }: MapPanelsProps) {
  // A new cache for each mount of the page: the next user must not see what the last one saved.
  const [queries] = useState(() => newQueryClient());
  const [person] = useState(storedUserId);
  // From here, because nobody logs out before the menu is there: the code of all that is forgotten is loaded later.
  const logOut = () => account.logOut(() => forgetPerson(person));
  const leaving = useLeaving({ person, logOut });
  const keptFilters = useKeptFilters(({ filters }) => filters.length);
  useEffect(() => openKeptFilters(person), [person]);
  useEffect(() => forgetOthers(person), [person]);
  const [edited, setEdited] = useState<FindPanelProps['edited']>();
  const editFilter = (filter: string) => {
    setEdited({ filter });
    useMapStore.setState({ panel: 'find' });
  };
  return (
    <QueryClientProvider client={queries}>
      {menu.map && hasStyle && <ParcelPanels map={menu.map} />}
      {menu.map && hasStyle && <Results map={menu.map} editFilter={editFilter} />}
      {menu.map && <PickTools map={menu.map} />}
      {menu.map && <Find map={menu.map} edited={edited} />}
      {menu.map && <MapSheet map={menu.map} settings={settings} />}
      <Notebook map={menu.map} />
      <SideMenu
        {...menu}
        account={{ ...account, logOut: leaving.begin }}
        isSaving={leaving.state === 'saving'}
        keptFilters={keptFilters}
        showCounty={(county) => menu.map && showCounty(menu.map, county)}
      />
      <LogOutDialog {...leaving} />
      <Account label={account.label} onDeleted={logOut} />
      <Settings />
      <OverlaysPanel />
      <ChooseCounty map={menu.map} />
    </QueryClientProvider>
  );
}

function showCounty(map: MapLibreMap, county: LoadedCounty): void {
  const { clientWidth, clientHeight } = map.getContainer();
  map.flyTo(startView({ ...county, zoom: MAP_ZOOM }, { widthPx: clientWidth, heightPx: clientHeight }));
}

const LazyNotebook = lazy(async () => ({ default: (await import('./notebook.tsx')).Notebook }));

/** Loaded when it is first opened. It stays, so that closing can be animated, and a deletion taken back afterwards. */
function Notebook({ map }: { map: MapLibreMap | undefined }) {
  const isOpen = useMapStore(({ panel }) => panel === 'saved-parcels');
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    wasOpen && (
      <LoadedLater>
        <LazyNotebook map={map} />
      </LoadedLater>
    )
  );
}

const LazyAccountDialog = lazy(async () => ({
  default: (await import('./account/account-dialog.tsx')).AccountDialog,
}));

/** Few people ever open it: its code is loaded then. It stays, so that closing can be animated. */
function Account(props: ComponentProps<typeof AccountDialog>) {
  const isOpen = useMapStore(({ panel }) => panel === 'account');
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    wasOpen && (
      <LoadedLater>
        <LazyAccountDialog {...props} />
      </LoadedLater>
    )
  );
}

const LazySettings = lazy(async () => ({
  default: (await import('./settings/settings-dialog.tsx')).SettingsDialog,
}));

/** Loaded when they are first opened. */
function Settings() {
  const isOpen = useMapStore(({ panel }) => panel === 'preferences');
  const layers = useMapStore((state) => state.layers);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  return (
    wasOpen && (
      <LoadedLater>
        <LazySettings basemaps={offeredStyles(layers)} hasContours={hasEvenContours(layers)} />
      </LoadedLater>
    )
  );
}

const LazySetPanel = lazy(async () => ({ default: (await import('./sets/set-panel.tsx')).SetPanel }));

const LazySales = lazy(async () => ({ default: (await import('./sales/sales-view.tsx')).SalesView }));

/** Most visits have no set: its code is loaded with the first one. */
function Results({ map, editFilter }: { map: MapLibreMap; editFilter: (filter: string) => void }) {
  const set = useMapStore((state) => state.set);
  const pin = useMapStore(({ selection }) => selectedPin(selection));
  if (!set) return null;
  return (
    <LoadedLater>
      <LazySetPanel
        map={map}
        selectedPin={pin}
        openParcel={(parcel) => openParcel(parcel.pin, { lot: parcel.lot ?? undefined })}
        hoverParcel={hoverFromList}
        linkToSet={linkToSet}
        editFilter={editFilter}
        renderSales={renderSales}
      />
    </LoadedLater>
  );
}

function renderSales({ set, ...shown }: ShownSales) {
  const { subject, sales } = set;
  if (subject === undefined || !sales) return null;
  return (
    <LoadedLater meanwhile={<p className="set-message">Loading…</p>}>
      <LazySales set={set} subject={subject} bounds={sales} {...shown} />
    </LoadedLater>
  );
}

const LazyFindPanel = lazy(async () => ({ default: (await import('./find/find-panel.tsx')).FindPanel }));

/** Loaded when it is first opened. It stays, so that its rows do. */
function Find({ map, edited }: { map: MapLibreMap; edited: FindPanelProps['edited'] }) {
  const isOpen = useMapStore(({ panel }) => panel === 'find');
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);
  const pin = useMapStore(({ selection }) => selectedPin(selection));
  const drawings = useDrawings(({ history }) => history.present);
  const drawn = useMemo(() => (wasOpen ? drawnAreas(drawings) : []), [wasOpen, drawings]);
  if (!wasOpen) return null;
  return (
    <LoadedLater>
      <LazyFindPanel selectedPin={pin} edited={edited} drawn={drawn} viewNow={() => viewArea(map)} />
    </LoadedLater>
  );
}

/** Those that parcels can be looked for in. */
function drawnAreas(drawings: ReturnType<typeof useDrawings.getState>['history']['present']) {
  const closed = drawings.flatMap((drawing) => {
    const area = closedArea([drawing]);
    return area ? [{ id: drawing.id, name: nameOf(drawing), area }] : [];
  });
  return closed.map((one, at) => ({ ...one, name: one.name || `drawn shape ${at + 1}` }));
}

function ParcelPanels({ map }: { map: MapLibreMap }) {
  const saving = useParcelSaving();
  return (
    <>
      <ParcelPanel map={map} saving={saving} />
      <SavedParcels map={map} />
    </>
  );
}
