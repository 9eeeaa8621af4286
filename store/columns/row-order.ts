// The order of the rows of a set: its first ones by a bounded heap a segment, or all of them, then to be remembered.
import type { FilterField, SortKey } from '../../contract/parcel-filter.ts';
import type { EngineWork } from './engine-work.ts';
import { mergeSorted } from './merge-sorted.ts';
import type { Column, Segment } from './segment.ts';
import { columnOf } from './segment-columns.ts';
import { smallestOf } from './smallest-of.ts';
import { compareValues, type ValueRanks } from './value-ranks.ts';

/** More than the rows of a segment, for a number that holds a segment's and a row's. */
export const ROWS = 65_536;
/** More than any weight. Three of them, or two and a row, fit into the 53 bits of a double. */
const WEIGHTS = 2 ** 17;

export const segmentOf = (id: number): number => Math.floor(id / ROWS);
export const rowOf = (id: number): number => id % ROWS;

/** Then come PIN and source: no two rows are equal. */
const withPin = (sort: readonly SortKey[]): SortKey[] => [...sort, { field: 'pin', isDescending: false }];

/**
 * The rows of one column by weight: as its codes, backwards if it is descending, and null is heavier than all in either case.
 */
function weighted(
  column: Column | undefined,
  isDescending: boolean,
): { weights: Uint32Array; codes: Column['codes'] | undefined } {
  const size = column?.size ?? 0;
  const weights = new Uint32Array(size + 1);
  for (let code = 1; code <= size; code++) weights[code] = isDescending ? size + 1 - code : code;
  weights[0] = size + 1;
  return { weights, codes: column?.codes };
}

type Sorted = { at: number; rows: Uint16Array };

/** The ids of the first rows in order. Only for two keys at most. */
export function firstRows({
  work,
  chosen,
  sort,
  count,
}: {
  work: EngineWork;
  chosen: readonly Uint8Array[];
  sort: readonly SortKey[];
  count: number;
}): Uint32Array {
  const keys = withPin(sort);
  const lists = chosen.map((rows, at): Sorted => {
    work.goOn();
    return { at, rows: firstOfSegment({ segment: work.segments[at]!, chosen: rows, keys, count }) };
  });
  const columns = work.segments.map((segment) => keys.map(({ field }) => columnOf(segment, field)));
  const found = new Uint32Array(count);
  let length = 0;
  mergeSorted({
    lengths: lists.map(({ rows }) => rows.length),
    compare: (one, place, other, otherPlace) => {
      const a = lists[one]!.rows[place]!;
      const b = lists[other]!.rows[otherPlace]!;
      return (
        compareRows({ keys, one: columns[one]!, row: a, other: columns[other]!, otherRow: b }) ||
        bySource(work.segments[one]!, work.segments[other]!)
      );
    },
    take: (list, place) => {
      found[length++] = list * ROWS + lists[list]!.rows[place]!;
      return length < count;
    },
  });
  return found.subarray(0, length);
}

export const canTakeFirst = (sort: readonly SortKey[]): boolean => sort.length <= 2;

function firstOfSegment({
  segment,
  chosen,
  keys,
  count,
}: {
  segment: Segment;
  chosen: Uint8Array;
  keys: readonly SortKey[];
  count: number;
}): Uint16Array {
  const parts = keys.map(({ field, isDescending }) => weighted(columnOf(segment, field), isDescending));
  const weightOf = (row: number) => {
    let weight = 0;
    for (let i = 0; i < parts.length; i++) {
      const { weights, codes } = parts[i]!;
      weight = weight * WEIGHTS + weights[codes ? codes[row]! : 0]!;
    }
    return weight;
  };
  const { weights, codes = new Uint8Array(segment.rows) } = parts[0]!;
  const atLeast = Float64Array.from(weights, (weight) => weight * WEIGHTS ** (parts.length - 1));
  return Uint16Array.from(smallestOf({ chosen, lead: { atLeast, codes }, weightOf, count }));
}

/** Of rows of two segments. */
function compareRows({
  keys,
  one,
  row,
  other,
  otherRow,
}: {
  keys: readonly SortKey[];
  one: readonly (Column | undefined)[];
  row: number;
  other: readonly (Column | undefined)[];
  otherRow: number;
}): number {
  for (let i = 0; i < keys.length; i++) {
    const { field, isDescending } = keys[i]!;
    const code = one[i]?.codes[row] ?? 0;
    const otherCode = other[i]?.codes[otherRow] ?? 0;
    if (code === 0 || otherCode === 0) {
      if (code !== otherCode) return code === 0 ? 1 : -1;
      continue;
    }
    const order = compareValues(field, { column: one[i]!, code }, { column: other[i]!, code: otherCode });
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}

export function bySource(one: Segment, other: Segment): number {
  return one.source < other.source ? -1 : one.source > other.source ? 1 : 0;
}

/** The ids of all rows in order. */
export function allRows({
  work,
  chosen,
  sort,
  ranks,
}: {
  work: EngineWork;
  chosen: readonly Uint8Array[];
  sort: readonly SortKey[];
  ranks: ValueRanks;
}): Uint32Array {
  const keys = withPin(sort);
  const lists = chosen.map((rows, at): Sorted => {
    work.goOn();
    return { at, rows: sortSegment(work.segments[at]!, rows, keys) };
  });
  const length = lists.reduce((sum, { rows }) => sum + rows.length, 0);
  const ids = new Uint32Array(length);
  if (lists.filter(({ rows }) => rows.length > 0).length <= 1) {
    const only = lists.find(({ rows }) => rows.length > 0);
    only?.rows.forEach((row, i) => {
      ids[i] = only.at * ROWS + row;
    });
    return ids;
  }
  const orders = keys.map(({ field, isDescending }) => ({ ranks: ranks.of(field), isDescending }));
  work.goOn();
  const columns = work.segments.map((segment) => keys.map(({ field }) => columnOf(segment, field)?.codes));
  // The ranks of the rows of a list by key: found once for a row, compared several times.
  const places = lists.map(({ at, rows }) =>
    orders.map(({ ranks, isDescending }, key) => rankRows(rows, columns[at]![key], ranks[at]!, isDescending)),
  );
  let next = 0;
  mergeSorted({
    lengths: lists.map(({ rows }) => rows.length),
    compare: (one, place, other, otherPlace) => {
      const a = places[one]!;
      const b = places[other]!;
      for (let key = 0; key < a.length; key++) {
        const order = a[key]![place]! - b[key]![otherPlace]!;
        if (order !== 0) return order;
      }
      return bySource(work.segments[one]!, work.segments[other]!);
    },
    take: (list, place) => {
      if (next % ROWS === 0) work.goOn();
      ids[next++] = list * ROWS + lists[list]!.rows[place]!;
      return true;
    },
  });
  return ids;
}

const NULL_RANK = 2 ** 32;

function rankRows(
  rows: Uint16Array,
  codes: Column['codes'] | undefined,
  ranks: Uint32Array,
  isDescending: boolean,
): Float64Array {
  const found = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const rank = ranks[codes ? codes[rows[i]!]! : 0]!;
    found[i] = rank === 0 ? NULL_RANK : isDescending ? -rank : rank;
  }
  return found;
}

function sortSegment(segment: Segment, chosen: Uint8Array, keys: readonly SortKey[]): Uint16Array {
  const rows: number[] = [];
  for (let row = 0; row < chosen.length; row++) if (chosen[row]) rows.push(row);
  // Numbers that sort by all keys so far, and end with the row.
  const sorted = Float64Array.from(rows);
  let places: Uint32Array = new Uint32Array(chosen.length);
  keys.forEach(({ field, isDescending }, i) => {
    const { weights, codes } = weighted(columnOf(segment, field), isDescending);
    for (let j = 0; j < rows.length; j++) {
      const row = rows[j]!;
      sorted[j] = (places[row]! * WEIGHTS + weights[codes ? codes[row]! : 0]!) * ROWS + row;
    }
    sorted.sort();
    if (i < keys.length - 1) places = densePlaces(sorted, chosen.length);
  });
  return Uint16Array.from(sorted, (number) => number % ROWS);
}

/** For each row the number of different values before its own. */
function densePlaces(sorted: Float64Array, rows: number): Uint32Array {
  const places = new Uint32Array(rows);
  let place = 0;
  for (let i = 0; i < sorted.length; i++) {
    if (i > 0 && Math.floor(sorted[i]! / ROWS) !== Math.floor(sorted[i - 1]! / ROWS)) place++;
    places[sorted[i]! % ROWS] = place;
  }
  return places;
}

/** For tests of the same PIN in two sources, and for distances that are equal. */
export function pinComparison(work: EngineWork): (one: number, other: number) => number {
  const keys = withPin([]);
  const field: FilterField = 'pin';
  const columns = work.segments.map((segment) => [columnOf(segment, field)]);
  return (one, other) => {
    const [a, b] = [segmentOf(one), segmentOf(other)];
    return (
      compareRows({ keys, one: columns[a]!, row: rowOf(one), other: columns[b]!, otherRow: rowOf(other) }) ||
      bySource(work.segments[a]!, work.segments[b]!)
    );
  };
}
