// The search box over the map: lazy-loads the search library, and reports what was picked once the map arrives there.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ClientConfig } from '../../contract/client-config.ts';
import { onFirstInteraction } from '../on-first-interaction.ts';
import { SearchField, searchHint } from './search-field.tsx';

type PlaceSearchProps = {
  /** Undefined until the map has been created. */
  map: MapLibreMap | undefined;
  maps: ClientConfig['maps'];
  counties: ClientConfig['counties'];
  /** Called when the map has arrived at a parcel that was picked, or at an address or coordinates on a parcel. */
  onParcel: (pin: string) => void;
  /** Called when something was picked that is not a parcel. */
  onElsewhere: () => void;
};

type Library = typeof import('./geocoder-on-maplibre.ts');

export function PlaceSearch({ map, maps, counties, onParcel, onElsewhere }: PlaceSearchProps) {
  const boxRef = useRef<HTMLElement>(null);
  const fieldRef = useRef<HTMLInputElement>(null);
  const { library, hasFailed } = useLibraryOnFirstInput();
  const geocoderRef = useRef<InstanceType<Library['GeocoderOnMapLibre']>>(null);
  const [isReady, setIsReady] = useState(false);
  const hint = searchHint(counties);
  const hintNow = useEffectEvent(() => hint);
  const report = useEffectEvent((pin: string | undefined) => {
    if (pin === undefined) onElsewhere();
    else onParcel(pin);
  });

  // A layout effect: the placeholder is replaced before the next paint, so that nothing flickers.
  useLayoutEffect(() => {
    if (!map || !library) return;
    let pending: Promise<string | undefined> | undefined;
    const arrive = async () => {
      const picked = pending;
      const pin = await picked;
      // Stale: something else was picked meanwhile, or the search was cleared.
      if (picked === undefined || pending !== picked) return;
      pending = undefined;
      report(pin);
    };
    const subscription = map.on('moveend', arrive);
    const geocoder = new library.GeocoderOnMapLibre({
      maps,
      hint: hintNow(),
      onPick(pin) {
        // Asked for while the map is on its way.
        pending = pin;
        if (!pending) report(undefined);
        // With reduced motion the map jumps, and moveend has fired already.
        else if (!map.isMoving()) void arrive();
      },
    });
    geocoder.on('clear', () => {
      pending = undefined;
    });
    boxRef.current!.append(geocoder.onAdd(map));
    const field = fieldRef.current;
    if (field) geocoder.takeOver({ value: field.value, isFocused: document.activeElement === field });
    geocoderRef.current = geocoder;
    setIsReady(true);
    return () => {
      pending = undefined;
      geocoderRef.current = null;
      geocoder.onRemove();
      subscription.unsubscribe();
    };
  }, [map, maps, library]);
  useEffect(() => geocoderRef.current?.showHint(hint), [hint]);

  return (
    <search ref={boxRef} className="place-search">
      {!isReady && <SearchField ref={fieldRef} hint={hint} hasFailed={hasFailed} />}
    </search>
  );
}

/** The library is too large for the first page load; it is fetched at the first pointer or key event. */
function useLibraryOnFirstInput(): { library: Library | undefined; hasFailed: boolean } {
  const [library, setLibrary] = useState<Library>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(
    () =>
      onFirstInteraction(async () => {
        try {
          setLibrary(await import('./geocoder-on-maplibre.ts'));
        } catch (error) {
          console.warn('The place search could not be loaded.', error);
          setHasFailed(true);
        }
      }),
    [],
  );
  return { library, hasFailed };
}
