// The order of a field's values across segments: codes give it only within one.
import { LRUCache } from 'lru-cache';
import { type FilterField, typeOfField } from '../../contract/parcel-filter.ts';
import { mergeSorted } from './merge-sorted.ts';
import type { Column, Segment } from './segment.ts';
import { columnOf, numbersOf } from './segment-columns.ts';
import { compareTexts } from './text-order.ts';

/** Each takes up to four bytes a parcel. */
const FIELDS_MAX = 8;

/** For each segment the rank of each code among the values of all; equal values have equal ranks, 0 is null. */
export type Ranks = readonly Uint32Array[];

export function compareValues(
  field: FilterField,
  one: { column: Column; code: number },
  other: { column: Column; code: number },
): number {
  if (one.column === other.column) return one.code - other.code;
  return isNumber(field)
    ? one.column.number(one.code) - other.column.number(other.code)
    : compareTexts(one.column, one.code, other.column, other.code);
}

const isNumber = (field: FilterField) => !['text', 'date'].includes(typeOfField(field));

export class ValueRanks {
  readonly #segments: readonly Segment[];
  readonly #known = new LRUCache<FilterField, Ranks>({ max: FIELDS_MAX });

  constructor(segments: readonly Segment[]) {
    this.#segments = segments;
  }

  of(field: FilterField): Ranks {
    const known = this.#known.get(field) ?? this.#rank(field);
    this.#known.set(field, known);
    return known;
  }

  #rank(field: FilterField): Ranks {
    const columns = this.#segments.map((segment) => columnOf(segment, field));
    const ranks = columns.map((column) => new Uint32Array((column?.size ?? 0) + 1));
    const filled = columns.flatMap((column, at) => (column ? [{ column, at }] : []));
    const compare = (a: { column: Column }, codeA: number, b: { column: Column }, codeB: number) =>
      compareValues(field, { column: a.column, code: codeA }, { column: b.column, code: codeB });
    // PINs often are in one order throughout: then nothing has to be merged.
    const inTurn = [...filled].sort((a, b) => compare(a, 1, b, 1));
    if (
      inTurn.every((one, i) => i === 0 || compare(inTurn[i - 1]!, inTurn[i - 1]!.column.size, one, 1) < 0)
    ) {
      let before = 0;
      for (const { column, at } of inTurn) {
        for (let code = 1; code <= column.size; code++) ranks[at]![code] = before + code;
        before += column.size;
      }
      return ranks;
    }
    const numbers = isNumber(field) ? filled.map(({ column }) => numbersOf(column)) : undefined;
    const lists = filled.map(({ column }) => column.size);
    let rank = 0;
    let last: { list: number; code: number } | undefined;
    const compareAt = (listA: number, codeA: number, listB: number, codeB: number) =>
      numbers
        ? numbers[listA]![codeA]! - numbers[listB]![codeB]!
        : compareTexts(filled[listA]!.column, codeA, filled[listB]!.column, codeB);
    mergeSorted({
      lengths: lists,
      compare: (a, placeA, b, placeB) => compareAt(a, placeA + 1, b, placeB + 1),
      take: (list, place) => {
        if (!last || compareAt(last.list, last.code, list, place + 1) !== 0) rank++;
        last = { list, code: place + 1 };
        ranks[filled[list]!.at]![place + 1] = rank;
        return true;
      },
    });
    return ranks;
  }
}
