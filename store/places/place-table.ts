// The data of every place that ranking needs, in memory as one typed array per column: a query may scan half of them.
import { PLACE_TYPES, type PlaceType } from '../../contract/place-types.ts';
import { containsPoint } from '../../geo/bounds-of.ts';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import { kilometersBetween } from '../../geo/kilometers-between.ts';
import { WITHIN_TYPES, type Within, type WithinType } from '../place-store.ts';

export type TableRow = {
  id: number;
  type: PlaceType;
  at: LngLat;
  bounds: Bounds | undefined;
  within: Within;
  isLocal: boolean;
  importance: number;
  /** See nameWeight in score.ts. */
  nameWeight: number;
  /** The lowest and the highest house number, for a street with houses. */
  numbers: { lowest: number; highest: number } | undefined;
};

/** The slots for parents per place. */
export const PARENTS = WITHIN_TYPES.length;

/** One array per column, with the value of a place at its id. A file keeps them as they are. */
export type PlaceColumns = {
  /** The index in PLACE_TYPES. */
  type: Uint8Array;
  /** 1 for a place on the loaded land or around it. */
  isLocal: Uint8Array;
  importance: Float32Array;
  nameWeight: Float32Array;
  lng: Float64Array;
  lat: Float64Array;
  /** West, south, east, north. A place without bounds has its position here twice. */
  bounds: Float64Array;
  /** Ids of parents: the slots of a place start at PARENTS * id, one for each of WITHIN_TYPES; 0 means none. */
  parents: Uint32Array;
  lowest: Uint32Array;
  highest: Uint32Array;
};

const NO_NUMBER = 0xffffffff;

export class PlaceTable {
  readonly columns: PlaceColumns;
  /** Ids run from 1 to this. */
  readonly count: number;
  readonly importance: Float32Array;
  readonly nameWeight: Float32Array;
  readonly parents: Uint32Array;
  /** Ids of places that have streets in them, each once. */
  readonly streetParents = new Set<number>();
  readonly #idsByType = new Map(PLACE_TYPES.map((type): [PlaceType, number[]] => [type, []]));
  readonly #type: Uint8Array;
  readonly #isLocal: Uint8Array;
  readonly #lng: Float64Array;
  readonly #lat: Float64Array;
  readonly #bounds: Float64Array;
  readonly #lowest: Uint32Array;
  readonly #highest: Uint32Array;

  constructor(columns: PlaceColumns) {
    this.columns = columns;
    this.count = columns.type.length - 1;
    this.importance = columns.importance;
    this.nameWeight = columns.nameWeight;
    this.parents = columns.parents;
    this.#type = columns.type;
    this.#isLocal = columns.isLocal;
    this.#lng = columns.lng;
    this.#lat = columns.lat;
    this.#bounds = columns.bounds;
    this.#lowest = columns.lowest;
    this.#highest = columns.highest;
    for (let id = 1; id <= this.count; id++) {
      const type = this.typeOf(id);
      this.#idsByType.get(type)!.push(id);
      if (type !== 'address') continue;
      for (let at = PARENTS * id; at < PARENTS * (id + 1); at++) {
        if (this.parents[at] !== 0) this.streetParents.add(this.parents[at]!);
      }
    }
  }

  /** Ids run from 1 to `count`, in any order. */
  static of(rows: Iterable<TableRow>, count: number): PlaceTable {
    const columns: PlaceColumns = {
      type: new Uint8Array(count + 1),
      isLocal: new Uint8Array(count + 1),
      importance: new Float32Array(count + 1),
      nameWeight: new Float32Array(count + 1),
      lng: new Float64Array(count + 1),
      lat: new Float64Array(count + 1),
      bounds: new Float64Array(4 * (count + 1)),
      parents: new Uint32Array(PARENTS * (count + 1)),
      lowest: new Uint32Array(count + 1).fill(NO_NUMBER),
      highest: new Uint32Array(count + 1),
    };
    for (const row of rows) setRow(columns, row);
    return new PlaceTable(columns);
  }

  idsOfType(type: PlaceType): readonly number[] {
    return this.#idsByType.get(type) ?? [];
  }

  typeOf(id: number): PlaceType {
    return PLACE_TYPES[this.#type[id]!]!;
  }

  isLocal(id: number): boolean {
    return this.#isLocal[id] === 1;
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

function setRow(
  columns: PlaceColumns,
  { id, type, at, bounds, within, isLocal, importance, nameWeight, numbers }: TableRow,
): void {
  columns.isLocal[id] = Number(isLocal);
  columns.type[id] = PLACE_TYPES.indexOf(type);
  columns.importance[id] = importance;
  columns.nameWeight[id] = nameWeight;
  columns.lng[id] = at.lng;
  columns.lat[id] = at.lat;
  const { west, south, east, north } = bounds ?? {
    west: at.lng,
    south: at.lat,
    east: at.lng,
    north: at.lat,
  };
  columns.bounds.set([west, south, east, north], 4 * id);
  WITHIN_TYPES.forEach((name, index) => {
    columns.parents[PARENTS * id + index] = within[name] ?? 0;
  });
  if (!numbers) return;
  columns.lowest[id] = numbers.lowest;
  columns.highest[id] = numbers.highest;
}

/** Without bounds, everything is within. */
export function isWithin(bounds: Bounds | undefined, at: LngLat): boolean {
  return !bounds || containsPoint(bounds, at);
}
