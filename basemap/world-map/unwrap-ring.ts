// Unwraps rings at the antimeridian: they run on past 180 degrees instead of jumping to the other end of the map.
// A ring around the south pole is closed along the map's lower edge.
import type { Position, Ring } from '../../geo/geometry.ts';

export function unwrapRing(ring: Ring): Ring {
  let turns = 0;
  const unwrapped = ring.map(([lng, lat], i): Position => {
    const step = i === 0 ? 0 : lng - ring[i - 1]![0];
    if (step > 180) turns--;
    if (step < -180) turns++;
    return [lng + 360 * turns, lat];
  });
  if (turns === 0) return unwrapped;
  const [firstLng] = unwrapped[0]!;
  const [lastLng] = unwrapped.at(-1)!;
  return [...unwrapped, [lastLng, -90], [firstLng, -90], unwrapped[0]!];
}

/** Whether a ring encircles a pole, so that it has no inside on a flat map. */
export function isAroundPole(ring: Ring): boolean {
  return unwrapRing(ring).length !== ring.length;
}

/** A ring this close to the antimeridian is visible from the other side: a tile's buffer at zoom 0, and a little. */
const VISIBLE_ACROSS_DEGREES = 6;

/** The ring, and copies shifted by 360 degrees if it reaches beyond the map's left or right edge. */
export function copiesAcross(ring: Ring): Ring[] {
  const lngs = ring.map(([lng]) => lng);
  const west = lngs.reduce((least, lng) => Math.min(least, lng));
  const east = lngs.reduce((most, lng) => Math.max(most, lng));
  const shifted = (degrees: number): Ring => ring.map(([lng, lat]) => [lng + degrees, lat]);
  return [
    ring,
    ...(west < -180 + VISIBLE_ACROSS_DEGREES ? [shifted(360)] : []),
    ...(east > 180 - VISIBLE_ACROSS_DEGREES ? [shifted(-360)] : []),
  ];
}
