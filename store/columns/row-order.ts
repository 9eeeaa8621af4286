// The order of the rows of a set. Within a segment codes give it; pages are merged from the sorted segments by values.
import { type SortKey, typeOfField } from '../../contract/parcel-filter.ts';
import { firstWhere } from './binary-search.ts';
import type { EngineWork } from './engine-work.ts';
import type { Column, Segment } from './segment.ts';
import { columnOf } from './segment-columns.ts';
import { compareTexts } from './text-order.ts';

/** More than the rows of a segment, for a number that holds a segment's and a row's. */
export const ROWS = 65_536;

export const segmentOf = (id: number): number => Math.floor(id / ROWS);
export const rowOf = (id: number): number => id % ROWS;

/** Then come PIN and source: no two rows are equal. */
const withPin = (sort: readonly SortKey[]): SortKey[] => [...sort, { field: 'pin', isDescending: false }];

/** For each segment its rows in order. */
export type SortedRows = readonly Uint16Array[];

/** `chosen` has 1 for each row that is wanted. */
export function sortRows(
  work: EngineWork,
  chosen: readonly Uint8Array[],
  sort: readonly SortKey[],
): SortedRows {
  // The last key first: each pass keeps the order of the one before (radix sort).
  const keys = withPin(sort).reverse();
  return chosen.map((wanted, at) => {
    work.goOn();
    let rows = rowsIn(wanted);
    for (const key of keys)
      rows = sortByCode(rows, columnOf(work.segments[at]!, key.field), key.isDescending);
    return rows;
  });
}

function rowsIn(chosen: Uint8Array): Uint16Array {
  const rows = new Uint16Array(chosen.length);
  let count = 0;
  for (let row = 0; row < chosen.length; row++) if (chosen[row] !== 0) rows[count++] = row;
  return rows.slice(0, count);
}

/** A counting sort. Null comes last in either direction. */
function sortByCode(rows: Uint16Array, column: Column | undefined, isDescending: boolean): Uint16Array {
  if (!column || rows.length < 2) return rows;
  const { codes, size } = column;
  const weightOf = (code: number) => (code === 0 ? size + 1 : isDescending ? size + 1 - code : code);
  // Where the next row of each weight belongs.
  const next = new Uint32Array(size + 3);
  for (let i = 0; i < rows.length; i++) next[weightOf(codes[rows[i]!]!) + 1]!++;
  for (let weight = 1; weight < next.length; weight++) next[weight]! += next[weight - 1]!;
  const sorted = new Uint16Array(rows.length);
  for (let i = 0; i < rows.length; i++) sorted[next[weightOf(codes[rows[i]!]!)]!++] = rows[i]!;
  return sorted;
}

export function bySource(one: Segment, other: Segment): number {
  return one.source < other.source ? -1 : one.source > other.source ? 1 : 0;
}

/** Compares rows by their values; rows of one segment by their codes. It holds columns: only for the question at hand. */
function rowComparison({ segments }: EngineWork, sort: readonly SortKey[]) {
  const keys = withPin(sort).map((key) => ({
    ...key,
    isText: ['text', 'date'].includes(typeOfField(key.field)),
  }));
  const columns = segments.map((segment) => keys.map(({ field }) => columnOf(segment, field)));
  return (at: number, row: number, otherAt: number, otherRow: number): number => {
    for (let i = 0; i < keys.length; i++) {
      const one = columns[at]![i];
      const other = columns[otherAt]![i];
      const code = one?.codes[row] ?? 0;
      const otherCode = other?.codes[otherRow] ?? 0;
      if (code === 0 || otherCode === 0) {
        if (code !== otherCode) return code === 0 ? 1 : -1;
        continue;
      }
      const { isText, isDescending } = keys[i]!;
      const order =
        at === otherAt
          ? code - otherCode
          : isText
            ? compareTexts(one!, code, other!, otherCode)
            : one!.number(code) - other!.number(otherCode);
      if (order !== 0) return isDescending ? -order : order;
    }
    return bySource(segments[at]!, segments[otherAt]!) || at - otherAt;
  };
}

/** Of the ids of two rows. */
export function pinComparison(work: EngineWork): (one: number, other: number) => number {
  const compare = rowComparison(work, []);
  return (one, other) => compare(segmentOf(one), rowOf(one), segmentOf(other), rowOf(other));
}

/** The rows of all segments in one order, of which any part can be read. */
export class MergedRows {
  readonly #work: EngineWork;
  readonly #rows: SortedRows;
  readonly #sort: readonly SortKey[];
  /** How many rows of each segment lie before the next. */
  #places: number[];

  constructor(work: EngineWork, rows: SortedRows, sort: readonly SortKey[]) {
    this.#work = work;
    this.#rows = rows;
    this.#sort = sort;
    this.#places = rows.map(() => 0);
  }

  /** Goes to the row that so many are before, without looking at all of them: like a quickselect over sorted lists. */
  goTo(offset: number): void {
    const rows = this.#rows;
    const compare = rowComparison(this.#work, this.#sort);
    const low = rows.map(() => 0);
    const high = rows.map(({ length }) => length);
    for (;;) {
      const widest = low.reduce(
        (best, from, at) => (high[at]! - from > high[best]! - low[best]! ? at : best),
        0,
      );
      const middle = (low[widest]! + high[widest]!) >> 1;
      // Nothing is left to decide.
      if (middle === high[widest]) break;
      const pivot = rows[widest]![middle]!;
      const before = rows.map((list, at) =>
        at === widest
          ? middle
          : firstWhere(low[at]!, high[at]!, (place) => compare(at, list[place]!, widest, pivot) > 0),
      );
      const isBeyond = before.reduce((sum, place) => sum + place, 0) > offset;
      before.forEach((place, at) => {
        if (isBeyond) high[at] = place;
        else low[at] = place;
      });
      // It is one of the first itself only if not exactly so many are before it.
      if (!isBeyond && before.reduce((sum, place) => sum + place, 0) === offset) break;
      if (!isBeyond) low[widest] = middle + 1;
    }
    this.#places = low;
  }

  /** The ids of the next rows. */
  take(count: number): Uint32Array {
    const rows = this.#rows;
    const places = this.#places;
    const compare = rowComparison(this.#work, this.#sort);
    const isBefore = (one: number, other: number) =>
      compare(one, rows[one]![places[one]!]!, other, rows[other]![places[other]!]!) < 0;
    // The segments that have rows left, in order of their next ones.
    const heads = rows.flatMap(({ length }, at) => (places[at]! < length ? [at] : []));
    heads.sort((one, other) => (isBefore(one, other) ? -1 : 1));
    const ids = new Uint32Array(count);
    let length = 0;
    while (length < count && heads.length > 0) {
      const first = heads[0]!;
      ids[length++] = first * ROWS + rows[first]![places[first]!++]!;
      if (places[first]! === rows[first]!.length) heads.shift();
      else {
        const end = firstWhere(1, heads.length, (head) => isBefore(first, heads[head]!));
        heads.copyWithin(0, 1, end);
        heads[end - 1] = first;
      }
    }
    return ids.subarray(0, length);
  }
}
