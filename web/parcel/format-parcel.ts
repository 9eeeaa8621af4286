// Formats a parcel's owner, addresses and origin in en-US, whatever the browser's language.
import { dayOf } from '../../contract/format-field.ts';
import type { Parcel, ParcelOrigin } from '../../contract/parcel.ts';

export const NO_OWNER = 'No owner on record';
export const NO_SITE_ADDRESS = 'No site address on record';
const SAME_AS_SITE = 'Same as site';

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

/** The source and its day: 'Iredell County, North Carolina, as of June 3, 2026'. */
export function formatOrigin({ title, date }: ParcelOrigin): string {
  const day = dayOf(date);
  return day ? `${title}, as of ${writtenDay.format(day)}` : title;
}

export function formatUnitCount(count: number): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? 'unit' : 'units'}`;
}
