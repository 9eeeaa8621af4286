// Which counties of the United States a piece of land touches, by the Census Bureau's numbers.
import { readUsCounties, readUsStates } from '../gazetteer/read-sources.ts';
import { areaContains } from '../geo/area-contains.ts';
import { boundsOf } from '../geo/bounds-of.ts';
import { type AreaGeometry, type Bounds, polygonsOf } from '../geo/geometry.ts';

/** Five digits each. */
export function countiesTouched(land: readonly Bounds[]): string[] {
  return readUsCounties(readUsStates())
    .filter(({ area }) => land.some((bounds) => touches(area, bounds)))
    .map(({ fips }) => fips);
}

/** Corners of one in the other: outlines of counties have far more corners than a box could slip between. */
function touches(area: AreaGeometry, { west, south, east, north }: Bounds): boolean {
  const box = boundsOf(area);
  if (box.west > east || box.east < west || box.south > north || box.north < south) return false;
  const corners = [
    { lng: west, lat: south },
    { lng: east, lat: south },
    { lng: east, lat: north },
    { lng: west, lat: north },
    { lng: (west + east) / 2, lat: (south + north) / 2 },
  ];
  if (corners.some((corner) => areaContains(area, corner))) return true;
  return polygonsOf(area).some(([outer = []]) =>
    outer.some(([lng, lat]) => lng >= west && lng <= east && lat >= south && lat <= north),
  );
}
