// Which counties of the United States some land touches, by the Census Bureau's numbers.
import { readUsCounties, readUsStates } from '../gazetteer/read-sources.ts';
import { areaContains } from '../geo/area-contains.ts';
import { boundsOf, boxesTouch } from '../geo/bounds-of.ts';
import { type AreaGeometry, type Bounds, type Position, polygonsOf } from '../geo/geometry.ts';

/** Five digits each. */
export function countiesTouched(land: readonly Bounds[]): string[] {
  return readUsCounties(readUsStates())
    .filter(({ area }) => land.some((bounds) => touches(area, bounds)))
    .map(({ fips }) => fips);
}

/** An outline crosses the box, or lies in it, or the box lies in the county. */
function touches(area: AreaGeometry, land: Bounds): boolean {
  if (!boxesTouch(boundsOf(area), land)) return false;
  return (
    areaContains(area, { lng: land.west, lat: land.south }) ||
    polygonsOf(area).some((rings) =>
      rings.some((ring) => ring.some((end, at) => at > 0 && crosses(ring[at - 1]!, end, land))),
    )
  );
}

/** Whether a straight line has a point in a box (Liang and Barsky). */
function crosses([x, y]: Position, [toX, toY]: Position, { west, south, east, north }: Bounds): boolean {
  let from = 0;
  let to = 1;
  for (const [start, way, low, high] of [
    [x, toX - x, west, east],
    [y, toY - y, south, north],
  ] as const) {
    if (way === 0) {
      if (start < low || start > high) return false;
      continue;
    }
    const [one, other] = [(low - start) / way, (high - start) / way];
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
  }
  return from <= to;
}
