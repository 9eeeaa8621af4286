// The map and everything around it, each part handed what it needs of the others.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { ClientConfig } from '../contract/client-config.ts';
import type { ParcelMatch } from '../contract/parcel.ts';
import { DrawTools } from './draw/draw-tools.tsx';
import { MapView } from './map/map-view.tsx';
import { useMap } from './map/use-map.ts';
import { useMapStore } from './map-store.ts';
import { MeasureTools } from './measure/measure-tools.tsx';
import { MenuButton } from './menu/menu-button.tsx';
import { openParcel } from './parcel/select-parcel.ts';
import { useParcelPointer } from './parcel/use-parcel-pointer.ts';
import { PlaceSearch } from './search/place-search.tsx';
import { storedPerson } from './session/stored-session.ts';
import { useAccount } from './session/use-account.ts';
import { useCheckSession } from './session/use-check-session.ts';
import { ErrorBoundary } from './ui/error-boundary.tsx';
import { Masthead } from './ui/masthead.tsx';
import { useHasStyle } from './use-has-style.ts';
import { usePanelsWanted } from './use-panels-wanted.ts';

const importPanels = () => import('./map-panels.tsx');
const MapPanels = lazy(async () => ({ default: (await importPanels()).MapPanels }));

type MapScreenProps = { config: ClientConfig; reloadConfig: () => void };

export function MapScreen({ config, reloadConfig }: MapScreenProps) {
  const { maps, productName } = config;
  const parcelSource = config.parcelSource ?? undefined;
  const { containerRef, start } = useMap({ maps, parcelSource });
  const map = start.status === 'running' ? start.map : undefined;
  const hasStyle = useHasStyle(map);
  const account = useAccount();
  const [person] = useState(storedPerson);
  const checkSession = useCheckSession();
  const wantsPanels = usePanelsWanted(importPanels);
  // Nothing of what one person looked at is left for the next.
  useEffect(() => () => useMapStore.setState(useMapStore.getInitialState()), []);
  return (
    <>
      <MapView
        containerRef={containerRef}
        start={start}
        isSignedIn={account.isSignedIn}
        parcelSource={parcelSource}
        reloadConfig={reloadConfig}
        onRefused={checkSession}
      />
      <div className="top-bar">
        <header className="panel flex shrink-0 items-center overflow-hidden">
          <MenuButton />
          <div className="pr-4 pl-1 max-md:sr-only">
            <Masthead name={productName} source={parcelSource} />
          </div>
        </header>
        <PlaceSearch map={map} maps={maps} onParcel={openFound} />
      </div>
      {map && hasStyle && <ParcelPointer map={map} />}
      {map && <MeasureTools map={map} />}
      {map && <DrawTools map={map} person={person} />}
      {wantsPanels && (
        <ErrorBoundary>
          <Suspense>
            <MapPanels
              map={map}
              hasStyle={hasStyle}
              onRefused={checkSession}
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

/** Over a tool in use its panel would be in the way: then the marker must do. */
function openFound({ pin, centroid }: ParcelMatch): void {
  if (useMapStore.getState().tool === 'none') openParcel({ pin, clickedAt: centroid });
}

function ParcelPointer({ map }: { map: MapLibreMap }) {
  useParcelPointer(map);
  return null;
}
