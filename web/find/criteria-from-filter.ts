// A filter of any origin as the rows of the panel. What no row can say stays as its text.
import { formatFilter } from '../../contract/cql2/format-filter.ts';
import { parseFilter } from '../../contract/cql2/parse-filter.ts';
import {
  type FilterField,
  type FilterValue,
  type ParcelFilter,
  typeOfField,
} from '../../contract/parcel-filter.ts';
import {
  type Criteria,
  type FactTest,
  joined,
  modesOf,
  newFact,
  newOther,
  type Row,
  type Where,
} from './criteria.ts';

const WHERE_OF_FILTER = 'the shape of this filter';

/** Of a link or a kept filter. A text that cannot be read is a row, too, which says what is wrong with it. */
export function criteriaFrom(text: string): Criteria {
  const parsed = parseFilter(text);
  if ('error' in parsed) {
    return { rows: [newOther(text)], where: { kind: 'anywhere' } };
  }
  const rows: Row[] = [];
  const others: ParcelFilter[] = [];
  let where: Where = { kind: 'anywhere' };
  for (const part of conditionsOf(parsed.filter)) {
    const fact = factOf(part);
    if (fact) rows.push(fact);
    else if (where.kind === 'anywhere' && (part.op === 'intersects' || part.op === 'within-feet')) {
      const feet = part.op === 'within-feet' ? String(part.feet) : '';
      where = { kind: 'shape', area: part.area, feet, name: WHERE_OF_FILTER };
    } else others.push(part);
  }
  if (others.length > 0) {
    const other = formatFilter(joined(others.map((filter) => ({ filter }))));
    rows.push(newOther(other));
  }
  return { rows, where };
}

function conditionsOf(filter: ParcelFilter): ParcelFilter[] {
  if (filter.op === 'all') return [];
  return filter.op === 'and' ? filter.of.flatMap(conditionsOf) : [filter];
}

/** Undefined for what no row can say. */
function factOf(filter: ParcelFilter): Row | undefined {
  switch (filter.op) {
    case 'compare':
      return filter.ignoresCase ? undefined : comparedFact(filter);
    case 'between':
      return isRange(filter.field, filter.low) && isRange(filter.field, filter.high)
        ? newFact(filter.field, { mode: 'range', from: String(filter.low), to: String(filter.high) })
        : undefined;
    case 'in':
      return filter.ignoresCase || !isPicked(filter.field, filter.values)
        ? undefined
        : newFact(filter.field, { mode: 'values', values: filter.values });
    case 'like': {
      const test = likeTest(filter.pattern);
      return test && newFact(filter.field, test);
    }
    case 'is-null':
      return newFact(filter.field, { mode: 'unknown' });
    case 'not':
      return filter.of.op === 'is-null' ? knownFact(filter.of.field) : undefined;
    case 'or':
      return valuesOrUnknown(filter.of);
    default:
      return undefined;
  }
}

const knownFact = (field: FilterField) =>
  modesOf(field).includes('known') ? newFact(field, { mode: 'known' }) : undefined;

/** Numbers and days have ends; texts are picked, or looked for in part. */
const isRange = (field: FilterField, value: FilterValue) =>
  typeOfField(field) === 'date' || typeof value === 'number';

const isPicked = (field: FilterField, values: readonly FilterValue[]) =>
  typeOfField(field) === 'text' && values.every((value) => typeof value === 'string');

function comparedFact({ field, is, value }: Extract<ParcelFilter, { op: 'compare' }>): Row | undefined {
  if (typeof value === 'boolean') {
    return is === '=' ? newFact(field, { mode: value ? 'yes' : 'no' }) : undefined;
  }
  if (!isRange(field, value)) {
    return is === '=' ? newFact(field, { mode: 'values', values: [value] }) : undefined;
  }
  const end = String(value);
  switch (is) {
    case '=':
      return newFact(field, { mode: 'range', from: end, to: end });
    case '>=':
      return newFact(field, { mode: 'range', from: end, to: '' });
    case '>':
      return newFact(field, { mode: 'range', from: end, to: '', isAbove: true });
    case '<=':
      return newFact(field, { mode: 'range', from: '', to: end });
    case '<':
      return newFact(field, { mode: 'range', from: '', to: end, isBelow: true });
    default:
      return undefined;
  }
}

function likeTest(pattern: string): FactTest | undefined {
  const [, start, inner, end] = /^(%?)((?:[^\\%_]|\\[\\%_])*?)(%?)$/s.exec(pattern) ?? [];
  if (!inner || (!start && !end)) return undefined;
  const text = inner.replace(/\\(.)/gs, '$1');
  // The row takes spaces around what is typed for a slip.
  if (text !== text.trim()) return undefined;
  return { mode: start && end ? 'contains' : end ? 'begins' : 'ends', text };
}

/** `zoning IN ('RA', 'R20') OR zoning IS NULL`. */
function valuesOrUnknown([first, second, ...more]: readonly ParcelFilter[]): Row | undefined {
  if (!first || second?.op !== 'is-null' || more.length > 0) return undefined;
  const fact = factOf(first);
  if (fact?.kind !== 'fact' || fact.field !== second.field || fact.test.mode !== 'values') return undefined;
  return newFact(fact.field, { mode: 'values', values: [...fact.test.values, null] });
}

/** A day that was kept as so many years before the day of keeping is counted from today again. */
export function criteriaOfKept(kept: {
  filter: string;
  lastYears?: Record<string, string> | undefined;
}): Criteria {
  const { rows, where } = criteriaFrom(kept.filter);
  const lastYears = new Map(Object.entries(kept.lastYears ?? {}));
  const meant = (row: Row): Row => {
    if (row.kind === 'other' || row.test.mode !== 'range' || row.test.to !== '') return row;
    const years = lastYears.get(row.field);
    // Of one row only: another one of the field has a day of its own.
    if (years === undefined || typeOfField(row.field) !== 'date') return row;
    lastYears.delete(row.field);
    return { ...row, test: { mode: 'last-years', years } };
  };
  return { rows: rows.map(meant), where };
}

/** To keep beside the text. Undefined where there are none. */
export function lastYearsIn({ rows }: Criteria): Record<string, string> | undefined {
  const entries = rows.flatMap((row) =>
    row.kind === 'fact' && row.test.mode === 'last-years' && row.test.years.trim() !== ''
      ? [[row.field, row.test.years] as const]
      : [],
  );
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}
