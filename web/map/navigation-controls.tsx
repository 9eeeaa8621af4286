// The navigation controls at the bottom left: my location, zoom in, zoom out, and the current zoom.
import { Loader, LocateFixed, Minus, Plus } from 'lucide-react';
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { MAP_ZOOM_MAX, MAP_ZOOM_MIN, MY_LOCATION_ZOOM } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { ControlButton } from '../ui/control-button.tsx';

const icon = { size: 20, strokeWidth: 2, 'aria-hidden': true } as const;

function useZoom(map: MapLibreMap): number {
  const subscribe = useCallback((onChange: () => void) => map.on('zoom', onChange).unsubscribe, [map]);
  return useSyncExternalStore(subscribe, () => map.getZoom());
}

export function NavigationControls({ map }: { map: MapLibreMap }) {
  const zoom = useZoom(map);
  const { location, locate } = useMyLocation(map);
  const isWaiting = location.status === 'waiting';
  return (
    <div className="navigation">
      <section aria-label="Navigation" className="panel navigation-buttons">
        <ControlButton name="My location" aria-busy={isWaiting} disabled={isWaiting} onPress={locate}>
          {isWaiting ? <Loader {...icon} className="turning" /> : <LocateFixed {...icon} />}
        </ControlButton>
        <ControlButton name="Zoom in" disabled={zoom >= MAP_ZOOM_MAX} onPress={() => map.zoomIn()}>
          <Plus {...icon} />
        </ControlButton>
        <ControlButton name="Zoom out" disabled={zoom <= MAP_ZOOM_MIN} onPress={() => map.zoomOut()}>
          <Minus {...icon} />
        </ControlButton>
        <output aria-label="Zoom" aria-live="off" className="zoom-indicator">
          {zoom.toFixed(2)}
        </output>
      </section>
      {location.status === 'failed' && (
        <p role="alert" className="panel location-failure">
          {location.message}
        </p>
      )}
    </div>
  );
}

const LOCATION_TIMEOUT_MS = 15_000;
const PERMISSION_DENIED = 1;

type MyLocation = { status: 'idle' } | { status: 'waiting' } | { status: 'failed'; message: string };

function locationFailure(code: number): string {
  return code === PERMISSION_DENIED ? messages.locationDenied : messages.locationUnknown;
}

function useMyLocation(map: MapLibreMap): { location: MyLocation; locate: () => void } {
  const [location, setLocation] = useState<MyLocation>({ status: 'idle' });
  const isUnmounted = useRef(false);
  useEffect(() => {
    isUnmounted.current = false;
    return () => {
      isUnmounted.current = true;
    };
  }, []);

  // A layout effect, so that the listener is attached before the map can move again.
  useLayoutEffect(() => {
    if (location.status !== 'failed') return;
    const { unsubscribe } = map.on('movestart', () => setLocation({ status: 'idle' }));
    return unsubscribe;
  }, [map, location]);

  const locate = useCallback(() => {
    setLocation({ status: 'waiting' });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => {
        if (isUnmounted.current) return;
        setLocation({ status: 'idle' });
        map.flyTo({ center: [longitude, latitude], zoom: MY_LOCATION_ZOOM });
      },
      ({ code }) => {
        if (!isUnmounted.current) setLocation({ status: 'failed', message: locationFailure(code) });
      },
      { enableHighAccuracy: true, timeout: LOCATION_TIMEOUT_MS },
    );
  }, [map]);
  return { location, locate };
}
