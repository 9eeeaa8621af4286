// The United States as place records: states, counties, cities and ZIP codes, for the place index.
import { areaContains } from '../geo/area-contains.ts';
import { boundsOf, unionOfBounds } from '../geo/bounds-of.ts';
import { type AreaGeometry, type LngLat, type Position, polygonsOf } from '../geo/geometry.ts';
import { insidePoint } from '../geo/inside-point.ts';
import { kilometersBetween } from '../geo/kilometers-between.ts';
import { nameWords } from '../store/place-words.ts';
import { CREDITS, creditText } from './credits.ts';
import { type PlaceList, townImportance } from './place-list.ts';
import { type City, readCities, readUsCounties, readUsStates, readZips, type Zip } from './read-sources.ts';
import { boxesBetween } from './zip-reach.ts';

export const US_ATTRIBUTION = `Cities and ZIP codes: ${creditText(CREDITS.geoNames)}. State and county lines: ${creditText(CREDITS.censusBureau)}.`;

const COUNTRY = {
  type: 'country',
  name: 'United States',
  aliases: ['US', 'USA', 'United States of America'],
  shortCode: 'us',
  at: { lng: -98.58, lat: 39.83 },
  within: {},
  importance: 12,
} as const;

type Options = {
  /** An area whose towns come from elsewhere: cities and ZIP codes in it are left out. */
  without: AreaGeometry | undefined;
};

/** A town as a parent of streets: its place's id, and where it lies. */
type Town = { place: number; district: number | undefined; at: LngLat };
type CountyArea = { district: number; region: number | undefined; area: AreaGeometry };

export type UnitedStates = {
  country: number;
  /** The ids of the states, by code. */
  regions: ReadonlyMap<string, number>;
  counties: readonly CountyArea[];
  towns: readonly Town[];
};

export function addUnitedStates(list: PlaceList, { without }: Options): UnitedStates {
  const isWanted = ({ region, at }: City) => regions.has(region) && !(without && areaContains(without, at));
  const country = list.add(COUNTRY);
  const states = readUsStates();
  const regions = new Map<string, number>();
  for (const { code, name, area } of states) {
    if (code === undefined) continue;
    const place = { type: 'region', name, aliases: [code], shortCode: `US-${code}` } as const;
    regions.set(code, list.add({ ...place, within: { country }, importance: 10, ...extentOf(area) }));
  }
  const counties: CountyArea[] = [];
  const towns: Town[] = [];
  const districts = new Map(
    readUsCounties(states).map(({ code, state, name, area }) => {
      const region = regions.get(state);
      const within = { region, country };
      const district = list.add({ type: 'district', name, within, importance: 2, ...extentOf(area) });
      counties.push({ district, region, area });
      return [code, district];
    }),
  );
  const withinOf = ({ region, countyCode }: City) => ({
    district: districts.get(countyCode),
    region: regions.get(region),
    country,
  });
  const cities = readCities().filter((city) => city.country === 'US' && isWanted(city));
  const zips = readZips().filter(({ city }) => isWanted(city));
  const boxes = boxesBetween(zips.map(({ city }) => city.at));
  const reachOf = new Map(zips.map(({ zip }, at) => [zip, boxes[at]!]));
  for (const { town, zips: codes } of townsWithZips(cities, zips)) {
    const within = withinOf(town);
    const aliases = town.name.endsWith(' City') ? [town.name.slice(0, -' City'.length)] : [];
    const place = list.add({
      type: 'place',
      name: town.name,
      aliases,
      at: town.at,
      within,
      importance: townImportance(codes.length),
      ...(codes.length > 0 && { bounds: unionOfBounds(codes.map(({ zip }) => reachOf.get(zip)!)) }),
    });
    // Neighborhoods are on the list of cities, too; people know their town by its post office.
    if (codes.length > 0) towns.push({ place, district: within.district, at: town.at });
    for (const { zip, city: office } of codes) {
      list.add({
        type: 'postcode',
        name: zip,
        at: office.at,
        bounds: reachOf.get(zip)!,
        within: { ...withinOf(office), place },
        importance: 1,
      });
    }
  }
  return { country, regions, counties, towns };
}

type TownWithZips = { town: City; zips: Zip[] };

/** The number of a town's ZIP codes stands in for its population, which the sources lack. */
function townsWithZips(cities: readonly City[], zips: readonly Zip[]): TownWithZips[] {
  const towns = cities.map((town): TownWithZips => ({ town, zips: [] }));
  const byName = new Map<string, TownWithZips[]>();
  const remember = (key: string, town: TownWithZips) => {
    byName.set(key, [...(byName.get(key) ?? []), town]);
  };
  for (const town of towns) remember(keyOf(town.town), town);
  for (const zip of zips) {
    const { city } = zip;
    // The post says New York where the list of cities says New York City.
    const known = byName.get(keyOf(city)) ?? byName.get(keyOf({ ...city, name: `${city.name} City` }));
    if (known) {
      nearest(known, city.at).zips.push(zip);
      continue;
    }
    // A town too small for the list of cities, but with a post office.
    const town = { town: city, zips: [zip] };
    towns.push(town);
    remember(keyOf(city), town);
  }
  return towns;
}

function keyOf({ name, region }: City): string {
  return `${nameWords(name).join(' ')}, ${region}`;
}

function nearest(towns: readonly TownWithZips[], to: LngLat): TownWithZips {
  return towns.reduce((best, other) =>
    kilometersBetween(other.town.at, to) < kilometersBetween(best.town.at, to) ? other : best,
  );
}

/** Alaska's islands beyond the antimeridian count on below -180: otherwise its bounds would span the globe. */
function extentOf(area: AreaGeometry) {
  const coordinates = polygonsOf(area).map((rings) =>
    rings.map((ring) => ring.map(([lng, lat]): Position => [lng > 0 ? lng - 360 : lng, lat])),
  );
  return { at: insidePoint(area), bounds: boundsOf({ type: 'MultiPolygon', coordinates }), area };
}
