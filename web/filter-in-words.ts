// A filter in words, for people who never see its text.
import { fieldLabel } from '../contract/filter-fields.ts';
import {
  type Comparison,
  type FilterField,
  type FilterValue,
  type ParcelFilter,
  typeOfField,
} from '../contract/parcel-filter.ts';
import { pinLabel } from '../contract/parcel-pin.ts';

/** A list longer than this is counted. */
const LISTED_MAX = 4;

const number = new Intl.NumberFormat('en-US', { useGrouping: 'min2', maximumFractionDigits: 6 });
const distance = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });

export function filterInWords(filter: ParcelFilter): string {
  switch (filter.op) {
    case 'all':
      return 'All parcels';
    case 'and':
    case 'or':
      return filter.of.map((part, at) => (at === 0 ? nested(part) : within(part))).join(` ${filter.op} `);
    case 'not':
      if (filter.of.op === 'is-null') return `${fieldLabel(filter.of.field)} is known`;
      return `Not: ${nested(filter.of)}`;
    case 'compare':
      // `Owner lives elsewhere`, and not that this is yes.
      if (filter.value === true && filter.is === '=') return fieldLabel(filter.field);
      return `${fieldLabel(filter.field)} ${comparisonFor(filter.field)[filter.is]} ${valueInWords(filter.value)}`;
    case 'between':
      return `${fieldLabel(filter.field)} from ${valueInWords(filter.low)} to ${valueInWords(filter.high)}`;
    case 'in':
      return `${fieldLabel(filter.field)} is ${listInWords(filter.values)}`;
    case 'like':
      return `${fieldLabel(filter.field)} ${patternInWords(filter.pattern)}`;
    case 'is-null':
      if (filter.field === 'sale_date') return 'Never sold';
      return `${fieldLabel(filter.field)} is not known`;
    case 'intersects':
      return 'In an area on the map';
    case 'within-feet':
      return `Within ${distance.format(filter.feet)} ft of an area on the map`;
    case 'near':
      return nearInWords(filter);
    case 'same-owner':
      return `Same owner as ${pinLabel(filter.pin)}`;
    case 'same-mailing':
      return `Same mailing address as ${pinLabel(filter.pin)}`;
    case 'matches':
      return `Found by “${filter.text}”`;
  }
}

const nested = (filter: ParcelFilter) =>
  (filter.op === 'and' || filter.op === 'or') && filter.of.length > 1
    ? `(${filterInWords(filter)})`
    : filterInWords(filter);

function within(filter: ParcelFilter): string {
  if ((filter.op === 'and' || filter.op === 'or') && filter.of.length > 1)
    return `(${filter.of.map(within).join(` ${filter.op} `)})`;
  return inMidSentence(nested(filter), filter);
}

/** Without its capital. PIN keeps it, and so does a name that the county gave. */
export function inMidSentence(words: string, filter: ParcelFilter): string {
  const { field } = { field: '', ...(filter.op === 'not' ? filter.of : filter) };
  if (field.startsWith('more:') || /^\p{Lu}{2}/u.test(words)) return words;
  return words.charAt(0).toLowerCase() + words.slice(1);
}

const asAmounts: Record<Comparison, string> = {
  '=': 'is',
  '<>': 'is not',
  '<': 'less than',
  '<=': 'at most',
  '>': 'more than',
  '>=': 'at least',
};
const asDays: Record<Comparison, string> = {
  ...asAmounts,
  '<': 'before',
  '<=': 'until',
  '>': 'after',
  '>=': 'from',
};
const comparisonFor = (field: FilterField) => (typeOfField(field) === 'date' ? asDays : asAmounts);

function valueInWords(value: FilterValue): string {
  if (typeof value === 'number') return number.format(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  return year ? `${month}/${day}/${year}` : value;
}

function listInWords(values: readonly FilterValue[]): string {
  if (values.length > LISTED_MAX) return `one of ${number.format(values.length)}`;
  return values.map(valueInWords).join(' or ');
}

/** Of the usual patterns: `smith%`, `%smith%`. */
function patternInWords(pattern: string): string {
  const [, start, text, end] = /^(%?)([^%_\\]*)(%?)$/.exec(pattern) ?? [];
  if (text === undefined) return `looks like ${pattern}`;
  if (start && end) return `has “${text}”`;
  return end ? `begins with “${text}”` : start ? `ends with “${text}”` : `is “${text}”`;
}

function nearInWords({ of, feet, sameBlock }: Extract<ParcelFilter, { op: 'near' }>): string {
  const [only] = of.op === 'in' && of.field === 'pin' && of.values.length === 1 ? of.values : [];
  const isOne = of.op === 'compare' && of.field === 'pin' && of.is === '=';
  const pin = isOne ? of.value : only;
  const around = pin === undefined ? within(of) : pinLabel(String(pin));
  const block = sameBlock ? ', on this side of the street' : '';
  return `${feet === 0 ? 'Touches' : `Within ${distance.format(feet)} ft of`} ${around}${block}`;
}
