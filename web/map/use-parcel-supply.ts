// Whether parcels arrive from the server: a blank map must never be without words.
import type { Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl';
import { useCallback, useEffect, useState } from 'react';
import { PARCEL_SOURCE } from './layers-on-map.ts';
import { reloadParcels } from './parcel-layers.ts';

export type ParcelSupply = 'arriving' | 'signed-in-only' | 'failing';

/** A tile that fails is only logged, unless none has arrived at all: then the map is blank, and says why. */
export function useParcelSupply(map: MapLibreMap): { supply: ParcelSupply; retry: () => void } {
  const [supply, setSupply] = useState<ParcelSupply>('arriving');

  useEffect(() => {
    let hasArrived = false;
    const onError = ({ error, sourceId }: { error: unknown; sourceId?: string }) => {
      if (sourceId !== PARCEL_SOURCE) return;
      if (statusOf(error) === 401) setSupply('signed-in-only');
      else if (!hasArrived) setSupply('failing');
    };
    const onSourceData = ({ sourceId, tile }: MapSourceDataEvent) => {
      if (sourceId !== PARCEL_SOURCE || tile?.state !== 'loaded') return;
      hasArrived = true;
      setSupply('arriving');
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
