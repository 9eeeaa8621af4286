// A filter to CQL2 text that reads back to the same filter.
import { type AreaGeometry, polygonsOf } from '../../geo/geometry.ts';
import { type FilterField, type FilterValue, type ParcelFilter, typeOfField } from '../parcel-filter.ts';
import { formatField } from './field-names.ts';
import { SAME_BLOCK } from './parse-filter.ts';

/** All parcels are an empty text. */
export function formatFilter(filter: ParcelFilter): string {
  return filter.op === 'all' ? '' : format(filter);
}

function format(filter: ParcelFilter): string {
  switch (filter.op) {
    case 'and':
    case 'or':
      return formatJoined(filter.op, filter.of);
    case 'not':
      return formatNot(filter.of);
    case 'all':
      return 'TRUE';
    case 'intersects':
      return `S_INTERSECTS(geometry, ${formatArea(filter.area)})`;
    case 'within-feet':
      return `S_DWITHIN(geometry, ${formatArea(filter.area)}, ${filter.feet})`;
    case 'near':
      return `NEAR(${format(filter.of)}, ${filter.feet}${filter.sameBlock ? `, '${SAME_BLOCK}'` : ''})`;
    case 'same-owner':
      return `SAME_OWNER(${quote(filter.pin)})`;
    case 'same-mailing':
      return `SAME_MAILING(${quote(filter.pin)})`;
    case 'matches':
      return `MATCHES(${quote(filter.text)})`;
    default:
      return formatPredicate(filter, '');
  }
}

/** None of no conditions is false, all of them true. */
function formatJoined(op: 'and' | 'or', of: readonly ParcelFilter[]): string {
  if (of.length === 0) return op === 'and' ? 'TRUE' : 'FALSE';
  if (of.length === 1) return format(of[0]!);
  return of
    .map((part) => (isJoined(part) ? `(${format(part)})` : format(part)))
    .join(` ${op.toUpperCase()} `);
}

const isJoined = ({ op }: ParcelFilter) => op === 'and' || op === 'or';

function formatNot(of: ParcelFilter): string {
  switch (of.op) {
    case 'all':
      return 'FALSE';
    case 'in':
    case 'like':
    case 'between':
    case 'is-null':
      return formatPredicate(of, 'NOT ');
    default:
      return isJoined(of) || of.op === 'not' ? `NOT (${format(of)})` : `NOT ${format(of)}`;
  }
}

type Predicate = Extract<ParcelFilter, { field: FilterField }>;

/** Of CQL2, NOT stands before LIKE, IN and BETWEEN, and within IS NULL. */
function formatPredicate(filter: Predicate, not: 'NOT ' | ''): string {
  const { field } = filter;
  const folded = (text: string) => ('ignoresCase' in filter && filter.ignoresCase ? `CASEI(${text})` : text);
  const name = folded(formatField(field));
  const value = (one: FilterValue) =>
    typeof one === 'string' ? folded(formatValue(field, one)) : formatValue(field, one);
  switch (filter.op) {
    case 'compare':
      return `${name} ${filter.is} ${value(filter.value)}`;
    case 'in':
      return `${name} ${not}IN (${filter.values.map(value).join(', ')})`;
    case 'like':
      return `${name} ${not}LIKE ${quote(filter.pattern)}`;
    case 'between':
      return `${name} ${not}BETWEEN ${value(filter.low)} AND ${value(filter.high)}`;
    case 'is-null':
      return `${name} IS ${not}NULL`;
  }
}

function formatValue(field: FilterField, value: FilterValue): string {
  if (typeof value !== 'string') return String(value).toUpperCase();
  return typeOfField(field) === 'date' ? `DATE(${quote(value)})` : quote(value);
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;

function formatArea(area: AreaGeometry): string {
  const polygons = polygonsOf(area).map(
    (rings) =>
      `(${rings.map((ring) => `(${ring.map(([lng, lat]) => `${lng} ${lat}`).join(', ')})`).join(', ')})`,
  );
  return area.type === 'Polygon' ? `POLYGON${polygons[0]}` : `MULTIPOLYGON(${polygons.join(', ')})`;
}
