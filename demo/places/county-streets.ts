// Joins the county's road pieces into streets, one per name and town, with their houses and crossings.

import type { Bounds, LngLat, Position } from '../../geo/geometry.ts';
import { kilometersBetween } from '../../geo/kilometers-between.ts';
import type { Road, StreetAddress } from '../county/county.ts';
import type { AddressGrid } from './address-grid.ts';

export type CountyStreet = {
  name: string;
  /** The town whose post office serves it. */
  city: string;
  /** A route number. */
  ref: string | undefined;
  at: LngLat;
  bounds: Bounds;
  houses: StreetAddress[];
};

export type StreetCrossing = { streets: readonly [CountyStreet, CountyStreet]; at: LngLat };

type Gathered = Pick<CountyStreet, 'name' | 'city' | 'ref' | 'houses'> & { pieces: Road[] };

type Input = {
  roads: readonly Road[];
  addresses: readonly StreetAddress[];
  grid: AddressGrid;
};

export function countyStreets({ roads, addresses, grid }: Input): {
  streets: CountyStreet[];
  crossings: StreetCrossing[];
} {
  const gathered = new Map<string, Gathered>();
  const street = (name: string, city: string): Gathered => {
    const key = `${name}, ${city}`;
    const known = gathered.get(key) ?? { name, city, ref: undefined, houses: [], pieces: [] };
    gathered.set(key, known);
    return known;
  };
  for (const address of addresses) street(address.street, address.city).houses.push(address);
  const named = roads.flatMap((road) => {
    const name = streetName(road);
    return name === undefined ? [] : { road, name };
  });
  for (const { road, name } of named) {
    const { city } = grid.nearest(lngLat(road.line[road.line.length >> 1]!));
    const known = street(name, city);
    known.pieces.push(road);
    if (road.ref !== null) known.ref = road.ref;
  }
  const streets = new Map([...gathered].map(([key, parts]) => [key, laidOut(parts)]));
  const inTown = (name: string, city: string) =>
    streets.get(`${name}, ${city}`) ?? [...streets.values()].find((known) => known.name === name)!;

  const crossings = [...meetings(named)].flatMap(({ names, at }) => {
    const { city } = grid.nearest(at);
    return pairsOf(names).map(
      ([one, other]): StreetCrossing => ({
        streets: [inTown(one, city), inTown(other, city)],
        at,
      }),
    );
  });
  return { streets: [...streets.values()], crossings };
}

/** The name in addresses. A numbered route without a name is called `NC 214 Hwy`; a motorway has no addresses. */
function streetName({ name, ref, class: kind }: Road): string | undefined {
  if (name !== null) return name;
  if (ref === null) return undefined;
  return kind === 'motorway' ? ref : `${ref} Hwy`;
}

/** Its point lies on its longest piece, or at its middle house if all pieces belong to another town. */
function laidOut({ pieces, ...street }: Gathered): CountyStreet {
  const longest = pieces.reduce<Road | undefined>(
    (best, piece) => (best && lengthOf(best.line) >= lengthOf(piece.line) ? best : piece),
    undefined,
  );
  const at = longest ? halfWay(longest.line) : street.houses[street.houses.length >> 1]!.at;
  const points = [
    ...pieces.flatMap(({ line }) => line.map(lngLat)),
    ...street.houses.map((house) => house.at),
  ];
  return {
    ...street,
    at,
    bounds: {
      west: Math.min(...points.map(({ lng }) => lng)),
      south: Math.min(...points.map(({ lat }) => lat)),
      east: Math.max(...points.map(({ lng }) => lng)),
      north: Math.max(...points.map(({ lat }) => lat)),
    },
  };
}

/** Roads that meet share a position. */
function* meetings(
  named: readonly { road: Road; name: string }[],
): Generator<{ names: string[]; at: LngLat }> {
  const namesAt = new Map<string, { names: Set<string>; at: LngLat }>();
  for (const { road, name } of named) {
    for (const position of road.line) {
      const key = position.join();
      const here = namesAt.get(key) ?? { names: new Set(), at: lngLat(position) };
      here.names.add(name);
      namesAt.set(key, here);
    }
  }
  for (const { names, at } of namesAt.values()) if (names.size > 1) yield { names: [...names], at };
}

function pairsOf(names: readonly string[]): [string, string][] {
  return names.flatMap((one, at) => names.slice(at + 1).map((other): [string, string] => [one, other]));
}

function lengthOf(line: readonly Position[]): number {
  return line.slice(1).reduce((sum, to, at) => sum + kilometersBetween(lngLat(line[at]!), lngLat(to)), 0);
}

function halfWay(line: readonly Position[]): LngLat {
  const half = lengthOf(line) / 2;
  let run = 0;
  for (let i = 1; i < line.length; i++) {
    const [from, to] = [lngLat(line[i - 1]!), lngLat(line[i]!)];
    const step = kilometersBetween(from, to);
    if (run + step >= half && step > 0) {
      const share = (half - run) / step;
      return { lng: from.lng + share * (to.lng - from.lng), lat: from.lat + share * (to.lat - from.lat) };
    }
    run += step;
  }
  return lngLat(line[0]!);
}

function lngLat([lng, lat]: Position): LngLat {
  return { lng, lat };
}
