// Every street address of the county with its point, for the place search.
import { areaContains } from '../../../../geo/area-contains.ts';
import type { LngLat } from '../../../../geo/geometry.ts';
import type { Land, Lot, StreetAddress } from '../../county.ts';
import { between, groundLngLat, groundPoint } from '../../plane/point.ts';
import { type Polyline, projectOnto } from '../../plane/polyline.ts';
import type { Site } from './sites.ts';

type Given = {
  land: Pick<Land, 'roads'>;
  sites: readonly Site[];
  /** In the order of the sites. */
  pins: readonly string[];
};

export function listAddresses({ land, sites, pins }: Given): StreetAddress[] {
  const lines = new Map(
    land.roads.map(({ id, line }) => [id, line.map(([lng, lat]) => groundPoint({ lng, lat }))]),
  );
  return sites.flatMap(({ lot, street, office }, i) => {
    if (!lot.frontage || !street || !lot.hasBuilding) return [];
    const { roadId, houseNumber } = lot.frontage;
    const at = addressPoint(lot, lines.get(roadId)!);
    return { houseNumber, street, city: office.city, zip: office.zip, at, pin: pins[i]! };
  });
}

/** Points tried between the middle of the lot and its street. */
const SPOTS = 12;
/** Steps back from the last point inside, so that the address does not lie on the lot's edge. */
const SPOTS_BACK = 2;

/** The point of an address: inside the lot, on the side of its street. */
function addressPoint(lot: Lot, street: Polyline): LngLat {
  const middle = groundPoint(lot.inside);
  const door = projectOnto(street, middle).at;
  const spot = (step: number): LngLat => groundLngLat(between(middle, door, step / SPOTS));
  let last = 0;
  while (last < SPOTS && areaContains(lot.geometry, spot(last + 1))) last++;
  return last > SPOTS_BACK ? spot(last - SPOTS_BACK) : lot.inside;
}
