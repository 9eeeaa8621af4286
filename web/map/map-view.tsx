// The map fills the page; its controls and words float over it.
import { messages } from '../../contract/messages.ts';
import { Notice } from '../ui/notice.tsx';
import { MapFailure } from './map-failure.tsx';
import { ParcelSupplyNotice } from './parcel-supply-notice.tsx';
import { useMap } from './use-map.ts';
import { ZoomControls } from './zoom-controls.tsx';

type MapViewProps = {
  /** Undefined while the server has no parcels. */
  parcelSource: string | undefined;
  reloadConfig: () => void;
  /** Called when the server asks who is looking. */
  onRefused: () => void;
};

export function MapView({ parcelSource, reloadConfig, onRefused }: MapViewProps) {
  const { containerRef, start } = useMap(parcelSource);
  if (start.status === 'failed') return <MapFailure message={start.message} />;
  return (
    <>
      <div ref={containerRef} className="size-full" />
      {start.status === 'running' && <ZoomControls map={start.map} />}
      {start.status === 'running' && parcelSource && (
        <ParcelSupplyNotice map={start.map} onRefused={onRefused} />
      )}
      {!parcelSource && (
        <Notice title={messages.noParcelsYet} action={{ label: 'Try Again', run: reloadConfig }} />
      )}
    </>
  );
}
