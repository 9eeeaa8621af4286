// Cleans the values of a parcel's fields: one cleaner a kind of field.
import { type FieldKind, kindOf, type ParcelColumn, TEXT_LENGTH_MAX } from '../../contract/parcel-columns.ts';
import { parseAcres, parseNumber, parsePrice } from './clean-amount.ts';
import { cleanPin } from './clean-pin.ts';
import { cleanText, cutText } from './clean-text.ts';
import { cleanZip, ZERO_RESTORED } from './clean-zip.ts';
import type { MappedRow } from './mapping.ts';
import { type DateReading, parseDate } from './parse-date.ts';

export type FieldValue = string | number | null;

/**
 * Takes the row as far as it is mapped: with the fields above this one. May add to its mends, or refuse it. Undefined
 * where the value is not understood.
 */
export type CleanField = (value: FieldValue, row: MappedRow) => FieldValue | undefined | typeof IN_THE_FUTURE;

export const IN_THE_FUTURE = Symbol('in the future');
const DAY_MS = 86_400_000;

type Options = { lengthMax: number; reading: DateReading };

const cleaners: Record<FieldKind, (options: Options) => CleanField> = {
  pin: () => (value, row) => {
    const cleaned = cleanPin(value);
    if ('refusal' in cleaned) {
      row.refusal = cleaned.refusal;
      return null;
    }
    if (cleaned.mend !== undefined) row.mends.push(cleaned.mend);
    return cleaned.pin;
  },
  text:
    ({ lengthMax }) =>
    (value, row) => {
      const text = cleanText(value);
      if (text === null || text.length <= lengthMax) return text;
      row.mends.push('text too long: cut');
      return cutText(text, lengthMax);
    },
  zip:
    ({ lengthMax }) =>
    (value, row) => {
      const { zip, restored } = cleanZip({ value, state: row.fields.state });
      if (restored) row.mends.push(ZERO_RESTORED);
      return zip === null ? null : cutText(zip, lengthMax);
    },
  number: () => (value) => {
    const number = parseNumber(value);
    return Number.isNaN(number) ? undefined : number;
  },
  acres: () => parseAcres,
  price: () => parsePrice,
  date:
    ({ reading }) =>
    (value) =>
      parseDate(value, reading),
  past: ({ reading }) => {
    // A day ahead is today in some time zone.
    const latest = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    return (value) => {
      const date = parseDate(value, reading);
      return date && date > latest ? IN_THE_FUTURE : date;
    };
  },
};

export function fieldCleaner(column: ParcelColumn, reading: DateReading): CleanField {
  const lengthMax = (column.type === 'text' && column.lengthMax) || TEXT_LENGTH_MAX;
  return cleaners[kindOf(column)]({ lengthMax, reading });
}
