// The map fills the page; its controls and words float over it.
import type { RefObject } from 'react';
import { messages } from '../../contract/messages.ts';
import { useMapStore } from '../map-store.ts';
import { Notice } from '../ui/notice.tsx';
import { MapTools } from './map-tools.tsx';
import { NavigationControls } from './navigation-controls.tsx';
import { ParcelSupplyNotice } from './parcel-supply-notice.tsx';
import type { MapStart } from './start-map.ts';
import { isImagery } from './style-entries.ts';
import { StyleLoadingPill } from './style-loading-pill.tsx';

type MapViewProps = {
  containerRef: RefObject<HTMLDivElement | null>;
  start: MapStart;
  isSignedIn: boolean;
  /** Undefined while the server has no parcels. */
  parcelSource: string | undefined;
  reloadConfig: () => void;
  /** Called when the server asks who is looking. */
  onRefused: () => void;
};

export function MapView({
  containerRef,
  start,
  isSignedIn,
  parcelSource,
  reloadConfig,
  onRefused,
}: MapViewProps) {
  const ground = useMapStore(({ styleId }) => (isImagery(styleId) ? 'imagery' : 'paper'));
  if (start.status === 'failed')
    return <Notice tone="failure" title="Map Initialization Error" details={[start.message]} />;
  return (
    <>
      <div ref={containerRef} data-ground={ground} className="size-full" />
      {start.status === 'running' && (
        <>
          <MapTools changeStyle={start.changeStyle} isSignedIn={isSignedIn} />
          <NavigationControls map={start.map} />
          {parcelSource && <ParcelSupplyNotice map={start.map} onRefused={onRefused} />}
        </>
      )}
      <StyleLoadingPill isStarting={start.status === 'starting'} />
      {!parcelSource && (
        <Notice title={messages.noParcelsYet} action={{ label: 'Try Again', run: reloadConfig }} />
      )}
    </>
  );
}
