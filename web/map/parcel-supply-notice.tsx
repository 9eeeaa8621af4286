// Words over the map for the times when no parcels arrive.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect } from 'react';
import { messages } from '../../contract/messages.ts';
import { Notice } from '../ui/notice.tsx';
import { useParcelSupply } from './use-parcel-supply.ts';

type ParcelSupplyNoticeProps = { map: MapLibreMap; onRefused: () => void };

export function ParcelSupplyNotice({ map, onRefused }: ParcelSupplyNoticeProps) {
  const { supply, retry } = useParcelSupply(map);
  useEffect(() => {
    if (supply === 'signed-in-only') onRefused();
  }, [supply, onRefused]);
  if (supply === 'arriving') return;
  const action = { label: 'Try Again', run: retry };
  if (supply === 'failing') return <Notice title={messages.parcelsUnreachable} action={action} />;
  return (
    <Notice title={messages.parcelsSignedInOnly} details={[messages.parcelsHowToOpen]} action={action} />
  );
}
