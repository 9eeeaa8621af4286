// Formats a parcel's owner, addresses, dates, numbers and origin in en-US, whatever the browser's language.
import type { Parcel, ParcelOrigin } from '../../contract/parcel.ts';
import { type FieldKind, kindOf, type ParcelColumn } from '../../contract/parcel-columns.ts';
import { pinLabel } from '../../contract/parcel-pin.ts';

export const NOT_AVAILABLE = 'N/A';
export const NO_OWNER = 'No owner on record';
export const NO_SITE_ADDRESS = 'No site address on record';
const SAME_AS_SITE = 'Same as site';
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

// In UTC, so that no time zone can shift the day.
const writtenDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

export const ownerOf = ({ owner, name }: Pick<Parcel, 'owner' | 'name'>) => owner || name || NO_OWNER;

type Addresses = Pick<Parcel, 'add1' | 'add2' | 'city' | 'state' | 'zip' | 'site_address'>;

/** As on an envelope: street, second line, town. Lines that a county repeats are shown once. */
export function mailingLines({ add1, add2, city, state, zip, site_address }: Addresses): string[] {
  const town = [city, [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const street = add1 && site_address && isSameStreet(add1, site_address) ? SAME_AS_SITE : add1;
  const lines = [street, add2 === add1 ? null : add2, town].filter((line): line is string => Boolean(line));
  return [...new Set(lines)];
}

/** Counties write the same address with other capitals and punctuation in each of their fields. */
function isSameStreet(a: string, b: string): boolean {
  const words = (address: string) =>
    address
      .toUpperCase()
      .replaceAll(/[^\p{L}\p{N}#/-]+/gu, ' ')
      .trim();
  return words(a) === words(b);
}

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

/** The source and its day: 'Iredell County, North Carolina, as of June 3, 2026'. */
export function formatOrigin({ title, date }: ParcelOrigin): string {
  const day = dayOf(date);
  return day ? `${title}, as of ${writtenDay.format(day)}` : title;
}

/** Undefined for a day that does not exist. */
function dayOf(isoDate: string): Date | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(isoDate) ?? [];
  if (!year || !month || !day) return undefined;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // Date.UTC rolls February 30 over to March 1: compare to find dates that do not exist.
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return exists ? date : undefined;
}

export function formatUnitCount(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'unit' : 'units'}`;
}
