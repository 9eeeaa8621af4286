// Reverse geocoding: the nearest houses, the places that contain a point, and places near it.
import type { PlaceType } from '../../contract/place-types.ts';
import { areaContains } from '../../geo/area-contains.ts';
import type { LngLat } from '../../geo/geometry.ts';
import { boxAround, kilometersBetween } from '../../geo/kilometers-between.ts';
import { type PointQuery, WITHIN_TYPES, type WithinType } from '../place-store.ts';
import type { FoundHouse, HouseOnStreet, PlaceDetails } from './place-index.ts';
import type { PlaceTable } from './place-table.ts';
import { TopK } from './top-k.ts';

export type PlaceAtPoint = { id: number; at: LngLat; house?: FoundHouse };

/** How far a place of this type may be from the point. Places of other types must contain it. */
const DISTANCE_MAX_KM: Partial<Record<PlaceType, number>> = {
  postcode: 15,
  place: 15,
  locality: 5,
  neighborhood: 1,
  poi: 0.2,
};

/** The order of the answer, from the most specific type to the least. */
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
  // The postal address of the nearest house is more reliable than distances.
  const byHouse =
    nearestHouse && isWithinType(type) ? places.parentOf(nearestHouse.streetId, type) : undefined;
  if (byHouse !== undefined && limit === 1) return [byHouse];
  if (type === 'country') return countryAt(sources, point);
  const around = idsOfType({ sources, point, type });
  const ids = [byHouse, ...around.containing, ...around.near].filter((id) => id !== undefined);
  return [...new Set(ids)].slice(0, limit);
}

function isWithinType(type: PlaceType): type is WithinType {
  return (WITHIN_TYPES as readonly string[]).includes(type);
}

/** Countries have no areas here: the country is that of the state at the point. */
function countryAt(sources: Sources, point: LngLat): number[] {
  const [region] = idsOfType({ sources, point, type: 'region' }).containing;
  const country = region === undefined ? undefined : sources.places.parentOf(region, 'country');
  return country === undefined ? [] : [country];
}

type OfType = { sources: Sources; point: LngLat; type: PlaceType };

/** The places that contain the point, smallest first, and those near it, nearest first. */
function idsOfType({ sources: { places, details }, point, type }: OfType) {
  const maxKm = DISTANCE_MAX_KM[type] ?? 0;
  const containing: number[] = [];
  const near = new TopK<{ id: number; kilometers: number }>(10, (a, b) => a.kilometers - b.kilometers);
  for (const wrapped of wrappedPoints(point)) {
    const box = boxAround(wrapped, maxKm);
    for (const id of places.idsOfType(type)) {
      if (!places.touches(id, box)) continue;
      const fromBox = places.kilometersFrom(id, wrapped);
      const area = fromBox === 0 ? details.areaOf(id) : undefined;
      if (area && areaContains(area, point)) {
        containing.push(id);
        continue;
      }
      const kilometers = kilometersBetween(places.at(id), wrapped);
      // The box around a park or a ZIP code has corners that are far from it. A town's has its outskirts.
      const reached = type === 'place' ? fromBox : kilometers;
      if (maxKm > 0 && reached <= maxKm) near.offer({ id, kilometers });
    }
  }
  containing.sort((a, b) => places.extentOf(a) - places.extentOf(b));
  return { containing, near: near.list.map(({ id }) => id) };
}

/** Bounds that cross the antimeridian continue below -180, so the point is also tested 360 degrees to the west. */
function wrappedPoints(point: LngLat): LngLat[] {
  return point.lng > 0 ? [point, { ...point, lng: point.lng - 360 }] : [point];
}
