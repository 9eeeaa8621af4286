// A parcel's figures as people read them, in American English whatever the browser speaks.

export const NOT_AVAILABLE = 'N/A';
const INVALID_DATE = 'Invalid Date';

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const hundredths = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** From an ISO date. A sale has a day and no hour: nothing here knows of time zones, so none can shift it. */
export function formatSaleDate(isoDate: string | null): string {
  if (!isoDate) return NOT_AVAILABLE;
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:T.*)?$/.exec(isoDate) ?? [];
  if (!year || !month || !day) return INVALID_DATE;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // February 30th becomes March 1st.
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
