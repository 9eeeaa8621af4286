// Cleans the values of a parcel's fields: one cleaner a kind of field.
import { type FieldKind, kindOf, type ParcelColumn, TEXT_LENGTH_MAX } from '../../contract/parcel-columns.ts';
import {
  parseAcres,
  parseCount,
  parseNumber,
  parsePrice,
  parseSquareFeet,
  parseValue,
  parseYear,
} from './clean-amount.ts';
import { cleanPin } from './clean-pin.ts';
import { cleanText, cutText } from './clean-text.ts';
import { cleanZip, ZERO_RESTORED } from './clean-zip.ts';
import type { MappedRow } from './mapping.ts';
import { type DateReading, parseDate } from './parse-date.ts';

export const IN_THE_FUTURE = Symbol('in the future');
/** Deeds name it where nothing was paid, or where the price is nobody's business. */
const ONE_DOLLAR = 'sales price of $1 left out';
const DAY_MS = 86_400_000;

export type FieldValue = string | number | null;
/** Undefined: not understood. The row has the fields above this one; the cleaner may add repairs to it, or refuse it. */
export type CleanField = (value: FieldValue, row: MappedRow) => FieldValue | undefined | typeof IN_THE_FUTURE;

export function fieldCleaner(column: ParcelColumn, reading: DateReading): CleanField {
  const lengthMax = (column.type === 'text' && column.lengthMax) || TEXT_LENGTH_MAX;
  // A day ahead is today in some time zone.
  const latest = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
  const cleaners: Record<FieldKind, CleanField> = {
    pin: (value, row) => {
      const cleaned = cleanPin(value);
      if ('refusal' in cleaned) {
        row.refusal = cleaned.refusal;
        return null;
      }
      if (cleaned.repair !== undefined) row.repairs.push(cleaned.repair);
      return cleaned.pin;
    },
    text: (value, row) => {
      const text = cleanText(value);
      if (text === null || text.length <= lengthMax) return text;
      row.repairs.push('text too long: cut');
      return cutText(text, lengthMax);
    },
    zip: (value, row) => {
      const { zip, restored } = cleanZip({ value, state: row.fields.state });
      if (restored) row.repairs.push(ZERO_RESTORED);
      return zip === null ? null : cutText(zip, lengthMax);
    },
    number: (value) => {
      const number = parseNumber(value);
      return Number.isNaN(number) ? undefined : number;
    },
    acres: parseAcres,
    price: (value, row) => {
      const price = parsePrice(value);
      if (price === null && (parseNumber(value) ?? 0) > 0) row.repairs.push(ONE_DOLLAR);
      return price;
    },
    value: parseValue,
    year: (value) => parseYear(value, reading.year + 1),
    'square feet': parseSquareFeet,
    count: parseCount,
    date: (value) => parseDate(value, reading),
    past: (value) => {
      const date = parseDate(value, reading);
      return date && date > latest ? IN_THE_FUTURE : date;
    },
  };
  return cleaners[kindOf(column)];
}
