// The map screen: renders the map, its tools and its panels, and connects them.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ClientConfig } from '../contract/client-config.ts';
import { PARCEL_CALL_TIMEOUT_MS, PARCEL_CHECK_MS } from '../contract/limits.ts';
import type { ParcelMatch } from '../contract/parcel.ts';
import { onUnauthorized } from './call-server.ts';
import { DrawTools } from './draw/draw-tools.tsx';
import { onEachStyle } from './map/layers-on-map.ts';
import { MapView } from './map/map-view.tsx';
import { useMap } from './map/use-map.ts';
import { type MapState, useMapStore } from './map-store.ts';
import { MeasureTools } from './measure/measure-tools.tsx';
import { MenuButton } from './menu/menu-button.tsx';
import { onFirstInteraction } from './on-first-interaction.ts';
import { useParcelPointer } from './parcel/follow-pointer.ts';
import { openParcel, reloadSelected } from './parcel/select-parcel.ts';
import { repeatWhileVisible } from './repeat-while-visible.ts';
import { PlaceSearch } from './search/place-search.tsx';
import { storedUserId } from './session/stored-session.ts';
import { useAccount } from './session/use-account.ts';
import { useCheckSession } from './session/use-session.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { Masthead } from './ui/masthead.tsx';
import type { RefreshConfig } from './use-client-config.ts';

const importPanels = () => import('./map-panels.tsx');
const MapPanels = lazy(async () => ({ default: (await importPanels()).MapPanels }));

type MapScreenProps = {
  config: ClientConfig;
  /** Starts the page anew. */
  reloadConfig: () => void;
  /** Takes over what an import or a removal has changed. */
  refreshConfig: RefreshConfig;
};

export function MapScreen({ config, reloadConfig, refreshConfig }: MapScreenProps) {
  const { maps, productName, parcelCredit, view, offers } = config;
  const parcelSource = config.parcelSource ?? undefined;
  const { containerRef, start } = useMap({ maps, parcelCredit, view, offers });
  const map = start.status === 'running' ? start.map : undefined;
  const hasStyle = useHasStyle(map);
  const account = useAccount();
  const [person] = useState(storedUserId);
  const checkSession = useCheckSession();
  // A 401 of any call may mean that the session has ended.
  useEffect(() => onUnauthorized(checkSession), [checkSession]);
  const needsPanels = usePanelsNeeded();
  useEffect(
    () =>
      repeatWhileVisible({
        task: refreshConfig,
        everyMs: PARCEL_CHECK_MS,
        timeoutMs: PARCEL_CALL_TIMEOUT_MS,
      }),
    [refreshConfig],
  );
  useParcelVersion(config.parcelVersion ?? undefined);
  // Resets the store on unmount: the next user must not see the state of the last one.
  useEffect(() => () => useMapStore.setState(useMapStore.getInitialState()), []);
  return (
    <>
      <MapView
        containerRef={containerRef}
        start={start}
        isSignedIn={account.isSignedIn}
        parcelSource={parcelSource}
        view={view}
        offers={offers}
        reloadConfig={reloadConfig}
        onRefused={checkSession}
      />
      <div className="top-bar">
        <header className="panel flex shrink-0 items-center overflow-hidden md:min-w-56 md:shrink-99 [&>button]:shrink-0">
          <MenuButton />
          <div className="min-w-0 pr-4 pl-1 max-md:sr-only [&_p]:truncate">
            <Masthead isHeading name={productName} source={parcelSource} />
          </div>
        </header>
        <PlaceSearch map={map} maps={maps} onParcel={openFound} />
      </div>
      {map && hasStyle && <ParcelPointer map={map} />}
      {map && <MeasureTools map={map} />}
      {map && <DrawTools map={map} person={person} />}
      {needsPanels && (
        <ErrorBoundary>
          <Suspense>
            <MapPanels
              map={map}
              hasStyle={hasStyle}
              account={account}
              productName={productName}
              parcelSource={parcelSource}
            />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

/** Tells the map and the cache which parcels the server has. Those that are shown are then fetched anew. */
function useParcelVersion(parcelVersion: string | undefined): void {
  useEffect(() => {
    useMapStore.setState({ parcelVersion });
    void reloadSelected();
  }, [parcelVersion]);
}

/** While a tool is in use, only the marker shows the result: the panel would cover the tool. */
function openFound({ pin }: ParcelMatch): void {
  if (useMapStore.getState().tool === 'none') openParcel(pin);
}

/** Whether the map has loaded a style: before that its layers cannot be queried. */
function useHasStyle(map: MapLibreMap | undefined): boolean {
  const [styled, setStyled] = useState<MapLibreMap>();
  useEffect(() => map && onEachStyle(map, () => setStyled(map)), [map]);
  return map !== undefined && styled === map;
}

const isPanelOpen = ({ panel, selection, showsSavedParcels }: MapState): boolean =>
  panel !== 'none' || selection.status !== 'none' || showsSavedParcels;

/** Lazy loading: false until a panel is first opened, then true for good, so that closing can be animated. */
function usePanelsNeeded(): boolean {
  const isOpen = useMapStore(isPanelOpen);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);

  useEffect(
    () =>
      onFirstInteraction(() => {
        // Prefetch. On failure the panels are imported again when opened, and the error boundary shows the error.
        importPanels().catch(() => {});
      }),
    [],
  );
  return wasOpen;
}

function ParcelPointer({ map }: { map: MapLibreMap }) {
  useParcelPointer(map);
  return null;
}
