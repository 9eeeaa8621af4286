// Days on which the register of deeds is open. Days are counted from 1970-01-01.

const MS_PER_DAY = 86_400_000;
const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** The date of this edition of the roll: no sale is later. */
export const BOOKS_CLOSED_ON = '2025-06-30';

/** Month and day: 704 is the fourth of July. */
const fixedHolidays: ReadonlySet<number> = new Set([101, 619, 704, 1111, 1224, 1225, 1226]);

export function isoDate(day: number): string {
  return new Date(day * MS_PER_DAY).toISOString().slice(0, 10);
}

export function dayOf(isoText: string): number {
  return Date.parse(`${isoText}T00:00:00Z`) / MS_PER_DAY;
}

/** The given day, else the last open one before it. */
export function openDay(day: number): number {
  const date = new Date(day * MS_PER_DAY);
  const weekday = date.getUTCDay();
  const isClosed = weekday === SUNDAY || weekday === SATURDAY || isHoliday(date);
  return isClosed ? openDay(day - 1) : day;
}

function isHoliday(date: Date): boolean {
  const month = date.getUTCMonth() + 1;
  const dayOfMonth = date.getUTCDate();
  const weekday = date.getUTCDay();
  const memorialDay = month === 5 && weekday === MONDAY && dayOfMonth > 24;
  const laborDay = month === 9 && weekday === MONDAY && dayOfMonth < 8;
  const thanksgiving = month === 11 && weekday === THURSDAY && dayOfMonth > 21 && dayOfMonth < 29;
  return memorialDay || laborDay || thanksgiving || fixedHolidays.has(month * 100 + dayOfMonth);
}
