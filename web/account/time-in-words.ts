// Times of an account in words, in US English as everywhere on the page.

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
const ago = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

export const dayInWords = (time: string): string => day.format(new Date(time));

/** Sessions are extended every three minutes, so anything closer is now. Clock skew: the future is now, too. */
export function agoInWords(time: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(time);
  if (ageMs < 5 * MINUTE_MS) return 'just now';
  if (ageMs < HOUR_MS) return ago.format(-Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return ago.format(-Math.floor(ageMs / HOUR_MS), 'hour');
  return ago.format(-Math.floor(ageMs / DAY_MS), 'day');
}
