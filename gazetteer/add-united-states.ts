// The country around the parcels: its states, counties, cities and ZIP codes.
import { areaContains } from '../geo/area-contains.ts';
import { boundsOf } from '../geo/bounds-of.ts';
import { type AreaGeometry, type LngLat, type Position, polygonsOf } from '../geo/geometry.ts';
import { insidePoint } from '../geo/inside-point.ts';

import { kilometersBetween } from '../geo/kilometers-between.ts';
import { nameWords } from '../store/places/place-words.ts';
import { type PlaceList, townImportance } from './place-list.ts';
import { readUsSources, type UsTown, type UsZip } from './read-us-sources.ts';

export const US_ATTRIBUTION =
  'Cities and ZIP codes: GeoNames, CC BY 4.0. State and county lines: US Census Bureau.';

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
  /** Land that has towns of its own: those of the sources are left out there. */
  without: AreaGeometry | undefined;
};

export type UnitedStates = { country: number; regions: ReadonlyMap<string, number> };

export function addUnitedStates(list: PlaceList, { without }: Options): UnitedStates {
  const { states, counties, cities, zips } = readUsSources();
  const isElsewhere = ({ at }: { at: LngLat }) => !(without && areaContains(without, at));
  const country = list.add(COUNTRY);
  const regions = new Map(
    states.map(({ code, name, area }) => {
      const shortCode = `US-${code}`;
      const place = {
        type: 'region',
        name,
        aliases: [code],
        shortCode,
        within: { country },
        importance: 10,
      } as const;
      return [code, list.add({ ...place, ...spread(area) })];
    }),
  );
  const districts = new Map(
    counties.map(({ code, state, name, area }) => {
      const within = { region: regions.get(state), country };
      return [code, list.add({ type: 'district', name, within, importance: 2, ...spread(area) })];
    }),
  );
  const withinOf = ({ state, countyCode }: UsTown) => ({
    district: districts.get(countyCode),
    region: regions.get(state),
    country,
  });
  const offices = zips.filter(({ town }) => isElsewhere(town));
  for (const { town, zips: codes } of townsWithZips(cities.filter(isElsewhere), offices)) {
    const within = withinOf(town);
    const aliases = town.name.endsWith(' City') ? [town.name.slice(0, -' City'.length)] : [];
    const place = list.add({
      type: 'place',
      name: town.name,
      aliases,
      at: town.at,
      within,
      importance: townImportance(codes.length),
    });
    for (const { zip, town: office } of codes) {
      list.add({
        type: 'postcode',
        name: zip,
        at: office.at,
        within: { ...withinOf(office), place },
        importance: 1,
      });
    }
  }
  return { country, regions };
}

type TownWithZips = { town: UsTown; zips: UsZip[] };

/** How many ZIP codes a town has is as good as its population, which these sources do not tell. */
function townsWithZips(cities: readonly UsTown[], zips: readonly UsZip[]): TownWithZips[] {
  const towns = cities.map((town): TownWithZips => ({ town, zips: [] }));
  const byName = new Map<string, TownWithZips[]>();
  const remember = (key: string, town: TownWithZips) => {
    byName.set(key, [...(byName.get(key) ?? []), town]);
  };
  for (const town of towns) remember(keyOf(town.town), town);
  for (const zip of zips) {
    const { name, ...rest } = zip.town;
    // The post calls New York City by its first name.
    const known = byName.get(keyOf(zip.town)) ?? byName.get(keyOf({ ...rest, name: `${name} City` }));
    if (known) {
      nearest(known, zip.town.at).zips.push(zip);
      continue;
    }
    // Towns too small for the list of cities still have a post office.
    const town = { town: zip.town, zips: [zip] };
    towns.push(town);
    remember(keyOf(zip.town), town);
  }
  return towns;
}

function keyOf({ name, state }: UsTown): string {
  return `${nameWords(name).join(' ')}, ${state}`;
}

function nearest(towns: readonly TownWithZips[], to: LngLat): TownWithZips {
  return towns.reduce((best, other) =>
    kilometersBetween(other.town.at, to) < kilometersBetween(best.town.at, to) ? other : best,
  );
}

/** The islands of Alaska beyond the antimeridian would stretch its bounds around the globe, so they count on below -180. */
function spread(area: AreaGeometry) {
  const coordinates = polygonsOf(area).map((rings) =>
    rings.map((ring) => ring.map(([lng, lat]): Position => [lng > 0 ? lng - 360 : lng, lat])),
  );
  return { at: insidePoint(area), bounds: boundsOf({ type: 'MultiPolygon', coordinates }), area };
}
