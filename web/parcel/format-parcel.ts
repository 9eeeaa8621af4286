// Formats a parcel's dates and numbers in en-US, whatever the browser's language.

export const NOT_AVAILABLE = 'N/A';
const INVALID_DATE = 'Invalid Date';

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const hundredths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Takes an ISO date. Formats its parts in UTC, so that no time zone can shift the day. */
export function formatSaleDate(isoDate: string | null): string {
  if (!isoDate) return NOT_AVAILABLE;
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(isoDate) ?? [];
  if (!year || !month || !day) return INVALID_DATE;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // Date.UTC rolls February 30 over to March 1: compare to find dates that do not exist.
  const exists = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return exists ? `${month}/${day}/${year}` : INVALID_DATE;
}

export function formatPrice(price: number | null): string {
  return isNumber(price) ? dollars.format(price) : NOT_AVAILABLE;
}

export function formatAcres(acres: number | null): string {
  return isNumber(acres) ? hundredths.format(acres) : NOT_AVAILABLE;
}

function isNumber(value: number | null): value is number {
  return value !== null && Number.isFinite(value);
}
