// The values of a field among the rows of a set, and how often each occurs.
import { type FilterField, typeOfField } from '../../contract/parcel-filter.ts';
import { qualifiedPin } from '../../contract/parcel-pin.ts';
import type { FieldValue } from '../parcel-queries.ts';
import type { EngineWork } from './engine-work.ts';
import { columnOf } from './segment-columns.ts';

/** The most frequent first; of equally frequent ones in their order, null last. `distinct` counts null, too. */
export function countValues({
  work,
  chosen,
  field,
  limit,
}: {
  work: EngineWork;
  chosen: readonly Uint8Array[];
  field: FilterField;
  limit: number;
}): { values: FieldValue[]; distinct: number } {
  const counts = new Map<FieldValue['value'], number>();
  const isNumber = !['text', 'date'].includes(typeOfField(field));
  work.segments.forEach((segment, at) => {
    work.goOn();
    const column = columnOf(segment, field);
    const byCode = countCodes(column?.codes, column?.size ?? 0, chosen[at]!);
    const readValue = (code: number) => {
      if (code === 0 || !column) return null;
      if (isNumber) return column.number(code);
      const text = column.text(code);
      const isPin = field === 'pin' || field === 'lot';
      return isPin ? qualifiedPin({ pin: text, source: segment.qualifier }) : text;
    };
    byCode.forEach((count, code) => {
      if (count === 0) return;
      work.step();
      const value = readValue(code);
      counts.set(value, (counts.get(value) ?? 0) + count);
    });
  });
  return { values: firstValues(counts, limit), distinct: counts.size };
}

/** Few of perhaps a million: what is behind the last that counts is passed over, and the others are sorted now and then. */
function firstValues(counts: ReadonlyMap<FieldValue['value'], number>, limit: number): FieldValue[] {
  const first: FieldValue[] = [];
  let last: FieldValue | undefined;
  const cut = () => {
    first.sort(compare).splice(limit);
    last = first.at(-1);
  };
  for (const [value, count] of counts) {
    if (last && compare({ value, count }, last) > 0) continue;
    first.push({ value, count });
    if (first.length === 2 * limit + SORTED_MIN) cut();
  }
  cut();
  return first;
}

const SORTED_MIN = 1_000;

const compare = (a: FieldValue, b: FieldValue) => b.count - a.count || compareValues(a.value, b.value);

function countCodes(codes: ArrayLike<number> | undefined, size: number, chosen: Uint8Array): Uint32Array {
  const counts = new Uint32Array(size + 1);
  for (let row = 0; row < chosen.length; row++) if (chosen[row]) counts[codes ? codes[row]! : 0]!++;
  return counts;
}

function compareValues(a: FieldValue['value'], b: FieldValue['value']): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}
