// Made-up addresses in streets and towns, among all of the United States.
import type { PlaceList } from '../../gazetteer/place-list.ts';
import { addUnitedStates } from '../../gazetteer/us-places.ts';
import type { LngLat } from '../../geo/geometry.ts';
import type { CrossingRecord, HouseRecord } from '../../store/place-store.ts';

export const HOUSES_PER_STREET = 25;
export const STREETS_PER_TOWN = 400;
/** Each street crosses the next few of its town. */
const CROSSINGS_PER_STREET = 4;
const FIRST_WORDS =
  'Alder Birch Cedar Dogwood Elm Fern Granite Heron Iris Juniper Kestrel Laurel Maple Nettle Oak Pine Quail River Spruce Thistle Umber Vale Willow Yarrow Zinnia Amber Brook Copper Dale Eagle'.split(
    ' ',
  );
const SECOND_WORDS =
  'Hill Creek Grove Ridge Mill Spring Hollow Bend Chapel Farm Ferry Glen Meadow Point'.split(' ');
const SUFFIXES = ['Street', 'Avenue', 'Road', 'Drive', 'Lane', 'Court', 'Place', 'Way'];
const TOWN_ENDS = ['ton', 'ville', 'field', 'burg', 'ford'];
export type Street = { id: number; name: string; town: string; zip: string; at: LngLat };

export function pick<T>(list: readonly T[], number: number): T {
  return list[number % list.length]!;
}

function townName(town: number): string {
  const end = pick(TOWN_ENDS, Math.floor(town / FIRST_WORDS.length));
  return pick(FIRST_WORDS, town) + end + (town >= 150 ? ` ${Math.floor(town / 150)}` : '');
}

export function makeStreets(list: PlaceList, towns: number): Street[] {
  const { country, regions } = addUnitedStates(list, { without: undefined });
  const around = { region: regions.get('NC'), country };
  return Array.from({ length: towns }, (_, town) => {
    const at = { lng: -83 + (town % 10) * 0.5, lat: 34.5 + Math.floor(town / 10) * 0.15 };
    const name = townName(town);
    const zip = String(10_000 + town * 7);
    const place = list.add({ type: 'place', name, at, within: around, importance: 2 });
    const postcode = list.add({
      type: 'postcode',
      name: zip,
      at,
      within: { ...around, place },
      importance: 1,
    });
    const within = { ...around, place, postcode };
    return Array.from({ length: STREETS_PER_TOWN }, (_2, street) => {
      const words = [pick(FIRST_WORDS, street + town), pick(SECOND_WORDS, Math.floor(street / 30))];
      const title = [...words, pick(SUFFIXES, street)].join(' ');
      const spot = { lng: at.lng + (street % 20) * 0.01, lat: at.lat + Math.floor(street / 20) * 0.002 };
      const bounds = { west: spot.lng, east: spot.lng + 0.01, south: spot.lat, north: spot.lat };
      const id = list.add({ type: 'address', name: title, at: spot, bounds, within, importance: 0 });
      return { id, name: title, town: name, zip, at: spot };
    });
  }).flat();
}

export function* housesOf(streets: readonly Street[]): Generator<HouseRecord> {
  for (const { id, at } of streets) {
    for (let house = 0; house < HOUSES_PER_STREET; house++) {
      yield {
        streetId: id,
        number: 100 + 4 * house,
        suffix: '',
        at: { lng: at.lng + house * 0.0004, lat: at.lat },
      };
    }
  }
}

export function* crossingsOf(streets: readonly Street[]): Generator<CrossingRecord> {
  for (const [index, { id, town, at }] of streets.entries()) {
    for (const other of streets.slice(index + 1, index + 1 + CROSSINGS_PER_STREET)) {
      if (other.town === town) yield { streetIds: [id, other.id], at };
    }
  }
}
