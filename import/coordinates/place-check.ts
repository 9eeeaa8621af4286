// Finds polygons that lie hundreds of miles away from the rest: coordinates that were spoiled somewhere.
import type { LngLat } from '../../geo/geometry.ts';
import { kilometersBetween } from '../../geo/kilometers-between.ts';
import { REFUSALS } from '../geometry/clean-words.ts';

/** The widest counties reach 250 km from their middle, islands included. */
const NEAR_KILOMETERS = 400;
/** A state's parcels spread farther: so many times as far as nine tenths of them lie. */
const SPREAD_FACTOR = 4;
/** Of fewer, nobody can say which one is astray. */
const CENTERS_MIN = 3;
const FEW = 20;

/**
 * The centers must be drawn from the whole layer: its first rows may all be of one town. The returned function says the
 * reason for refusing a place.
 */
export function createPlaceCheck(sampleCenters: readonly LngLat[]): (center: LngLat) => string | undefined {
  const [first] = sampleCenters;
  if (!first || sampleCenters.length < CENTERS_MIN) return () => undefined;
  const lngs = sampleCenters.map(({ lng }) => lngNear(first.lng, lng));
  const lats = sampleCenters.map(({ lat }) => lat);
  const middle: LngLat = { lng: quantile(lngs, 0.5), lat: quantile(lats, 0.5) };
  const distanceTo = ({ lng, lat }: LngLat) =>
    kilometersBetween(middle, { lng: lngNear(middle.lng, lng), lat });
  const distances = sampleCenters.map(distanceTo);
  // Of a few, the 90th percentile may be the stray one itself.
  const spread = quantile(distances, sampleCenters.length < FEW ? 0.5 : 0.9);
  const limit = Math.max(NEAR_KILOMETERS, SPREAD_FACTOR * spread);
  return (center) => (distanceTo(center) > limit ? REFUSALS.farAway : undefined);
}

/** The same meridian within half a turn: a median of both sides of the antimeridian would lie in Greenwich. */
function lngNear(reference: number, lng: number): number {
  const around = (lng - reference) % 360;
  return reference + (around > 180 ? around - 360 : around < -180 ? around + 360 : around);
}

function quantile(values: number[], share: number): number {
  values.sort((one, other) => one - other);
  return values[Math.min(values.length - 1, Math.floor(values.length * share))]!;
}
