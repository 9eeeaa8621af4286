// The map view: the map's element, with the controls and messages over it.
import './map-messages.css';
import type { RefObject } from 'react';
import { messages } from '../../contract/messages.ts';
import { useMapStore } from '../map-store.ts';
import { Notice } from '../ui/notice.tsx';
import { Toast } from '../ui/toast.tsx';
import { BackToParcels } from './back-to-parcels.tsx';
import { FirstVisitHint } from './first-visit-hint.tsx';
import { MapTools } from './map-tools.tsx';
import { NavigationControls } from './navigation-controls.tsx';
import { ParcelSupplyNotice } from './parcel-supply-notice.tsx';
import type { ParcelView } from './start-view.ts';
import type { MapStart } from './use-map.ts';
import { ZoomInHint } from './zoom-in-hint.tsx';

type MapViewProps = {
  containerRef: RefObject<HTMLDivElement | null>;
  start: MapStart;
  isSignedIn: boolean;
  /** Undefined where the server has no parcels. */
  parcelSource: string | undefined;
  view: ParcelView | null;
  reloadConfig: () => void;
  /** Called when the server refuses parcel tiles without a session. */
  onRefused: () => void;
};

export function MapView({
  containerRef,
  start,
  isSignedIn,
  parcelSource,
  view,
  reloadConfig,
  onRefused,
}: MapViewProps) {
  if (start.status === 'failed')
    return <Notice tone="failure" title="Map Initialization Error" details={[start.message]} />;
  return (
    <>
      <div ref={containerRef} className="size-full" />
      {start.status === 'running' && (
        <>
          <MapTools changeStyle={start.changeStyle} isSignedIn={isSignedIn} />
          <NavigationControls map={start.map} />
          {parcelSource && <ParcelSupplyNotice map={start.map} onRefused={onRefused} />}
        </>
      )}
      <div className="map-messages">
        <ConnectionNotice />
        <MapNotice />
        <StyleLoadingPill isStarting={start.status === 'starting'} />
        {start.status === 'running' && parcelSource && <FirstVisitHint map={start.map} />}
        {start.status === 'running' && view && (
          <>
            <BackToParcels map={start.map} view={view} />
            <ZoomInHint map={start.map} view={view} />
          </>
        )}
      </div>
      {!parcelSource && (
        <Notice title={messages.noParcelsYet} action={{ label: 'Try Again', run: reloadConfig }} />
      )}
    </>
  );
}

/** Also shown while the map starts. */
function StyleLoadingPill({ isStarting }: { isStarting: boolean }) {
  const isLoading = useMapStore((state) => state.styleIsLoading) || isStarting;
  return (
    <div role="status">
      {isLoading && <span className="panel style-loading-text">Loading map style...</span>}
    </div>
  );
}

/** Said once, and differently: about the first one can do something. */
function ConnectionNotice() {
  const connection = useMapStore((state) => state.connection);
  return (
    <div role="status">
      {connection !== 'fine' && (
        <p className="panel connection-notice">
          {connection === 'offline' ? messages.offline : messages.serverAway}
        </p>
      )}
    </div>
  );
}

const closeNotice = () => useMapStore.setState({ mapNotice: undefined });

/** What the map has changed by itself. */
function MapNotice() {
  const text = useMapStore(({ mapNotice }) => mapNotice);
  return <div role="status">{text !== undefined && <Toast text={text} onClose={closeNotice} />}</div>;
}
