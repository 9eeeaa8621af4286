// Streets and houses of real parcels, gathered from their site addresses, with their sources and the country around them.

import { parseSiteAddress } from '../contract/parse-site-address.ts';
import { areaContains } from '../geo/area-contains.ts';
import { boundsOf, containsPoint, unionOfBounds, widenBounds } from '../geo/bounds-of.ts';
import type { Bounds, LngLat, Position } from '../geo/geometry.ts';
import { groupBy } from '../geo/groups.ts';
import { kilometersBetween } from '../geo/kilometers-between.ts';
import type {
  CrossingRecord,
  HouseRecord,
  PlaceRecord,
  ReplacePlaces,
  Within,
} from '../store/place-store.ts';
import { nameWords } from '../store/place-words.ts';
import { GroundList, type NamedGround } from './named-grounds.ts';
import { markLocal, PlaceList } from './place-list.ts';
import { StreetSegments } from './street-crossings.ts';
import { streetTitle } from './street-title.ts';
import { addUnitedStates, type UnitedStates, US_ATTRIBUTION } from './us-places.ts';
import { ZipReach } from './zip-reach.ts';

/** A street of the same name this far away is another one: about 6 km. */
const STREET_CELL_DEGREES = 0.06;
/** Nearest means little beyond it. */
const TOWN_KILOMETERS_MAX = 40;
/** Loaded land comes before a city elsewhere whose name shares a word with it, but not before a state's own name. */
const LOADED_IMPORTANCE = 11;
/** Less than any town, more than a street. */
const GROUND_IMPORTANCE = 0.5;

type Street = {
  /** As the county writes it. */
  name: string;
  bounds: Bounds;
  /** The sum of positions, for the middle of the street. */
  sum: LngLat;
  count: number;
  aliases: string[];
};

/** A part of a street on a map: as its source writes it, 'MT AUBURN ST'. */
export type StreetLine = { name: string; aliases?: readonly string[]; line: readonly Position[] };

/** What is read of a parcel. */
type Addressed = {
  site_address: string | null;
  add1?: string | null;
  zip?: string | null;
  centroid: LngLat;
};

/** A source of parcels, such as a county. */
type LoadedLand = { title: string; bounds: Bounds; center: LngLat };

/** Gathers sources, addresses and the lines of street maps one by one. Houses are columns of numbers, because a state has millions of them. */
export class StreetList {
  readonly sources: LoadedLand[] = [];
  readonly #streets: Street[] = [];
  /** The same name in neighboring cells is one street. */
  readonly #atCell = new Map<string, number>();
  readonly #streetOf: number[] = [];
  readonly #numbers: number[] = [];
  readonly #suffixes: string[] = [];
  readonly #lngs: number[] = [];
  readonly #lats: number[] = [];
  readonly #segments = new StreetSegments();
  readonly #grounds = new GroundList();
  readonly zips = new ZipReach();

  addSource({ title, bounds, center }: LoadedLand): void {
    this.sources.push({ title, bounds, center });
  }

  add({ site_address, add1, zip, centroid }: Addressed): void {
    // Who gets mail at home tells the ZIP code of the land.
    if (site_address !== null && site_address === add1 && zip) this.zips.add(zip, centroid);
    const address = site_address === null ? undefined : parseSiteAddress(site_address);
    if (!address) return;
    const at = this.#streetAt(address.street, centroid);
    const street = this.#streets[at]!;
    extend(street, centroid);
    if (!address.house) return;
    this.#streetOf.push(at);
    this.#numbers.push(address.house.number);
    this.#suffixes.push(address.house.suffix);
    this.#lngs.push(centroid.lng);
    this.#lats.push(centroid.lat);
  }

  /** After the addresses: their way of writing a street's name is kept. */
  addLine({ name, aliases = [], line }: StreetLine): void {
    if (line.length < 2 || nameWords(name).length === 0) return;
    const [lng, lat] = line[line.length >> 1]!;
    const at = this.#streetAt(name, { lng, lat });
    const street = this.#streets[at]!;
    for (const [lng, lat] of line) extend(street, { lng, lat });
    for (const alias of aliases) if (!street.aliases.includes(alias)) street.aliases.push(alias);
    this.#segments.add(at, line);
  }

  addGround(ground: NamedGround): void {
    this.#grounds.add(ground);
  }

  get grounds(): Iterable<NamedGround> {
    return this.#grounds.list();
  }

  #streetAt(name: string, { lng, lat }: LngLat): number {
    const words = wordsOf(name);
    const column = Math.floor(lng / STREET_CELL_DEGREES);
    const row = Math.floor(lat / STREET_CELL_DEGREES);
    const key = `${column} ${row} ${words}`;
    const known = this.#atCell.get(key) ?? this.#inNeighborCell({ column, row, words });
    const at = known ?? this.#streets.length;
    if (known === undefined) this.#streets.push(newStreet(name));
    this.#atCell.set(key, at);
    return at;
  }

  #inNeighborCell({ column, row, words }: { column: number; row: number; words: string }) {
    for (let x = column - 1; x <= column + 1; x++) {
      for (let y = row - 1; y <= row + 1; y++) {
        const known = this.#atCell.get(`${x} ${y} ${words}`);
        if (known !== undefined) return known;
      }
    }
    return undefined;
  }

  get streets(): readonly Street[] {
    return this.#streets;
  }

  /** The middle of each street: on its line, where that is known. */
  middles(): LngLat[] {
    const means = this.#streets.map(({ sum, count }) => ({ lng: sum.lng / count, lat: sum.lat / count }));
    const onLines = this.#segments.nearestTo((street) => means[street]!);
    return means.map((mean, street) => onLines.get(street) ?? mean);
  }

  /** `idOf` as for houses. */
  *crossings(idOf: (street: number) => number): Generator<CrossingRecord> {
    for (const { streets, at } of this.#segments.crossings()) {
      yield { streetIds: [idOf(streets[0]), idOf(streets[1])], at };
    }
  }

  /** `idOf` answers the place id of a street by its number in `streets`. */
  *houses(idOf: (street: number) => number): Generator<HouseRecord> {
    for (let i = 0; i < this.#numbers.length; i++) {
      yield {
        streetId: idOf(this.#streetOf[i]!),
        number: this.#numbers[i]!,
        suffix: this.#suffixes[i]!,
        at: { lng: this.#lngs[i]!, lat: this.#lats[i]! },
      };
    }
  }
}

function newStreet(name: string): Street {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  return { name, bounds, sum: { lng: 0, lat: 0 }, count: 0, aliases: [] };
}

function extend(street: Street, { lng, lat }: LngLat): void {
  const { bounds, sum } = street;
  bounds.west = Math.min(bounds.west, lng);
  bounds.south = Math.min(bounds.south, lat);
  bounds.east = Math.max(bounds.east, lng);
  bounds.north = Math.max(bounds.north, lat);
  sum.lng += lng;
  sum.lat += lat;
  street.count++;
}

/** `credit` names where the addresses come from. */
export function parcelPlaces(gathered: StreetList, credit: string): Omit<ReplacePlaces, 'parcelVersion'> {
  const list = new PlaceList();
  const unitedStates = addUnitedStates(list, { without: undefined });
  const withinAt = parentFinder(unitedStates);
  for (const source of gathered.sources) addSource(list, { ...source, within: withinAt(source.center) });
  const middles = gathered.middles();
  const ids = gathered.streets.map(({ name, aliases, bounds }, street) =>
    list.add({
      type: 'address',
      name: streetTitle(name),
      ...(aliases.length > 0 && { aliases }),
      at: middles[street]!,
      bounds,
      within: withinAt(middles[street]!),
      importance: 0,
    }),
  );
  const towns = groupBy(
    list.places.filter(({ type }) => type === 'place'),
    ({ name }) => wordsOf(name),
  );
  for (const ground of gathered.grounds) addGround(list, { ground, towns, within: withinAt(ground.at) });
  widenTowns(list, ids);
  gathered.zips.widen(list.places);
  markLocal(list.places, {
    land: gathered.sources.map(({ bounds }) => bounds),
    around: gathered.sources.map(({ center }) => withinAt(center)),
  });
  const idOf = (street: number) => ids[street]!;
  return {
    places: list.places,
    houses: gathered.houses(idOf),
    crossings: gathered.crossings(idOf),
    attribution: `Addresses: ${credit}. ${US_ATTRIBUTION}`,
  };
}

function addSource(
  list: PlaceList,
  { title, bounds, center, within }: LoadedLand & { within: Within },
): void {
  const [name] = title.split(',');
  // Most sources are a county under its own name, which is on the list already.
  const known = [within.region, within.district, within.place]
    .flatMap((id) => (id === undefined ? [] : list.places[id - 1]!))
    .find((place) => wordsOf(place.name) === wordsOf(name!));
  if (known) {
    if (!known.area) known.bounds = bounds;
    known.importance = LOADED_IMPORTANCE;
    return;
  }
  // Without an area, so that it is never the answer to what lies at a point. Without parents, because a title says itself
  // where it lies: 'City of Cambridge, Massachusetts'.
  list.add({ type: 'district', name: title, at: center, bounds, within: {}, importance: LOADED_IMPORTANCE });
}

const SAME_TOWN_KILOMETERS = 5;

type AddedGround = { ground: NamedGround; towns: ReadonlyMap<string, PlaceRecord[]>; within: Within };

/** A town or a quarter of the gazetteer, which the map names, too, is not listed twice. */
function addGround(list: PlaceList, { ground, towns, within }: AddedGround): void {
  const { name, kind, at, bounds } = ground;
  const type = kind === 'town' ? 'locality' : kind === 'neighborhood' ? kind : 'poi';
  const isHere = (town: PlaceRecord) => kilometersBetween(town.at, at) < SAME_TOWN_KILOMETERS;
  if (type !== 'poi' && towns.get(wordsOf(name))?.some(isHere)) return;
  const category = type === 'poi' ? { category: kind } : {};
  list.add({ type, name, ...category, at, ...(bounds && { bounds }), within, importance: GROUND_IMPORTANCE });
}

/** A town reaches as far as the streets that are said to lie in it. Not known of one beside the loaded land. */
function widenTowns({ places }: PlaceList, streets: readonly number[]): void {
  const reach = new Map<number, Bounds>();
  for (const id of streets) {
    const { at, within } = places[id - 1]!;
    if (within.place === undefined) continue;
    const bounds = reach.get(within.place) ?? unionOfBounds([]);
    widenBounds(bounds, { west: at.lng, south: at.lat, east: at.lng, north: at.lat });
    reach.set(within.place, bounds);
  }
  for (const [id, bounds] of reach) {
    const town = places[id - 1]!;
    const isLoaded = town.importance === LOADED_IMPORTANCE;
    if (!isLoaded && containsPoint(bounds, town.at)) town.bounds = bounds;
  }
}

const wordsOf = (name: string) => nameWords(name).join(' ');

/** A street lies in the county that contains it, and in that county's nearest town. */
function parentFinder({ country, counties, towns }: UnitedStates): (at: LngLat) => Within {
  const boxed = counties.map((county) => ({ ...county, box: boundsOf(county.area) }));
  const townsIn = new Map<number | undefined, (typeof towns)[number][]>();
  for (const town of towns) {
    const others = townsIn.get(town.district);
    if (others) others.push(town);
    else townsIn.set(town.district, [town]);
  }
  let last: (typeof boxed)[number] | undefined;
  return (at) => {
    const contains = ({ box, area }: (typeof boxed)[number]) =>
      containsPoint(box, at) && areaContains(area, at);
    // Most streets lie in the same county as the one before.
    const county = last && contains(last) ? last : boxed.find(contains);
    last = county ?? last;
    const town = nearestTown(townsIn.get(county?.district) ?? [], at);
    return {
      place: town?.place,
      district: county?.district,
      region: county?.region,
      country: county && country,
    };
  };
}

function nearestTown<Town extends { at: LngLat }>(towns: readonly Town[], at: LngLat): Town | undefined {
  let best: Town | undefined;
  let bestKilometers = TOWN_KILOMETERS_MAX;
  for (const town of towns) {
    const kilometers = kilometersBetween(town.at, at);
    if (kilometers >= bestKilometers) continue;
    best = town;
    bestKilometers = kilometers;
  }
  return best;
}
