// What is at a point: the nearest house, what the point lies in, and otherwise what is near.
import type { PlaceType } from '../../contract/geocoding.ts';
import { areaContains } from '../../geo/area-contains.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { boxAround } from '../../geo/kilometers-between.ts';
import { type PointQuery, WITHIN_TYPES, type WithinType } from '../place-store.ts';
import { BestFew } from './best-few.ts';
import type { FoundHouse } from './find-house.ts';
import type { HouseOnStreet, PlaceDetails } from './place-details.ts';
import type { PlaceTable } from './place-table.ts';

export type PlaceAtPoint = { id: number; at: LngLat; house?: FoundHouse };

/** Farther away, a place of this type says nothing of the point. The others must have the point in them. */
const REACH_KM: Partial<Record<PlaceType, number>> = {
  postcode: 15,
  place: 15,
  locality: 5,
  neighborhood: 1,
  poi: 0.2,
};

/** A house says the most, and more than a park next to it. */
const NARROWEST_FIRST: readonly PlaceType[] = [
  'address',
  'poi',
  'neighborhood',
  'locality',
  'place',
  'postcode',
  'district',
  'region',
  'country',
];

type Sources = { places: PlaceTable; details: PlaceDetails };

export function findAt(sources: Sources, { point, types, limit }: PointQuery): PlaceAtPoint[] {
  const houses = sources.details.housesNear({ point, limit });
  return NARROWEST_FIRST.filter((type) => !types || types.includes(type)).flatMap((type) => {
    if (type === 'address') return houses.map(addressOf);
    return idsAt(sources, { point, type, limit, nearestHouse: houses[0] }).map((id) => ({
      id,
      at: sources.places.at(id),
    }));
  });
}

function addressOf({ streetId, number, suffix, at }: HouseOnStreet): PlaceAtPoint {
  return { id: streetId, at, house: { text: `${number}${suffix}`, at, accuracy: 'parcel' } };
}

type Wanted = { point: LngLat; type: PlaceType; limit: number; nearestHouse: HouseOnStreet | undefined };

function idsAt(sources: Sources, { point, type, limit, nearestHouse }: Wanted): number[] {
  const { places } = sources;
  // What the nearest house's mail says is surer than any distance.
  const byHouse =
    nearestHouse && isWithinType(type) ? places.parentOf(nearestHouse.streetId, type) : undefined;
  if (byHouse !== undefined && limit === 1) return [byHouse];
  if (type === 'country') return countryAt(sources, point);
  const around = idsOfType({ sources, point, type });
  const ids = [byHouse, ...around.holding, ...around.near].filter((id) => id !== undefined);
  return [...new Set(ids)].slice(0, limit);
}

function isWithinType(type: PlaceType): type is WithinType {
  return (WITHIN_TYPES as readonly string[]).includes(type);
}

/** The country is known by its states. */
function countryAt(sources: Sources, point: LngLat): number[] {
  const [region] = idsOfType({ sources, point, type: 'region' }).holding;
  const country = region === undefined ? undefined : sources.places.parentOf(region, 'country');
  return country === undefined ? [] : [country];
}

type OfType = { sources: Sources; point: LngLat; type: PlaceType };

/** Those that have the point in them, the smallest first, and those near it, the nearest first. */
function idsOfType({ sources: { places, details }, point, type }: OfType) {
  const reach = REACH_KM[type] ?? 0;
  const holding: number[] = [];
  const near = new BestFew<{ id: number; kilometers: number }>(10, (a, b) => a.kilometers - b.kilometers);
  for (const spot of spotsOf(point)) {
    const box = boxAround(spot, reach);
    for (const id of places.idsOfType(type)) {
      if (!places.touches(id, box)) continue;
      const kilometers = places.kilometersFrom(id, spot);
      const area = kilometers === 0 ? details.areaOf(id) : undefined;
      if (area && areaContains(area, point)) holding.push(id);
      else if (reach > 0 && kilometers <= reach) near.offer({ id, kilometers });
    }
  }
  holding.sort((a, b) => places.extentOf(a) - places.extentOf(b));
  return { holding, near: near.list.map(({ id }) => id) };
}

/** Bounds that reach across the antimeridian go on below -180. */
function spotsOf(point: LngLat): LngLat[] {
  return point.lng > 0 ? [point, { ...point, lng: point.lng - 360 }] : [point];
}
