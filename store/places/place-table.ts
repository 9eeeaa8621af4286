// The data of every place that ranking needs, in memory as one typed array per column: a query may scan half of them.
import { PLACE_TYPES, type PlaceType } from '../../contract/place-types.ts';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import { kilometersBetween } from '../../geo/kilometers-between.ts';
import { WITHIN_TYPES, type Within, type WithinType } from '../place-store.ts';

export type TableRow = {
  id: number;
  type: PlaceType;
  at: LngLat;
  bounds: Bounds | undefined;
  within: Within;
  importance: number;
  /** See nameWeight in score.ts. */
  nameWeight: number;
  /** The lowest and the highest house number, for a street with houses. */
  numbers: { lowest: number; highest: number } | undefined;
};

/** The slots for parents per place. */
export const PARENTS = WITHIN_TYPES.length;

export class PlaceTable {
  /** Ids run from 1 to this. */
  readonly count: number;
  readonly importance: Float32Array;
  readonly nameWeight: Float32Array;
  readonly #type: Uint8Array;
  readonly #idsByType = new Map(PLACE_TYPES.map((type): [PlaceType, number[]] => [type, []]));
  readonly #lng: Float64Array;
  readonly #lat: Float64Array;
  /** West, south, east, north. A place without bounds has its position here twice. */
  readonly #bounds: Float64Array;
  /** Ids of parents: the slots of a place start at PARENTS * id, one for each of WITHIN_TYPES; 0 means none. */
  readonly parents: Uint32Array;
  /** Ids of places that have streets in them, each once. */
  readonly streetParents = new Set<number>();
  readonly #lowest: Uint32Array;
  readonly #highest: Uint32Array;

  constructor(rows: Iterable<TableRow>, count: number) {
    this.count = count;
    this.importance = new Float32Array(count + 1);
    this.nameWeight = new Float32Array(count + 1);
    this.#type = new Uint8Array(count + 1);
    this.#lng = new Float64Array(count + 1);
    this.#lat = new Float64Array(count + 1);
    this.#bounds = new Float64Array(4 * (count + 1));
    this.parents = new Uint32Array(PARENTS * (count + 1));
    this.#lowest = new Uint32Array(count + 1).fill(0xffffffff);
    this.#highest = new Uint32Array(count + 1);
    for (const row of rows) this.#add(row);
  }

  #add({ id, type, at, bounds, within, importance, nameWeight, numbers }: TableRow): void {
    this.importance[id] = importance;
    this.nameWeight[id] = nameWeight;
    this.#type[id] = PLACE_TYPES.indexOf(type);
    this.#idsByType.get(type)!.push(id);
    this.#lng[id] = at.lng;
    this.#lat[id] = at.lat;
    const { west, south, east, north } = bounds ?? {
      west: at.lng,
      south: at.lat,
      east: at.lng,
      north: at.lat,
    };
    this.#bounds.set([west, south, east, north], 4 * id);
    WITHIN_TYPES.forEach((name, index) => {
      const parent = within[name];
      if (parent === undefined) return;
      this.parents[PARENTS * id + index] = parent;
      if (type === 'address') this.streetParents.add(parent);
    });
    if (!numbers) return;
    this.#lowest[id] = numbers.lowest;
    this.#highest[id] = numbers.highest;
  }

  idsOfType(type: PlaceType): readonly number[] {
    return this.#idsByType.get(type) ?? [];
  }

  typeOf(id: number): PlaceType {
    return PLACE_TYPES[this.#type[id]!]!;
  }

  at(id: number): LngLat {
    return { lng: this.#lng[id]!, lat: this.#lat[id]! };
  }

  parentOf(id: number, type: WithinType): number | undefined {
    return this.parents[PARENTS * id + WITHIN_TYPES.indexOf(type)]! || undefined;
  }

  mayHaveNumber(id: number, number: number): boolean {
    return this.#lowest[id]! <= number && number <= this.#highest[id]!;
  }

  touches(id: number, { west, south, east, north }: Bounds): boolean {
    const at = 4 * id;
    const box = this.#bounds;
    return box[at]! <= east && box[at + 2]! >= west && box[at + 1]! <= north && box[at + 3]! >= south;
  }

  /** Undefined for a place without bounds. */
  boundsOf(id: number): Bounds | undefined {
    const at = 4 * id;
    const box = this.#bounds;
    const bounds = { west: box[at]!, south: box[at + 1]!, east: box[at + 2]!, north: box[at + 3]! };
    return bounds.west === bounds.east && bounds.south === bounds.north ? undefined : bounds;
  }

  /** The area of its bounds in square degrees, for comparing sizes. */
  extentOf(id: number): number {
    const at = 4 * id;
    const box = this.#bounds;
    return (box[at + 2]! - box[at]!) * (box[at + 3]! - box[at + 1]!);
  }

  /** The distance to the nearest point of its bounds. */
  kilometersFrom(id: number, { lng, lat }: LngLat): number {
    const at = 4 * id;
    const box = this.#bounds;
    return kilometersBetween(
      { lng, lat },
      {
        lng: Math.min(Math.max(lng, box[at]!), box[at + 2]!),
        lat: Math.min(Math.max(lat, box[at + 1]!), box[at + 3]!),
      },
    );
  }
}

/** Without bounds, everything is within. */
export function isWithin(bounds: Bounds | undefined, { lng, lat }: LngLat): boolean {
  if (!bounds) return true;
  return lng >= bounds.west && lng <= bounds.east && lat >= bounds.south && lat <= bounds.north;
}
