// Writes a field's value in en-US, on the page as on paper.
import { type FieldKind, kindOf, type ParcelColumn } from './parcel-columns.ts';
import { pinLabel } from './parcel-pin.ts';

export const NOT_AVAILABLE = 'N/A';
const INVALID_DATE = 'Invalid Date';

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
/** Without a comma in a year. */
const plainNumber = new Intl.NumberFormat('en-US', { useGrouping: 'min2', maximumFractionDigits: 6 });
const wholeNumber = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const hundredths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const formats: Record<FieldKind, (value: never) => string> = {
  text: String,
  pin: pinLabel,
  zip: String,
  number: plainNumber.format,
  acres: hundredths.format,
  price: dollars.format,
  value: dollars.format,
  year: String,
  'square feet': (feet) => `${wholeNumber.format(feet)} sq ft`,
  count: plainNumber.format,
  date: formatDate,
  past: formatDate,
};

export function isKnown(value: string | number | null): boolean {
  return typeof value === 'number' ? Number.isFinite(value) : Boolean(value);
}

export function formatField(value: string | number | null, column: ParcelColumn): string {
  return isKnown(value) ? formats[kindOf(column)](value as never) : NOT_AVAILABLE;
}

function formatDate(isoDate: string): string {
  if (!dayOf(isoDate)) return INVALID_DATE;
  const [year, month, day] = isoDate.slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}

/** Undefined for a day that does not exist. */
export function dayOf(isoDate: string): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(isoDate) ?? [];
  if (!year || !month || !day) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // Date.UTC rolls February 30 over to March 1: compare to find dates that do not exist.
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return exists ? date : undefined;
}
