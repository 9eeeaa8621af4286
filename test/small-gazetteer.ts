// A small hand-written gazetteer for tests: a few cities and three little towns with streets and houses.
import type { PlaceType } from '../contract/place-types.ts';
import { ringOfBounds } from '../geo/bounds-of.ts';
import type { Bounds, LngLat, PolygonGeometry } from '../geo/geometry.ts';
import type {
  CrossingRecord,
  HouseRecord,
  PlaceRecord,
  ReplacePlaces,
  Within,
} from '../store/place-store.ts';

/** The distance between two towns, from west to east. */
const TOWN_DEGREES = 0.1;
export const ALDERBROOK = { lng: -80.86, lat: 35.62 };

const places: PlaceRecord[] = [];

type NewPlace = Omit<PlaceRecord, 'id' | 'importance'> & { importance?: number };

function add({ importance = 0, isLocal = true, ...place }: NewPlace): number {
  const id = places.length + 1;
  places.push({ ...place, id, isLocal, importance });
  return id;
}

function box({ west, south, east, north }: Bounds): PolygonGeometry {
  return {
    type: 'Polygon',
    coordinates: [ringOfBounds({ west, south, east, north })],
  };
}

function around({ lng, lat }: LngLat, degrees: number): Bounds {
  return { west: lng - degrees, south: lat - degrees, east: lng + degrees, north: lat + degrees };
}

function addArea(
  type: PlaceType,
  { bounds, ...place }: Omit<NewPlace, 'type' | 'at' | 'area'> & { bounds: Bounds },
) {
  const at = { lng: (bounds.west + bounds.east) / 2, lat: (bounds.south + bounds.north) / 2 };
  return add({ ...place, type, at, bounds, area: box(bounds) });
}

const country = add({
  type: 'country',
  name: 'United States',
  aliases: ['US', 'USA'],
  shortCode: 'us',
  at: { lng: -98, lat: 39 },
  within: {},
  importance: 12,
});

function addState(name: string, code: string, bounds: Bounds): number {
  const shortCode = `US-${code}`;
  const isLocal = code === 'NC';
  return addArea('region', {
    name,
    aliases: [code],
    shortCode,
    bounds,
    within: { country },
    isLocal,
    importance: 10,
  });
}

const carolina = addState('North Carolina', 'NC', { west: -84.3, south: 33.8, east: -75.4, north: 36.6 });
const connecticut = addState('Connecticut', 'CT', { west: -73.7, south: 41, east: -71.8, north: 42.1 });
const florida = addState('Florida', 'FL', { west: -87.6, south: 24.5, east: -80, north: 31 });
const michigan = addState('Michigan', 'MI', { west: -90.4, south: 41.7, east: -82.4, north: 48.3 });
const maine = addState('Maine', 'ME', { west: -71, south: 43, east: -67, north: 47.5 });

function addCity(
  name: string,
  { at, region, importance }: { at: LngLat; region: number; importance: number },
) {
  return add({ type: 'place', name, at, within: { region, country }, isLocal: false, importance });
}

addCity('Charlotte', { at: { lng: -80.84, lat: 35.23 }, region: carolina, importance: 6.2 });
addCity('Charlotte', { at: { lng: -84.84, lat: 42.56 }, region: michigan, importance: 2 });
addCity('Main', { at: { lng: -84, lat: 26 }, region: florida, importance: 9 });
addCity('Saint Augustine', { at: { lng: -81.31, lat: 29.89 }, region: florida, importance: 3 });
addCity('Hartford', { at: { lng: -72.69, lat: 41.76 }, region: connecticut, importance: 5 });
addCity('Portland', { at: { lng: -70.26, lat: 43.66 }, region: maine, importance: 4 });
const county = addArea('district', {
  name: 'Alder County',
  bounds: { west: -81.1, south: 35.5, east: -80.5, north: 35.75 },
  within: { region: carolina, country },
  importance: 2,
});

type Town = { at: LngLat; within: Within };

function addTown(name: string, { step, zip }: { step: number; zip: string }): Town {
  const at = { lng: ALDERBROOK.lng + step * TOWN_DEGREES, lat: ALDERBROOK.lat };
  const wide = { district: county, region: carolina, country };
  const place = addArea('place', { name, bounds: around(at, 0.03), within: wide, importance: 3 - step });
  const within = { ...wide, place };
  const postcode = add({ type: 'postcode', name: zip, at, bounds: around(at, 0.04), within, importance: 1 });
  return { at, within: { ...wide, place, postcode } };
}

const alderbrook = addTown('Alderbrook', { step: 0, zip: '28176' });
const penhallow = addTown('Penhallow', { step: 1, zip: '28177' });
const tarrow = addTown('Tarrow Mills', { step: 2, zip: '28178' });
add({
  type: 'neighborhood',
  name: 'Heron Ridge',
  at: { lng: -80.85, lat: 35.63 },
  within: alderbrook.within,
});
const rumplePark = { lng: -80.87, lat: 35.61 };
add({
  type: 'poi',
  name: 'Rumple Park',
  category: 'park',
  at: rumplePark,
  bounds: around(rumplePark, 0.003),
  within: alderbrook.within,
});

const houses: HouseRecord[] = [];
const crossings: CrossingRecord[] = [];

/** A street that runs east through a town, a little north of the one before. A house's number sets its position. */
function addStreet(
  town: Town,
  { name, numbers = [] }: { name: string; numbers?: readonly (number | string)[] },
): number {
  const lat = town.at.lat + 0.0005 * (places.length % 40);
  const bounds = { west: town.at.lng - 0.01, east: town.at.lng + 0.01, south: lat, north: lat };
  const at = { lng: town.at.lng, lat };
  const id = add({ type: 'address', name, at, bounds, within: town.within });
  for (const text of numbers) {
    const number = Number.parseInt(String(text), 10);
    const suffix = String(text).slice(String(number).length);
    houses.push({ streetId: id, number, suffix, at: { lng: bounds.west + number * 1e-5, lat } });
  }
  return id;
}

const main = addStreet(alderbrook, {
  name: 'Main Street',
  numbers: [101, 103, 105, 110, 201, '305A', '305B'],
});
const northMain = addStreet(alderbrook, { name: 'North Main Street', numbers: [12, 14] });
const oak = addStreet(alderbrook, { name: 'Oak Avenue', numbers: [7, 9, 412] });
addStreet(alderbrook, { name: 'White Oak Avenue', numbers: [20] });
addStreet(alderbrook, { name: 'Maple Street', numbers: [400, 408, 411, 412, 420, 1200] });
addStreet(alderbrook, { name: 'Maple Grove Lane', numbers: [1, 2] });
const johns = addStreet(alderbrook, { name: 'St Johns Road', numbers: [33] });
addStreet(alderbrook, { name: 'Mount Vernon Parkway', numbers: [1776] });
addStreet(alderbrook, { name: 'NC 214 Highway', numbers: [2210] });
const fifth = addStreet(alderbrook, { name: '5th Avenue', numbers: [500] });
addStreet(alderbrook, { name: 'North Street', numbers: [1] });
addStreet(alderbrook, { name: 'Hook and Ladder Road', numbers: [8] });
addStreet(alderbrook, { name: 'Alderbrook Highway', numbers: [77] });
addStreet(alderbrook, { name: 'Zinnia Court', numbers: [3] });
addStreet(alderbrook, { name: 'Canter Field Avenue', numbers: [2] });
addStreet(penhallow, { name: 'Thoroughbred Field Avenue', numbers: [214] });
addStreet(alderbrook, { name: 'Massachusetts Avenue', numbers: [744] });
addStreet(alderbrook, { name: 'Rockingham Place', numbers: [1] });
const penhallowMain = addStreet(penhallow, { name: 'Main Street', numbers: [101, 999] });
const penhallowFifth = addStreet(penhallow, { name: '5th Avenue' });
addStreet(penhallow, { name: 'Maple Street', numbers: [2, 412] });
const farMain = addStreet(tarrow, { name: 'Main Street', numbers: [1, 5000] });
const shuttle = addStreet(tarrow, { name: 'Shuttle Street', numbers: [15] });
addStreet(tarrow, { name: 'Señor Peña Trail', numbers: [6] });

function cross(streetIds: readonly [number, number], at: LngLat): void {
  crossings.push({ streetIds, at });
}
cross([main, oak], { lng: -80.861, lat: 35.621 });
cross([main, johns], { lng: -80.862, lat: 35.622 });
cross([northMain, oak], { lng: -80.863, lat: 35.623 });
cross([main, fifth], { lng: -80.864, lat: 35.624 });
cross([penhallowMain, penhallowFifth], { lng: -80.761, lat: 35.621 });
cross([farMain, shuttle], { lng: -80.661, lat: 35.621 });

export const smallGazetteer: ReplacePlaces = {
  places,
  houses,
  crossings,
  parcelVersion: 'a test',
  attribution: 'Written by hand.',
};
