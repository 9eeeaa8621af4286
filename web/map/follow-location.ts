// Keeps the map's camera on my location, until the map is moved elsewhere.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { MY_LOCATION_ZOOM } from '../../contract/limits.ts';
import type { LngLat } from '../../geo/geometry.ts';

type FollowOptions = { map: MapLibreMap; at: LngLat; onMovedAway: () => void };
export type FollowedLocation = { moveTo: (at: LngLat) => void; stop: () => void };

/** A smaller difference is rounding. */
const SAME_PLACE_PX = 2;

/** Flies there first. Zooming around the middle is no moving away; any other move is, also a flight to a parcel. */
export function followLocation({ map, at, onMovedAway }: FollowOptions): FollowedLocation {
  let target = at;
  let latest = at;
  map.flyTo({ center: [at.lng, at.lat], zoom: MY_LOCATION_ZOOM });

  const isThere = () =>
    map.project(map.getCenter()).dist(map.project([target.lng, target.lat])) <= SAME_PLACE_PX;
  const catchUp = () => {
    // A running flight or zoom is not interrupted: this is called again at its end.
    if (latest === target || map.isMoving()) return;
    target = latest;
    map.easeTo({ center: [target.lng, target.lat] });
  };
  // After the flight has begun: it ends an earlier one, which has arrived elsewhere.
  const drags = map.on('dragstart', onMovedAway);
  const moves = map.on('moveend', () => (isThere() ? catchUp() : onMovedAway()));
  return {
    moveTo: (next) => {
      latest = next;
      catchUp();
    },
    stop: () => {
      drags.unsubscribe();
      moves.unsubscribe();
    },
  };
}
