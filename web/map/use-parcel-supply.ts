// Whether parcels arrive from the server: a blank map must never be without words.
import type { Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl';
import { useCallback, useEffect, useState } from 'react';
import { PARCEL_SOURCE } from './layers-on-map.ts';
import { reloadParcels } from './parcel-layers.ts';

export type ParcelSupply = 'arriving' | 'signed-in-only' | 'failing';

/** One tile that fails among others that arrive is only logged; the last answer decides what is said. */
export function useParcelSupply(map: MapLibreMap): { supply: ParcelSupply; retry: () => void } {
  const [supply, setSupply] = useState<ParcelSupply>('arriving');

  useEffect(() => {
    const onError = ({ error, sourceId }: { error: unknown; sourceId?: string }) => {
      if (sourceId !== PARCEL_SOURCE) return;
      setSupply(statusOf(error) === 401 ? 'signed-in-only' : 'failing');
    };
    const onSourceData = ({ sourceId, tile }: MapSourceDataEvent) => {
      if (sourceId === PARCEL_SOURCE && tile?.state === 'loaded') setSupply('arriving');
    };
    map.on('error', onError);
    map.on('sourcedata', onSourceData);
    return () => {
      map.off('error', onError);
      map.off('sourcedata', onSourceData);
    };
  }, [map]);

  const retry = useCallback(() => {
    setSupply('arriving');
    reloadParcels(map);
  }, [map]);
  return { supply, retry };
}

/** The library's own class for such errors would bring the whole library along. */
function statusOf(error: unknown): unknown {
  return error instanceof Error && 'status' in error ? error.status : undefined;
}
