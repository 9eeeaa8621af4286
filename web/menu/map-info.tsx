// Where the map looks, in numbers that follow it.
import type { LngLat, Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useSyncExternalStore } from 'react';

export function MapInfo({ map }: { map: MapLibreMap | undefined }) {
  return (
    <section aria-label="Map Info" className="grid gap-2 border-t border-hairline px-4 py-3">
      <h3 className="text-xs font-semibold text-ink-soft">Map Info</h3>
      {map ? <MapNumbers map={map} /> : <p>Map not loaded</p>}
    </section>
  );
}

function MapNumbers({ map }: { map: MapLibreMap }) {
  const subscribe = useCallback((onChange: () => void) => map.on('move', onChange).unsubscribe, [map]);
  const center = useSyncExternalStore(subscribe, () => centerWords(map.getCenter()));
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

/** Longitude first, as everywhere on the map. */
export function centerWords({ lng, lat }: Pick<LngLat, 'lng' | 'lat'>): string {
  return `${lng.toFixed(4)}, ${lat.toFixed(4)}`;
}
