// The columns of a segment by the names that filters use, and their values as numbers.
import type { FilterField } from '../../contract/parcel-filter.ts';
import { foldText } from '../search-text.ts';
import type { Column, HiddenField, Segment } from './segment.ts';

const COUNTY_PREFIX = 'more:';

export const isCountyField = (field: string): boolean => field.startsWith(COUNTY_PREFIX);
export const countyLabel = (field: string): string => field.slice(COUNTY_PREFIX.length);

/** Worked out once, and kept as long as what it is of. */
function keptWith<Of extends object, Value extends object>(work: (of: Of) => Value): (of: Of) => Value {
  const kept = new WeakMap<Of, Value>();
  return (of) => {
    const known = kept.get(of) ?? work(of);
    kept.set(of, known);
    return known;
  };
}

/** Of two that differ only in case, the first. */
const labelsByFolded = keptWith(
  ({ countyFields }: Segment) => new Map(countyFields.toReversed().map((own) => [foldText(own), own])),
);

/** The county's own label, however the filter writes it. */
export const ownLabel = (segment: Segment, label: string): string | undefined =>
  labelsByFolded(segment).get(foldText(label));

export function columnOf(segment: Segment, field: FilterField | HiddenField): Column | undefined {
  if (!isCountyField(field)) return segment.column(field);
  const label = countyLabel(field);
  if (segment.countyFields.includes(label)) return segment.column(field);
  const own = ownLabel(segment, label);
  return own === undefined ? undefined : segment.column(`${COUNTY_PREFIX}${own}` as FilterField);
}

function byCode({ size }: Column, numberAt: (code: number) => number): Float64Array {
  const values = new Float64Array(size + 1).fill(Number.NaN, 0, 1);
  for (let code = 1; code <= size; code++) values[code] = numberAt(code);
  return values;
}

/** The values of a column of numbers by code; NaN for null. */
export const numbersOf = keptWith((column: Column) => byCode(column, (code) => column.number(code)));

/** The texts of a column as numbers: `1967`, `204,600`, `$1.50`, and `2,000 sq ft` as an import writes areas. NaN where one is none. */
export const numbersInTextsOf = keptWith((column: Column) =>
  byCode(column, (code) => numberInText(column.text(code))),
);

function numberInText(text: string): number {
  const [, sign, digits] =
    /^\s*([-+]?)\$?((?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?|\.\d+)(?: (?:acres|sq ft))?\s*$/.exec(text) ?? [];
  if (digits === undefined) return Number.NaN;
  const number = Number(digits.replaceAll(',', ''));
  return sign === '-' ? -number : number;
}

/** A lot that the import has made up is no parcel of the county. Answers how many there were. */
export function leaveOutSummaries(segment: Segment, chosen: Uint8Array): number {
  const column = segment.column('summary');
  if (!column) return 0;
  const isSummary = numbersOf(column);
  let count = 0;
  for (let row = 0; row < chosen.length; row++) {
    if (chosen[row] === 0 || isSummary[column.codes[row]!] !== 1) continue;
    chosen[row] = 0;
    count++;
  }
  return count;
}
