// A notice over the map while no parcel tiles arrive: a blank map must say why.
import type { Map as MapLibreMap, MapSourceDataEvent } from 'maplibre-gl';
import { useCallback, useEffect, useState } from 'react';
import { messages } from '../../contract/messages.ts';
import { useMapStore } from '../map-store.ts';
import { Notice } from '../ui/notice.tsx';
import { statusOf } from './heal-map.ts';
import { PARCEL_SOURCE } from './layers-on-map.ts';
import { reloadParcels } from './parcel-layers.ts';

type ParcelSupplyNoticeProps = { map: MapLibreMap; onRefused: () => void };

export function ParcelSupplyNotice({ map, onRefused }: ParcelSupplyNoticeProps) {
  const { supply, retry } = useParcelSupply(map);
  const isAway = useMapStore(({ connection }) => connection !== 'fine');
  useEffect(() => {
    if (supply === 'signed-in-only') onRefused();
  }, [supply, onRefused]);
  // Without a connection the map says so by itself.
  if (supply === 'ok' || (supply === 'failing' && isAway)) return;
  const action = { label: 'Try Again', run: retry };
  if (supply === 'failing') return <Notice title={messages.parcelsUnreachable} action={action} />;
  return (
    <Notice title={messages.parcelsSignedInOnly} details={[messages.parcelsHowToOpen]} action={action} />
  );
}

/** 'ok' until a failure is reported, so that nothing is shown while the first tiles load. */
type ParcelSupply = 'ok' | 'signed-in-only' | 'failing';

/** A failed tile is only logged, unless not one tile has arrived, or the server asks for a session. */
function useParcelSupply(map: MapLibreMap): { supply: ParcelSupply; retry: () => void } {
  const [supply, setSupply] = useState<ParcelSupply>('ok');

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
      setSupply('ok');
    };
    map.on('error', onError);
    map.on('sourcedata', onSourceData);
    return () => {
      map.off('error', onError);
      map.off('sourcedata', onSourceData);
    };
  }, [map]);

  const retry = useCallback(() => {
    setSupply('ok');
    reloadParcels(map);
  }, [map]);
  return { supply, retry };
}
