// The map screen: renders the map, its tools and its panels, and connects them.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { lazy, useEffect, useState } from 'react';
import type { ClientConfig } from '../contract/client-config.ts';
import { onUnauthorized } from './call-server.ts';
import type { DrawToolsProps } from './draw/draw-tools.tsx';
import { keepAnswersFor } from './kept-answers.ts';
import { keptText } from './kept-in-browser.ts';
import { keyOfPerson } from './kept-of-person.ts';
import { followPlace, type Opening, openingPlace } from './last-place.ts';
import { followPreferredLayers } from './layer-table.ts';
import { useCountiesInView } from './map/counties-in-view.ts';
import { onEachStyle } from './map/layers-on-map.ts';
import { MapView } from './map/map-view.tsx';
import { chooseMaps } from './map/maps-provider.ts';
import { type MapStart, useMap } from './map/use-map.ts';
import { type MapState, useMapStore } from './map-store.ts';
import { MeasureTools } from './measure/measure-tools.tsx';
import { MenuButton } from './menu/menu-button.tsx';
import { onFirstInteraction } from './on-first-interaction.ts';
import { Crosshair } from './parcel/crosshair.tsx';
import { useParcelPointer } from './parcel/follow-pointer.ts';
import {
  closeUnlessTool,
  dispatchSelection,
  importReaders,
  openParcel,
  openUnlessTool,
  reloadSelected,
} from './parcel/select-parcel.ts';
import { parcelAt } from './parcel-at.ts';
import { openPreferences } from './preferences.ts';
import { PrintSheet } from './print/print-sheet.tsx';
import type { Repairs } from './repairs.ts';
import { PlaceSearch } from './search/place-search.tsx';
import { arriveAtPlace } from './session/return-place.ts';
import { storedUserId } from './session/stored-session.ts';
import type { Account } from './session/use-account.ts';
import { useCheckSession } from './session/use-session.ts';
import { LoadedLater } from './ui/error-boundary.tsx';
import { Masthead } from './ui/masthead.tsx';
import type { RefreshConfig } from './use-client-config.ts';
import { usePageTitle } from './use-page-title.ts';
import { useRepairs } from './use-repairs.ts';
import { WhoseLand } from './whose-land/whose-land.tsx';

const closeParcel = () => dispatchSelection({ type: 'panel-closed' });

const importPanels = () => import('./map-panels.tsx');
const MapPanels = lazy(async () => ({ default: (await importPanels()).MapPanels }));

type MapScreenProps = {
  config: ClientConfig;
  /** Starts the page anew. */
  reloadConfig: () => void;
  /** Takes over what an import or a removal has changed. */
  refreshConfig: RefreshConfig;
  account: Account;
};

export function MapScreen({ config, reloadConfig, refreshConfig, account }: MapScreenProps) {
  const { maps, productName, parcelCredit, view, counties, layers } = config;
  const parcelSource = config.parcelSource ?? undefined;
  const [opened] = useState(() => {
    // Somebody else may have signed in since the page was loaded.
    openPreferences();
    return openingPlace({ layers, view });
  });
  const repairs = useRepairs(refreshConfig);
  const { camera, styleId } = opened;
  const { containerRef, start } = useMap({ maps, parcelCredit, view, camera, styleId, repairs });
  const map = start.status === 'running' ? start.map : undefined;
  const hasStyle = useHasStyle(map);
  const countiesInView = useCountiesInView(map, counties);
  const [person] = useState(storedUserId);
  useEffect(() => {
    void keepAnswersFor(person);
    // A page without it works as well, as long as there is a connection.
    return onFirstInteraction(() => {
      import('./offline/start-offline.ts').then(({ startOffline }) => startOffline()).catch(() => {});
    });
  }, [person]);
  const [labelFont] = useState(() => chooseMaps(maps)?.labelFont ?? []);
  const checkSession = useCheckSession();
  // A 401 of any call may mean that the session has ended.
  useEffect(() => onUnauthorized(checkSession), [checkSession]);
  const needsPanels = usePanelsNeeded();
  useParcelsAndLayers(config);
  useAddress(start, opened);
  usePageTitle(productName);
  // Resets the store on unmount: the next user must not see the state of the last one.
  useEffect(
    () => () => {
      useMapStore.setState(useMapStore.getInitialState());
      openPreferences();
    },
    [],
  );
  usePreferencesSynced(repairs);
  return (
    <>
      {/* First, so that Tab reaches the search at once. */}
      <div className="top-bar">
        <header className="panel flex shrink-0 items-center overflow-hidden md:min-w-56 md:shrink-99 [&>button]:shrink-0">
          <MenuButton />
          <div className="min-w-0 pr-4 pl-1 max-md:sr-only [&_p]:truncate">
            <Masthead isHeading name={productName} source={countiesInView ?? parcelSource} />
          </div>
        </header>
        <PlaceSearch
          map={map}
          maps={maps}
          counties={counties}
          onParcel={openUnlessTool}
          onElsewhere={closeUnlessTool}
        />
      </div>
      <MapView
        containerRef={containerRef}
        start={start}
        isSignedIn={account.isSignedIn}
        parcelSource={parcelSource}
        view={view}
        reloadConfig={reloadConfig}
        onRefused={checkSession}
      />
      <PrintSheet map={map} productName={productName} parcelSource={parcelSource} />
      {map && hasStyle && <ParcelPointer map={map} />}
      {map && <MeasureTools map={map} labelFont={labelFont} />}
      <WhoseLand parcelAt={parcelAt} openParcel={openParcel} closeParcel={closeParcel} />
      {map && <Drawings map={map} person={person} labelFont={labelFont} repairs={repairs} />}
      {needsPanels && (
        <LoadedLater>
          <MapPanels
            map={map}
            hasStyle={hasStyle}
            settings={config}
            account={account}
            productName={productName}
            parcelSource={parcelSource}
          />
        </LoadedLater>
      )}
    </>
  );
}

const DrawTools = lazy(async () => ({ default: (await import('./draw/draw-tools.tsx')).DrawTools }));

/** Lazy loading: at once where this browser has a copy of some, else with the first interaction. */
function Drawings(props: DrawToolsProps) {
  const [isWanted, setWanted] = useState(() => keptText(keyOfPerson('drawings', props.person)) !== null);
  useEffect(() => onFirstInteraction(() => setWanted(true)), []);
  return (
    isWanted && (
      <LoadedLater>
        <DrawTools {...props} />
      </LoadedLater>
    )
  );
}

/** Tells the map and the cache what the server has. Parcels that are shown are then fetched anew. */
export function useParcelsAndLayers({ version, parcelVersion, counties, layers }: ClientConfig): void {
  useEffect(() => useMapStore.setState({ version: version ?? undefined }), [version]);
  useEffect(() => {
    useMapStore.setState({ parcelVersion: parcelVersion ?? undefined, counties, layers });
    void reloadSelected();
  }, [parcelVersion, counties, layers]);
}

/** Lazy loading: the map does not wait for what the account says, and the browser knows it mostly. */
function usePreferencesSynced(repairs: Repairs): void {
  useEffect(() => {
    let stop = () => {};
    let isUnmounted = false;
    import('./sync-preferences.ts').then(
      ({ syncPreferences }) => {
        if (!isUnmounted) stop = syncPreferences(repairs);
      },
      // They stay in the browser until the next visit.
      () => {},
    );
    return () => {
      isUnmounted = true;
      stop();
    };
  }, [repairs]);
  useEffect(followPreferredLayers, []);
}

function useAddress(start: MapStart, opened: Opening): void {
  const running = start.status === 'running' ? start : undefined;
  useEffect(() => {
    if (!running) return;
    // After signing in, this is the place that was asked for.
    arriveAtPlace();
    return followPlace({ ...running, opened });
  }, [running, opened]);
}

/** Whether the map has loaded a style: before that its layers cannot be queried. */
function useHasStyle(map: MapLibreMap | undefined): boolean {
  const [styled, setStyled] = useState<MapLibreMap>();
  useEffect(() => map && onEachStyle(map, () => setStyled(map)), [map]);
  return map !== undefined && styled === map;
}

const isPanelOpen = ({ panel, selection, set, tool }: MapState): boolean =>
  panel !== 'none' || selection.status !== 'none' || set !== undefined || tool === 'pick';

/** Lazy loading: false until a panel is first opened, then true for good, so that closing can be animated. */
function usePanelsNeeded(): boolean {
  const isOpen = useMapStore(isPanelOpen);
  const [wasOpen, setWasOpen] = useState(false);
  if (isOpen && !wasOpen) setWasOpen(true);

  useEffect(
    () =>
      onFirstInteraction(() => {
        // Prefetch. On failure the panels are imported again when opened, and the error boundary shows the error.
        Promise.all([importPanels(), importReaders()]).catch(() => {});
      }),
    [],
  );
  return wasOpen;
}

function ParcelPointer({ map }: { map: MapLibreMap }) {
  useParcelPointer(map);
  return <Crosshair map={map} />;
}
