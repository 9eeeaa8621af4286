// The columns of a segment by the names that filters use, and their values as numbers.
import type { FilterField } from '../../contract/parcel-filter.ts';
import { foldText } from '../search-text.ts';
import type { Column, HiddenField, Segment } from './segment.ts';

const COUNTY_PREFIX = 'more:';

export const isCountyField = (field: string): boolean => field.startsWith(COUNTY_PREFIX);
export const countyLabel = (field: string): string => field.slice(COUNTY_PREFIX.length);

/** The county's own label, however the filter writes it. */
const labels = new WeakMap<Segment, Map<string, string>>();

export function ownLabel(segment: Segment, label: string): string | undefined {
  let known = labels.get(segment);
  if (!known) {
    known = new Map();
    // Of two that differ only in case, the first.
    for (const own of [...segment.countyFields].reverse()) known.set(foldText(own), own);
    labels.set(segment, known);
  }
  return known.get(foldText(label));
}

const sources = new WeakMap<Segment, Column>();

export function columnOf(segment: Segment, field: FilterField | HiddenField): Column | undefined {
  if (field === 'source') {
    const known = segment.column(field) ?? sources.get(segment) ?? sourceColumn(segment);
    sources.set(segment, known);
    return known;
  }
  if (!isCountyField(field)) return segment.column(field);
  const label = countyLabel(field);
  if (segment.countyFields.includes(label)) return segment.column(field);
  const own = ownLabel(segment, label);
  return own === undefined ? undefined : segment.column(`${COUNTY_PREFIX}${own}` as FilterField);
}

/** All rows of a segment have one source. */
function sourceColumn({ source, rows }: Segment): Column {
  const bytes = Buffer.from(`${foldText(source)}\n`);
  return {
    size: 1,
    codes: new Uint8Array(rows).fill(1),
    text: () => source,
    number: () => Number.NaN,
    folded: () => ({ bytes, starts: Uint32Array.of(0, bytes.length) }),
  };
}

const numbers = new WeakMap<Column, Float64Array>();

/** The values of a column of numbers by code; NaN for null. */
export function numbersOf(column: Column): Float64Array {
  let known = numbers.get(column);
  if (!known) {
    known = new Float64Array(column.size + 1);
    known[0] = Number.NaN;
    for (let code = 1; code <= column.size; code++) known[code] = column.number(code);
    numbers.set(column, known);
  }
  return known;
}

const numbersInTexts = new WeakMap<Column, Float64Array>();

/** The texts of a column as numbers: `1967`, `204,600`, `$1.50`, and `2,000 sq ft` as an import writes areas. NaN where one is none. */
export function numbersInTextsOf(column: Column): Float64Array {
  let known = numbersInTexts.get(column);
  if (!known) {
    known = new Float64Array(column.size + 1);
    known[0] = Number.NaN;
    for (let code = 1; code <= column.size; code++) known[code] = numberInText(column.text(code));
    numbersInTexts.set(column, known);
  }
  return known;
}

function numberInText(text: string): number {
  const [, sign, digits] =
    /^\s*([-+]?)\$?((?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d*)?|\.\d+)(?: (?:acres|sq ft))?\s*$/.exec(text) ?? [];
  if (digits === undefined) return Number.NaN;
  const number = Number(digits.replaceAll(',', ''));
  return sign === '-' ? -number : number;
}
