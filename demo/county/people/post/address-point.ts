// The spot that stands for an address: inside the lot, on the side of its street.
import { areaContains } from '../../../../geo/area-contains.ts';
import type { LngLat } from '../../../../geo/geometry.ts';
import type { Lot } from '../../county.ts';
import { between } from '../../plane/point.ts';
import { type Polyline, projectOnto } from '../../plane/polyline.ts';
import { groundLngLat, groundPoint } from '../ground-point.ts';

/** Looked at on the way from the middle of the lot to its street. */
const SPOTS = 12;
/** So that the spot does not sit on the lot's very edge. */
const SPOTS_BACK = 2;

export function addressPoint(lot: Lot, street: Polyline): LngLat {
  const middle = groundPoint(lot.inside);
  const door = projectOnto(street, middle).at;
  const spot = (step: number): LngLat => groundLngLat(between(middle, door, step / SPOTS));
  let last = 0;
  while (last < SPOTS && areaContains(lot.geometry, spot(last + 1))) last++;
  return last > SPOTS_BACK ? spot(last - SPOTS_BACK) : lot.inside;
}
