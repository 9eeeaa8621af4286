// Which field of the county becomes which field of a parcel, as `--map` writes it.
import type { CountyField } from '../../contract/parcel.ts';
import { type ParcelField, type ParcelFields, parcelFields } from '../../contract/parcel-columns.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import type { RawValue } from '../layer.ts';
import { parseExpression, quotedText } from './expression.ts';

/** Each value is an expression; `-` means that the parcel's field is left out on purpose. */
export type FieldMapping = Partial<Record<ParcelField, string>>;

/** The order of day and month in dates such as 6/10/2020. */
export type DateOrder = 'mdy' | 'dmy';

export type Sample = {
  properties: Record<string, RawValue>;
  /** Of the polygon. */
  acres: number | undefined;
};

export type MappedRow = {
  fields: ParcelFields;
  more: CountyField[];
  mends: readonly string[];
  /** Why the row cannot become a parcel. */
  refusal: string | undefined;
};

export type RowMapper = { map(properties: Record<string, RawValue>): MappedRow };

export const NOT_MAPPED = '-';

/** What people call the fields that have a short name in the data. */
const aliases: Readonly<Record<string, ParcelField>> = {
  owner: 'name',
  acres: 'taxacres',
  address: 'site_address',
  site: 'site_address',
  price: 'sales_price',
  sale_price: 'sales_price',
  parcel: 'pin',
};

/** The names that messages use. */
export const fieldLabels: Readonly<Record<ParcelField, string>> = {
  pin: 'pin',
  name: 'owner',
  add1: 'add1',
  add2: 'add2',
  city: 'city',
  state: 'state',
  zip: 'zip',
  site_address: 'address',
  taxacres: 'acres',
  township: 'township',
  zoning: 'zoning',
  sale_date: 'sale_date',
  sales_price: 'sales_price',
};

/** 'pin=ML,add1=Location,taxacres=LandArea/43560' */
export function parseMapping(text: string): FieldMapping {
  const mapping: FieldMapping = {};
  for (const entry of splitEntries(text)) {
    if (entry.trim() === '') continue;
    const equals = entry.indexOf('=');
    if (equals < 0) {
      throw new OperatorError(
        `--map ${entry.trim()} has no = sign: write FIELD=EXPRESSION, such as pin=PARCEL_ID.`,
      );
    }
    const field = targetField(entry.slice(0, equals));
    if (mapping[field] !== undefined) {
      throw new OperatorError(`--map names ${fieldLabels[field]} twice.`);
    }
    mapping[field] = checkedExpression(entry.slice(equals + 1));
  }
  return mapping;
}

/** The parcel's field that a word means. */
export function targetField(word: string): ParcelField {
  const name = word.trim().toLowerCase();
  const field = Object.hasOwn(aliases, name) ? aliases[name] : parcelFields.find((known) => known === name);
  if (field === undefined) {
    const known = Object.values(fieldLabels).join(', ');
    throw new OperatorError(`${word.trim() || 'Nothing'} is no field of a parcel: the fields are ${known}.`);
  }
  return field;
}

/** Returns the text as it is kept; throws where it cannot be read. */
export function checkedExpression(text: string): string {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === NOT_MAPPED) return NOT_MAPPED;
  parseExpression(trimmed);
  return trimmed;
}

/** Splits at commas outside of quotes and parentheses. */
function splitEntries(text: string): string[] {
  const entries: string[] = [];
  let depth = 0;
  let start = 0;
  let at = 0;
  while (at < text.length) {
    const character = text[at]!;
    if (character === "'" || character === '"') {
      at = quotedText(text, at).end ?? text.length;
      continue;
    }
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth <= 0) {
      entries.push(text.slice(start, at));
      start = at + 1;
    }
    at += 1;
  }
  return [...entries, text.slice(start)];
}
