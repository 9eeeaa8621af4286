// Conditions on one field, decided once for each value of its column: a table of truths by code.
import {
  type FilterField,
  type FilterValue,
  type ParcelFilter,
  typeOfField,
} from '../../contract/parcel-filter.ts';
import { splitQualifiedPin } from '../../contract/parcel-pin.ts';
import { findLike } from './like-pattern.ts';
import type { Column, Segment } from './segment.ts';
import { numbersInTextsOf, numbersOf } from './segment-columns.ts';
import { foldedRange, type SoughtText, soughtText, writtenRange } from './text-order.ts';

/** Three-valued, as in SQL. In this order AND is the least, OR the greatest, and NOT the distance from TRUE. */
export const FALSE = 0;
export const UNKNOWN = 1;
export const TRUE = 2;

export type ValueFilter = Extract<ParcelFilter, { op: 'compare' | 'between' | 'in' | 'like' | 'is-null' }>;

/** A truth for each code of the column, UNKNOWN at 0 for null. */
export type DecideValues = (column: Column, segment: Segment, step: () => void) => Uint8Array;

export function valueCondition(filter: ValueFilter): DecideValues {
  switch (filter.op) {
    case 'is-null':
      return ({ size }) => truths(size, FALSE, TRUE);
    case 'like': {
      const find = findLike(filter.pattern);
      return (column, _, step) => {
        const table = truths(column.size, FALSE);
        const mark = (code: number) => {
          table[code] = TRUE;
        };
        find(column, mark, step);
        return table;
      };
    }
    case 'in':
      return filter.values.length === 0
        ? ({ size }) => truths(size, FALSE)
        : anyOf(equalTo(filter.field, filter.values, filter.ignoresCase ?? false));
    case 'between': {
      const { field, low, high } = filter;
      const notBelow = compared({ field, is: '>=', value: low, ignoresCase: false });
      const notAbove = compared({ field, is: '<=', value: high, ignoresCase: false });
      return (...values) => {
        const [column] = values;
        const table = notBelow(...values);
        const other = notAbove(...values);
        for (let code = 0; code <= column.size; code++) table[code] = Math.min(table[code]!, other[code]!);
        return table;
      };
    }
    case 'compare':
      return compared({ ...filter, ignoresCase: filter.ignoresCase ?? false });
  }
}

function truths(size: number, truth: number, ofNull: number = UNKNOWN): Uint8Array {
  const table = new Uint8Array(size + 1).fill(truth);
  table[0] = ofNull;
  return table;
}

type Compared = Omit<Extract<ParcelFilter, { op: 'compare' }>, 'op' | 'ignoresCase'> & {
  ignoresCase: boolean;
};

function compared({ field, is, value, ignoresCase }: Compared): DecideValues {
  if (is === '=') return anyOf(equalTo(field, [value], ignoresCase));
  if (is === '<>') {
    const equal = anyOf(equalTo(field, [value], ignoresCase));
    return (...values) => equal(...values).map((truth) => TRUE - truth);
  }
  const isBelow = is === '<' || is === '<=';
  const isEqualIn = is === '<=' || is === '>=';
  if (typeof value !== 'string' || !isText(field)) {
    const bound = numberOf(value);
    return byNumber(field, (number) =>
      number === bound ? isEqualIn : isBelow ? number < bound : number > bound,
    );
  }
  const sought = soughtText(value);
  return (column) => {
    const { first, end } = ignoresCase ? foldedRange(column, sought.folded) : writtenRange(column, sought);
    const table = truths(column.size, FALSE);
    if (isBelow) table.fill(TRUE, 1, isEqualIn ? end : first);
    else table.fill(TRUE, isEqualIn ? first : end);
    return table;
  };
}

const isText = (field: FilterField) => typeOfField(field) === 'text' || typeOfField(field) === 'date';

/** Booleans are stored as 0 and 1. */
const numberOf = (value: FilterValue) => (value === '' ? Number.NaN : Number(value));

/** A text that is no number is unknown as one. */
function byNumber(field: FilterField, isTrue: (number: number) => boolean): DecideValues {
  return (column) => {
    const numbers = isText(field) ? numbersInTextsOf(column) : numbersOf(column);
    const table = new Uint8Array(column.size + 1);
    for (let code = 0; code <= column.size; code++) {
      const number = numbers[code]!;
      table[code] = Number.isNaN(number) ? UNKNOWN : isTrue(number) ? TRUE : FALSE;
    }
    return table;
  };
}

type Alternatives = {
  byNumber: DecideValues | undefined;
  textsIn: (segment: Segment) => SoughtText[];
  ignoresCase: boolean;
};

function equalTo(field: FilterField, values: readonly FilterValue[], ignoresCase: boolean): Alternatives {
  const texts: string[] = [];
  const numbers = new Set<number>();
  for (const value of values) {
    if (typeof value === 'string' && isText(field)) texts.push(value);
    else numbers.add(numberOf(value));
  }
  const sought = texts.map(soughtText);
  const isPin = field === 'pin' || field === 'lot';
  const inSources = isPin ? pinsInSources(texts) : undefined;
  return {
    byNumber: numbers.size === 0 ? undefined : byNumber(field, (number) => numbers.has(number)),
    textsIn: ({ source }) => {
      const more = inSources?.get(source);
      return more ? [...sought, ...more] : sought;
    },
    ignoresCase,
  };
}

/**
 * A PIN in a filter is written as in addresses. `PIN~source` is the one parcel of that source, also of the source whose
 * PINs are bare. A PIN alone is that PIN of every source: the filter of one parcel in a link is still right when a second county
 * is loaded, and one that should mean one county only can say so. (A PIN may itself contain the separator, so the whole is
 * always looked for, too.)
 */
function pinsInSources(pins: readonly string[]): Map<string, SoughtText[]> {
  const found = new Map<string, SoughtText[]>();
  for (const qualified of pins) {
    const split = splitQualifiedPin(qualified);
    if (!split) continue;
    const list = found.get(split.source) ?? [];
    list.push(soughtText(split.pin));
    found.set(split.source, list);
  }
  return found;
}

function anyOf({ byNumber, textsIn, ignoresCase }: Alternatives): DecideValues {
  return (column, segment, step) => {
    const table = byNumber?.(column, segment, step) ?? truths(column.size, FALSE);
    for (const sought of textsIn(segment)) {
      step();
      if (isOutside(column, sought.folded)) continue;
      const { first, end } = ignoresCase ? foldedRange(column, sought.folded) : writtenRange(column, sought);
      table.fill(TRUE, first, end);
    }
    return table;
  };
}

/** Most PINs of a long list are in another segment, before its first or after its last. */
function isOutside(column: Column, folded: Buffer): boolean {
  const { size } = column;
  const { bytes, starts } = column.folded();
  return (
    bytes.compare(folded, 0, folded.length, 0, starts[1]! - 1) > 0 ||
    bytes.compare(folded, 0, folded.length, starts[size - 1]!, starts[size]! - 1) < 0
  );
}
