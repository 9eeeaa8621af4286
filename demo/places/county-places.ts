// The demo county's named places, streets, houses and crossings, and the country around it, for the place index.

import { GroundList, type NamedGround } from '../../gazetteer/named-grounds.ts';
import { markLocal, PlaceList, townImportance } from '../../gazetteer/place-list.ts';
import { streetTitle } from '../../gazetteer/street-title.ts';
import { addUnitedStates, US_ATTRIBUTION } from '../../gazetteer/us-places.ts';
import { boundsOf, unionOfBounds } from '../../geo/bounds-of.ts';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import { insidePoint } from '../../geo/inside-point.ts';
import type { ReplacePlaces, Within } from '../../store/place-store.ts';
import type { County, LanduseKind } from '../county/county.ts';
import { AddressGrid } from './address-grid.ts';
import { type CountyStreet, countyStreets } from './county-streets.ts';

/** Smaller than any town, larger than a street. */
const NEIGHBORHOOD_IMPORTANCE = 0.5;

export function countyPlaces(county: County): Omit<ReplacePlaces, 'parcelVersion'> {
  const list = new PlaceList();
  const outline = county.boundaries.find(({ kind }) => kind === 'county')!.geometry;
  const { country, regions } = addUnitedStates(list, { without: outline });
  const state = { region: regions.get(county.state), country };
  const district = list.add({
    type: 'district',
    name: county.name,
    at: insidePoint(outline),
    bounds: boundsOf(outline),
    area: outline,
    within: state,
    importance: 2,
  });
  const townByName = addTowns(list, county, { ...state, district });
  const grid = new AddressGrid(county.addresses);
  const withinAt = (at: LngLat) => townByName.get(grid.nearest(at).city)!;

  const importance = NEIGHBORHOOD_IMPORTANCE;
  for (const { name, kind, at } of county.places) {
    if (kind !== 'neighbourhood') continue;
    list.add({ type: 'neighborhood', name, at, within: withinAt(at), importance });
  }
  for (const { kind, ...ground } of grounds(county)) {
    list.add({ type: 'poi', category: kind, ...ground, within: withinAt(ground.at), importance });
  }

  const { streets, crossings } = countyStreets({ ...county, grid });
  markLocal(list.places, { land: [boundsOf(outline)], around: [{ ...state, district }] });
  const ids = new Map(
    streets.map((street) => [street, addStreet(list, street, townByName.get(street.city)!)]),
  );
  return {
    places: list.places,
    houses: streets.flatMap((street) =>
      street.houses.map(({ houseNumber, at }) => ({
        streetId: ids.get(street)!,
        number: houseNumber,
        suffix: '',
        at,
      })),
    ),
    crossings: crossings.map(({ streets: [one, other], at }) => ({
      streetIds: [ids.get(one)!, ids.get(other)!],
      at,
    })),
    attribution: `${county.name} is fictional. ${US_ATTRIBUTION}`,
  };
}

/** Adds towns and hamlets, each with its ZIP code. Returns by name what a place in each of them lies within. */
function addTowns(list: PlaceList, county: County, around: Within): Map<string, Within> {
  const zips = new Map(county.addresses.map(({ city, zip }) => [city, zip]));
  const housesIn = (name: string) => county.addresses.filter(({ city }) => city === name).map(({ at }) => at);
  const towns = county.places.filter(({ kind }) => kind !== 'neighbourhood');
  return new Map(
    towns.map(({ name, population, at }) => {
      const limits = county.boundaries.find((area) => area.kind === 'town' && area.name === name)?.geometry;
      const place = list.add({
        type: 'place',
        name,
        at,
        within: around,
        importance: townImportance(population / 10_000),
        ...(limits ? { bounds: boundsOf(limits), area: limits } : reaching(housesIn(name))),
      });
      const zip = zips.get(name);
      const inTown = { ...around, place };
      const postcode =
        zip === undefined
          ? undefined
          : list.add({
              type: 'postcode',
              name: zip,
              at,
              ...reaching(housesIn(name)),
              within: inTown,
              importance: 1,
            });
      return [name, { ...inTown, postcode }];
    }),
  );
}

function addStreet(list: PlaceList, { name, ref, at, bounds }: CountyStreet, within: Within): number {
  return list.add({
    type: 'address',
    name: streetTitle(name),
    ...(ref !== undefined && { aliases: [ref] }),
    at,
    bounds,
    within,
    isLocal: true,
    importance: 0,
  });
}

/** As far as its houses. */
function reaching(spots: readonly LngLat[]): { bounds?: Bounds } {
  if (spots.length < 2) return {};
  const points = spots.map(({ lng, lat }) => ({ west: lng, south: lat, east: lng, north: lat }));
  return { bounds: unionOfBounds(points) };
}

const KINDS: Partial<Record<LanduseKind, string>> = { golf: 'golf course' };

/** Parks, schools, the lake, the streams. Each once, though the lake has several parts. */
function grounds({ landuse, water, streams }: County): Iterable<NamedGround> {
  const list = new GroundList();
  for (const { name, kind, geometry } of [...landuse, ...water]) {
    const known = KINDS[kind as LanduseKind] ?? kind;
    if (name !== null) list.add({ name, kind: known, at: insidePoint(geometry), bounds: boundsOf(geometry) });
  }
  for (const { name, kind, line } of streams) {
    const [lng, lat] = line[line.length >> 1]!;
    const bounds = boundsOf({ type: 'LineString', coordinates: line });
    if (name !== null) list.add({ name, kind: kind === 'river' ? kind : 'stream', at: { lng, lat }, bounds });
  }
  return list.list();
}
