// What the panel asks for, as rows that somebody fills in, and as the filter that they make.
import { parseFilter } from '../../contract/cql2/parse-filter.ts';
import { dayOf } from '../../contract/format-field.ts';
import { FILTER_FEET_MAX } from '../../contract/limits.ts';
import { monthsBefore } from '../../contract/months-before.ts';
import {
  type Comparison,
  type FilterField,
  type FilterType,
  type FilterValue,
  type ParcelFilter,
  typeOfField,
} from '../../contract/parcel-filter.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';

/** What is typed stays as it was typed, until it is asked for. Whatever is empty asks for nothing. */
export type FactTest =
  /** Both ends count, unless the filter that it came from says otherwise. */
  | { mode: 'range'; from: string; to: string; isAbove?: true; isBelow?: true }
  | { mode: 'last-years'; years: string }
  | { mode: 'contains' | 'begins' | 'ends'; text: string }
  /** Null among them: or it is not known. */
  | { mode: 'values'; values: readonly (FilterValue | null)[] }
  | { mode: 'yes' | 'no' | 'known' | 'unknown' };
export type TestMode = FactTest['mode'];

export type Row =
  | { id: number; kind: 'fact'; field: FilterField; test: FactTest }
  /** CQL2 text. */
  | { id: number; kind: 'other'; text: string };
export type FactRow = Extract<Row, { kind: 'fact' }>;

export type Where =
  | { kind: 'anywhere' }
  | {
      kind: 'view' | 'shape';
      area: AreaGeometry;
      /** Within this distance of it. Empty: in it. */
      feet: string;
      /** In words: `the lake lots`. */
      name: string;
    };

export type Criteria = { rows: readonly Row[]; where: Where };

let lastId = 0;
const nextId = () => ++lastId;

export const newFact = (field: FilterField, test: FactTest = emptyTest(field)): Row => ({
  id: nextId(),
  kind: 'fact',
  field,
  test,
});

export const newOther = (text: string): Row => ({ id: nextId(), kind: 'other', text });

/** Few enough values to pick from them. */
const PICKED = new Set<FilterField>([
  'zoning',
  'township',
  'city',
  'state',
  'land_use',
  'tax_district',
  'source',
]);

const firstModes: Record<FilterType, TestMode> = {
  number: 'range',
  date: 'range',
  text: 'contains',
  boolean: 'yes',
};

function emptyTest(field: FilterField): FactTest {
  const isPicked = PICKED.has(field) || field.startsWith('more:');
  return testOf(isPicked ? 'values' : firstModes[typeOfField(field)]);
}

/** An empty one. */
export function testOf(mode: TestMode): FactTest {
  switch (mode) {
    case 'range':
      return { mode, from: '', to: '' };
    case 'last-years':
      return { mode, years: '' };
    case 'contains':
    case 'begins':
    case 'ends':
      return { mode, text: '' };
    case 'values':
      return { mode, values: [] };
    default:
      return { mode };
  }
}

/** How a field can be asked for. */
export function modesOf(field: FilterField): readonly TestMode[] {
  switch (typeOfField(field)) {
    case 'number':
      return ['range', 'known', 'unknown'];
    case 'date':
      return ['range', 'last-years', 'known', 'unknown'];
    case 'boolean':
      return ['yes', 'no', 'unknown'];
    case 'text': {
      const modes: TestMode[] = ['values', 'contains', 'begins', 'ends', 'known', 'unknown'];
      // Those of the county are all text, and some of it are numbers.
      return field.startsWith('more:') ? ['range', ...modes] : modes;
    }
  }
}

/** What most people begin with. */
export const firstCriteria = (): Criteria => ({
  rows: (['taxacres', 'sale_date', 'sales_price', 'name', 'zoning'] as const).map((field) => newFact(field)),
  where: { kind: 'anywhere' },
});

/** Its condition, none where it is empty, or what is wrong with what was typed. */
type Asked = { filter: ParcelFilter | undefined } | { problem: string };

const nothing: Asked = { filter: undefined };

function rowFilter(row: Row, today: Date): Asked {
  if (row.kind === 'other') return otherFilter(row.text);
  const { field, test } = row;
  switch (test.mode) {
    case 'range':
      return rangeFilter(field, test);
    case 'last-years':
      return sinceFilter(field, test.years, today);
    case 'contains':
    case 'begins':
    case 'ends': {
      const text = test.text.trim();
      return text === '' ? nothing : { filter: { op: 'like', field, pattern: patternOf(test.mode, text) } };
    }
    case 'values':
      return { filter: valuesFilter(field, test.values) };
    case 'yes':
    case 'no':
      return { filter: { op: 'compare', field, is: '=', value: test.mode === 'yes' } };
    case 'known':
      return { filter: { op: 'not', of: { op: 'is-null', field } } };
    case 'unknown':
      return { filter: { op: 'is-null', field } };
  }
}

function otherFilter(text: string): Asked {
  const parsed = parseFilter(text);
  if ('error' in parsed) return { problem: parsed.error.message };
  return { filter: parsed.filter.op === 'all' ? undefined : parsed.filter };
}

type Range = Extract<FactTest, { mode: 'range' }>;

function rangeFilter(field: FilterField, { from, to, isAbove, isBelow }: Range): Asked {
  const read = typeOfField(field) === 'date' ? readDay : readNumber;
  const low = read(from);
  const high = read(to);
  if (typeof low === 'object') return low;
  if (typeof high === 'object') return high;
  const compare = (is: Comparison, value: FilterValue): ParcelFilter => ({ op: 'compare', field, is, value });
  const notBelow = low === undefined ? [] : [compare(isAbove ? '>' : '>=', low)];
  const notAbove = high === undefined ? [] : [compare(isBelow ? '<' : '<=', high)];
  if (low === undefined || high === undefined) return { filter: [...notBelow, ...notAbove][0] };
  if (low > high) return { problem: 'The first is larger than the second: nothing lies between them.' };
  if (isAbove || isBelow) return { filter: { op: 'and', of: [...notBelow, ...notAbove] } };
  return { filter: low === high ? compare('=', low) : { op: 'between', field, low, high } };
}

/** As people write them: `$1,200.50`. */
function readNumber(text: string): number | undefined | { problem: string } {
  const digits = text.replace(/[\s,$]/g, '');
  if (digits === '') return undefined;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)$/.test(digits)) return { problem: `“${text.trim()}” is not a number.` };
  return Number(digits);
}

function readDay(text: string): string | undefined | { problem: string } {
  if (text === '') return undefined;
  return dayOf(text) && text.length === 10 ? text : { problem: 'There is no such day.' };
}

const YEARS_MAX = 200;

function sinceFilter(field: FilterField, years: string, today: Date): Asked {
  const count = readNumber(years);
  if (count === undefined) return nothing;
  if (typeof count === 'object') return count;
  if (!(count > 0 && count <= YEARS_MAX)) return { problem: `A number of years, at most ${YEARS_MAX}.` };
  const localDay = new Date(Date.UTC(today.getFullYear(), today.getMonth(), today.getDate()));
  // Halves of a year are six months.
  const since = monthsBefore(localDay, Math.round(count * 12));
  return { filter: { op: 'compare', field, is: '>=', value: since } };
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

function patternOf(mode: 'contains' | 'begins' | 'ends', text: string): string {
  return `${mode === 'begins' ? '' : '%'}${escaped(text)}${mode === 'ends' ? '' : '%'}`;
}

function valuesFilter(field: FilterField, picked: readonly (FilterValue | null)[]): ParcelFilter | undefined {
  const values = picked.filter((value) => value !== null);
  const conditions: ParcelFilter[] = [];
  if (values.length === 1) conditions.push({ op: 'compare', field, is: '=', value: values[0]! });
  else if (values.length > 1) conditions.push({ op: 'in', field, values });
  if (values.length < picked.length) conditions.push({ op: 'is-null', field });
  return conditions.length > 1 ? { op: 'or', of: conditions } : conditions[0];
}

function whereFilter(where: Where): Asked {
  if (where.kind === 'anywhere') return nothing;
  const { area } = where;
  const feet = readNumber(where.feet);
  if (feet === undefined) return { filter: { op: 'intersects', area } };
  if (typeof feet === 'object') return feet;
  if (feet < 0 || feet > FILTER_FEET_MAX) {
    return { problem: `A distance of at most ${FILTER_FEET_MAX.toLocaleString('en-US')} feet.` };
  }
  return { filter: { op: 'within-feet', area, feet } };
}

/** Of a row by its id, and of the place as `where`. */
export type Part = { of: number | 'where'; filter: ParcelFilter };
export type Problem = { of: number | 'where'; problem: string };

/** The conditions of all rows that ask for something. */
export function partsOf({ rows, where }: Criteria, today: Date): { parts: Part[]; problems: Problem[] } {
  const asked = [
    ...rows.map((row) => ({ of: row.id as Part['of'], ...rowFilter(row, today) })),
    { of: 'where' as const, ...whereFilter(where) },
  ];
  return {
    parts: asked.flatMap((one) =>
      'filter' in one && one.filter ? [{ of: one.of, filter: one.filter }] : [],
    ),
    problems: asked.flatMap((one) => ('problem' in one ? [{ of: one.of, problem: one.problem }] : [])),
  };
}

export function joined(parts: readonly { filter: ParcelFilter }[]): ParcelFilter {
  const of = parts.flatMap(({ filter }) => (filter.op === 'and' ? filter.of : [filter]));
  return of.length === 0 ? { op: 'all' } : of.length === 1 ? of[0]! : { op: 'and', of };
}
