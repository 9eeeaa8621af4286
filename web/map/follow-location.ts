// Keeps the map's camera on my location, until the map is moved elsewhere.
import type { Map as MapLibreMap } from 'maplibre-gl';
import type { LngLat } from '../../geo/geometry.ts';

type FollowOptions = {
  map: MapLibreMap;
  at: LngLat;
  zoom: number;
  /** How much of the map's foot a panel covers now. */
  coveredPx: () => number;
  onMovedAway: () => void;
};
export type FollowedLocation = { moveTo: (at: LngLat) => void; stop: () => void };

/** A smaller difference is rounding. */
const SAME_PLACE_PX = 2;

/** Flies there first. Zooming around the middle is not moving away; any other move is, also a flight to a parcel. */
export function followLocation({ map, at, zoom, coveredPx, onMovedAway }: FollowOptions): FollowedLocation {
  let latest = at;
  let target = at;
  let offsetPx = 0;
  let avoidedPx = 0;
  const aim = () => {
    target = latest;
    avoidedPx = coveredPx();
    // Into the middle of what a panel leaves free. A map with padding does that by itself.
    offsetPx = (map.getPadding().bottom ?? 0) > 0 ? 0 : -avoidedPx / 2;
    const center: [number, number] = [target.lng, target.lat];
    return offsetPx ? { center, offset: [0, offsetPx] as [number, number] } : { center };
  };
  map.flyTo({ ...aim(), zoom });

  const isThere = () => {
    const { x, y } = map.project(map.getCenter());
    const seen = map.project([target.lng, target.lat]);
    return Math.hypot(seen.x - x, seen.y - (y + offsetPx)) <= SAME_PLACE_PX;
  };
  const catchUp = () => {
    // A running flight or zoom is not interrupted: this is called again at its end.
    const isAimed = latest === target && avoidedPx === coveredPx();
    if (!isAimed && !map.isMoving()) map.easeTo(aim());
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
