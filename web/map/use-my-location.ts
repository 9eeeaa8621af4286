// Connects the state machine of my location to the device and to the map.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import type { ShapesOnMap } from '../shapes-on-map.ts';
import { type FollowedLocation, followLocation } from './follow-location.ts';
import { locationShapes, putLocationOnMap } from './location-shapes.ts';
import { isShown, isWatching, type MyLocation, nextLocation } from './my-location.ts';
import { askForCompass, watchCompass, watchLocation } from './watch-location.ts';

export function useMyLocation(map: MapLibreMap): { location: MyLocation; press: () => void } {
  const [location, send] = useReducer(nextLocation, { status: 'off' });
  const fix = isShown(location) ? location.fix : undefined;

  const watches = isWatching(location);
  useEffect(() => {
    if (!watches) return;
    return watchLocation({
      onFix: (found) => send({ type: 'found', fix: found }),
      onFailure: (code) => send({ type: 'failed', code }),
    });
  }, [watches]);

  const followed = useRef<FollowedLocation>(undefined);
  const follows = location.status === 'following';
  const startFollowing = useEffectEvent(() => {
    const onMovedAway = () => send({ type: 'map-moved' });
    followed.current = followLocation({ map, at: fix!, coveredPx, onMovedAway });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another map is followed anew
  useEffect(() => {
    if (!follows) return;
    startFollowing();
    return () => {
      followed.current?.stop();
      followed.current = undefined;
    };
  }, [map, follows]);
  useEffect(() => {
    if (fix) followed.current?.moveTo(fix);
  }, [fix]);

  useDotOnMap(map, location);

  // A layout effect, so that the listener is attached before the map can move again.
  useLayoutEffect(() => {
    if (location.status !== 'failed') return;
    const { unsubscribe } = map.on('movestart', () => send({ type: 'map-moved' }));
    return unsubscribe;
  }, [map, location]);

  const press = useCallback(() => {
    askForCompass();
    send({ type: 'pressed' });
  }, []);
  return { location, press };
}

/** What the open detail panel publishes, for the style sheets too. */
const coveredPx = (): number =>
  Number.parseFloat(document.documentElement.style.getPropertyValue('--detail-cover')) || 0;

function useDotOnMap(map: MapLibreMap, location: MyLocation): void {
  const isOnMap = isShown(location);
  const [compassDegrees, setCompassDegrees] = useState<number>();
  useEffect(() => {
    if (!isOnMap) return;
    const stop = watchCompass(setCompassDegrees);
    return () => {
      stop();
      setCompassDegrees(undefined);
    };
  }, [isOnMap]);

  const [shapes, setShapes] = useState<ShapesOnMap>();
  useEffect(() => {
    if (!isOnMap) return;
    const put = putLocationOnMap(map);
    setShapes(put);
    return () => {
      put.remove();
      setShapes(undefined);
    };
  }, [map, isOnMap]);
  useEffect(() => {
    if (!isShown(location)) return;
    const { fix, isLost } = location;
    shapes?.show(locationShapes({ fix, isLost, headingDegrees: compassDegrees ?? fix.headingDegrees }));
  }, [shapes, location, compassDegrees]);
}
