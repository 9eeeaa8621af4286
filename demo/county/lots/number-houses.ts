// House numbers: rising from the start of the street, odd on the left and even on the right.
import { addToGroup } from '../../../geo/groups.ts';
import type { PlanarGraph } from '../plane/node-lines.ts';
import { lineLength, projectOnto } from '../plane/polyline.ts';
import type { Street } from '../roads/street.ts';
import type { Plat } from './plat-block.ts';

export type Doorplate = { street: number; houseNumber: number; metersAlong: number };

/** Distance-based numbers, as in emergency addressing: one for every five meters of country road. */
const METERS_PER_COUNTRY_NUMBER = 5;
const SHORTEST_TOWN_BLOCK_METERS = 60;
const LEAST_FRONTAGE_METERS = 4;

/** Where other streets meet each street, in meters along it. */
function junctionsOf(graph: PlanarGraph, streets: readonly Street[]): number[][] {
  const around = new Map<number, Set<number>>();
  for (const { from, to, tag } of graph.edges) {
    for (const vertex of [from, to]) {
      const tags = around.get(vertex);
      if (tags) tags.add(tag);
      else around.set(vertex, new Set([tag]));
    }
  }
  const junctions: number[][] = streets.map(() => []);
  for (const [vertex, tags] of around) {
    if (tags.size < 2) continue;
    for (const tag of tags) {
      if (tag < 0 || streets[tag]!.setting.kind !== 'grid') continue;
      junctions[tag]!.push(projectOnto(streets[tag]!.line, graph.vertices[vertex]!).metersAlong);
    }
  }
  return junctions;
}

/** Every town block starts a new hundred, whatever its length. */
function townNumber(metersAlong: number, junctions: readonly number[], length: number): number {
  const starts = [0];
  for (const meters of junctions.toSorted((a, b) => a - b)) {
    if (meters - starts.at(-1)! > SHORTEST_TOWN_BLOCK_METERS && length - meters > SHORTEST_TOWN_BLOCK_METERS)
      starts.push(meters);
  }
  const block = starts.findLastIndex((start) => start <= metersAlong);
  const start = starts[block]!;
  const end = starts[block + 1] ?? length;
  return 100 * (block + 1) + Math.floor((90 * (metersAlong - start)) / Math.max(1, end - start));
}

type Given = {
  plats: readonly Plat[];
  streets: readonly Street[];
  graph: PlanarGraph;
};

/** One for each lot; undefined where it fronts on no street. */
export function numberHouses({ plats, streets, graph }: Given): (Doorplate | undefined)[] {
  const junctions = junctionsOf(graph, streets);
  const lengths = streets.map(({ line }) => lineLength(line));
  const waiting = new Map<number, { plat: number; metersAlong: number; isLeft: boolean }[]>();
  plats.forEach(({ frontage }, plat) => {
    let street = -1;
    let longest = LEAST_FRONTAGE_METERS;
    for (const [number, { meters }] of frontage) {
      const isOpen = streets[number]!.class !== 'motorway' && streets[number]!.class !== 'ramp';
      if (isOpen && meters > longest) {
        longest = meters;
        street = number;
      }
    }
    if (street < 0) return;
    const { metersAlong, isLeft } = projectOnto(streets[street]!.line, frontage.get(street)!.middle);
    addToGroup(waiting, street, { plat, metersAlong, isLeft });
  });
  const doorplates: (Doorplate | undefined)[] = plats.map(() => undefined);
  for (const [street, list] of waiting) {
    const isTown = streets[street]!.setting.kind === 'grid';
    const last = { left: -1, right: -2 };
    for (const { plat, metersAlong, isLeft } of list.toSorted(
      (a, b) => a.metersAlong - b.metersAlong || a.plat - b.plat,
    )) {
      const wished = isTown
        ? townNumber(metersAlong, junctions[street]!, lengths[street]!)
        : 100 + Math.floor(metersAlong / METERS_PER_COUNTRY_NUMBER);
      const side = isLeft ? 'left' : 'right';
      const ofSide = wished % 2 === (isLeft ? 1 : 0) ? wished : wished + 1;
      const houseNumber = Math.max(ofSide, last[side] + 2);
      last[side] = houseNumber;
      doorplates[plat] = { street, houseNumber, metersAlong };
    }
  }
  return doorplates;
}
