// The search box over the map: places of the maps provider, and the parcels of this server among them.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ClientConfig } from '../../contract/client-config.ts';
import type { ParcelMatch } from '../../contract/parcel.ts';
import { onFirstInteraction } from '../on-first-interaction.ts';
import { SearchField } from './search-field.tsx';

type PlaceSearchProps = {
  /** Undefined until there is one. */
  map: MapLibreMap | undefined;
  maps: ClientConfig['maps'];
  /** Called when the map has arrived at a parcel that was picked. */
  onParcel: (parcel: ParcelMatch) => void;
};

type Library = typeof import('./geocoder-on-maplibre.ts');

export function PlaceSearch({ map, maps, onParcel }: PlaceSearchProps) {
  const boxRef = useRef<HTMLElement>(null);
  const fieldRef = useRef<HTMLInputElement>(null);
  const { library, hasFailed } = useLibraryWanted();
  const [isReady, setIsReady] = useState(false);
  const tellParcel = useEffectEvent(onParcel);

  // Before the next picture is painted, so that the one field takes the place of the other unseen.
  useLayoutEffect(() => {
    if (!map || !library) return;
    let awaited: ParcelMatch | undefined;
    const arrive = () => {
      if (awaited) tellParcel(awaited);
      awaited = undefined;
    };
    const arrivals = map.on('moveend', arrive);
    const geocoder = new library.GeocoderOnMapLibre({
      maps,
      onPick({ parcel }) {
        awaited = parcel;
        // Where no motion is wanted the map is there at once.
        if (!map.isMoving()) arrive();
      },
    });
    geocoder.on('clear', () => {
      awaited = undefined;
    });
    boxRef.current!.append(geocoder.onAdd(map));
    const field = fieldRef.current;
    if (field) geocoder.takeOver({ value: field.value, isFocused: document.activeElement === field });
    setIsReady(true);
    return () => {
      geocoder.onRemove();
      arrivals.unsubscribe();
    };
  }, [map, maps, library]);

  return (
    <search ref={boxRef} className="place-search">
      {!isReady && <SearchField ref={fieldRef} hasFailed={hasFailed} />}
    </search>
  );
}

/** So long after a failure a sign of a hand asks again for what did not come. */
const RETRY_PAUSE_MS = 2000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Weighs too much for the first load, and is of no use before somebody is there to type. */
function useLibraryWanted(): { library: Library | undefined; hasFailed: boolean } {
  const [library, setLibrary] = useState<Library>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let stopWaiting = () => {};
    let isGone = false;
    const fetchWhenWanted = (notBefore: Promise<unknown>) => {
      stopWaiting = onFirstInteraction(async () => {
        try {
          await notBefore;
          setLibrary(await import('./geocoder-on-maplibre.ts'));
        } catch (error) {
          console.warn('The place search could not be loaded.', error);
          setHasFailed(true);
          if (!isGone) fetchWhenWanted(pause(RETRY_PAUSE_MS));
        }
      });
    };
    fetchWhenWanted(Promise.resolve());
    return () => {
      isGone = true;
      stopWaiting();
    };
  }, []);
  return { library, hasFailed: hasFailed && !library };
}
