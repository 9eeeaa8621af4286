// Takes the map to where its user is, as far as the browser tells.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { MY_LOCATION_ZOOM } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';

/** Nobody looks at a spinner for longer. */
const LOCATION_TIMEOUT_MS = 15_000;
const PERMISSION_DENIED = 1;

export type MyLocation = { status: 'idle' } | { status: 'waiting' } | { status: 'failed'; message: string };

export function locationFailure(code: number): string {
  return code === PERMISSION_DENIED ? messages.locationDenied : messages.locationUnknown;
}

export function useMyLocation(map: MapLibreMap): { location: MyLocation; locate: () => void } {
  const [location, setLocation] = useState<MyLocation>({ status: 'idle' });
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  // Words about a failure are read by the time the map is used again, however soon that is.
  useLayoutEffect(() => {
    if (location.status !== 'failed') return;
    const { unsubscribe } = map.on('movestart', () => setLocation({ status: 'idle' }));
    return unsubscribe;
  }, [map, location]);

  const locate = useCallback(() => {
    setLocation({ status: 'waiting' });
    navigator.geolocation.getCurrentPosition(
      ({ coords: { longitude, latitude } }) => {
        if (isGone.current) return;
        setLocation({ status: 'idle' });
        map.flyTo({ center: [longitude, latitude], zoom: MY_LOCATION_ZOOM });
      },
      ({ code }) => {
        if (!isGone.current) setLocation({ status: 'failed', message: locationFailure(code) });
      },
      { enableHighAccuracy: true, timeout: LOCATION_TIMEOUT_MS },
    );
  }, [map]);
  return { location, locate };
}
