// Names the loaded counties that the map shows, where there are several.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useSyncExternalStore } from 'react';
import type { LoadedCounty } from '../../contract/client-config.ts';
import type { Bounds } from '../../geo/geometry.ts';
import { isAway, shownBounds } from './start-view.ts';

/** Undefined where one or none is loaded, or none is in view. */
export function useCountiesInView(
  map: MapLibreMap | undefined,
  counties: readonly LoadedCounty[],
): string | undefined {
  const subscribe = useCallback(
    (onChange: () => void) => map?.on('moveend', onChange).unsubscribe ?? (() => {}),
    [map],
  );
  return useSyncExternalStore(subscribe, () => map && titlesInView(counties, shownBounds(map)));
}

export function titlesInView(counties: readonly LoadedCounty[], shown: Bounds): string | undefined {
  if (counties.length < 2) return undefined;
  const inView = counties.filter(({ bounds }) => !isAway(bounds, shown));
  return inView.map(({ title }) => title).join(' and ') || undefined;
}
