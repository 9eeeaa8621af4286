// Connects my location to the device and to the map, as long as this map is shown.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { MY_LOCATION_ZOOM, WHOSE_LAND_ZOOM } from '../../contract/limits.ts';
import { useMapStore } from '../map-store.ts';
import { isShown, isWatching, type MyLocation, sendLocation, useMyLocation } from '../my-location.ts';
import type { ShapesOnMap } from '../shapes-on-map.ts';
import { type FollowedLocation, followLocation } from './follow-location.ts';
import { watchCompass, watchLocation } from './watch-location.ts';

type LocationShapes = typeof import('./location-shapes.ts').locationShapes;

export function useLocationOnMap(map: MapLibreMap): MyLocation {
  const location = useMyLocation();
  // For the next map, the next person.
  useEffect(() => () => sendLocation({ type: 'ended' }), []);
  const fix = isShown(location) ? location.fix : undefined;

  const watches = isWatching(location);
  useEffect(() => {
    if (!watches) return;
    return watchLocation({
      onFix: (found) => sendLocation({ type: 'found', fix: found }),
      onFailure: (code) => sendLocation({ type: 'failed', code }),
    });
  }, [watches]);

  const followed = useRef<FollowedLocation>(undefined);
  const follows = location.status === 'following';
  const startFollowing = useEffectEvent(() => {
    const onMovedAway = () => sendLocation({ type: 'map-moved' });
    followed.current = followLocation({ map, at: fix!, zoom: zoomWanted(), coveredPx, onMovedAway });
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
    if (!fix) return;
    followed.current?.moveTo(fix);
    // A panel that opens or grows publishes there how much it covers.
    const covers = new MutationObserver(() => followed.current?.moveTo(fix));
    covers.observe(document.documentElement, { attributeFilter: ['style'] });
    return () => covers.disconnect();
  }, [fix]);

  useDotOnMap(map, location);

  // A layout effect, so that the listener is attached before the map can move again.
  useLayoutEffect(() => {
    if (location.status !== 'failed') return;
    const { unsubscribe } = map.on('movestart', () => sendLocation({ type: 'map-moved' }));
    return unsubscribe;
  }, [map, location]);

  return location;
}

const zoomWanted = (): number =>
  useMapStore.getState().tool === 'whose-land' ? WHOSE_LAND_ZOOM : MY_LOCATION_ZOOM;

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

  const [dot, setDot] = useState<{ shapes: ShapesOnMap; locationShapes: LocationShapes }>();
  useEffect(() => {
    if (!isOnMap) return;
    let isGone = false;
    let put: ShapesOnMap | undefined;
    // Lazy loading: most visits never ask for it. Without it the map goes there all the same.
    import('./location-shapes.ts').then(
      ({ putLocationOnMap, locationShapes }) => {
        if (isGone) return;
        put = putLocationOnMap(map);
        setDot({ shapes: put, locationShapes });
      },
      () => {},
    );
    return () => {
      isGone = true;
      put?.remove();
      setDot(undefined);
    };
  }, [map, isOnMap]);
  useEffect(() => {
    if (!isShown(location) || !dot) return;
    const { fix, isLost } = location;
    const headingDegrees = compassDegrees ?? fix.headingDegrees;
    dot.shapes.show(dot.locationShapes({ fix, isLost, headingDegrees }));
  }, [dot, location, compassDegrees]);
}
