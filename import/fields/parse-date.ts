// Dates in all the shapes that counties write them, as YYYY-MM-DD.
import { cleanText } from './clean-text.ts';
import type { DateOrder } from './mapping.ts';

export type DateReading = {
  order: DateOrder;
  /** The current year, which decides the century of two-digit years. */
  year: number;
};

const DAY_MS = 86_400_000;
/** Excel counts days from here. */
const EXCEL_DAY_0 = Date.UTC(1899, 11, 30);
const EXCEL_MIN = 10_000;
const EXCEL_MAX = 99_999;
/** Larger numbers are milliseconds: as seconds they would lie beyond the year 2100. */
const EPOCH_SECONDS_MAX = 4_200_000_000;
const EPOCH_SECONDS_MIN = 100_000_000;
/** 1700 and later with the time behind it: YYYYMMDDHHMMSS. As milliseconds it would lie beyond the year 2500. */
const TIMESTAMP_MIN = 17_000_000_000_000;

/** Days that programs write for "no date". */
const noDates = new Set([
  '1900-01-01',
  '1899-12-30',
  '1899-12-31',
  '1899-12-29',
  '1800-01-01',
  '1753-01-01',
  '1970-01-01',
]);

export const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const YEAR_FIRST = /^(\d{4})[-/.](\d{1,2})(?:[-/.](\d{1,2})(?:[T ].*)?)?$/;
const YEAR_LAST = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?:[T ,].*)?$/;
const MONTH_AND_YEAR = /^(\d{1,2})[-/](\d{4})$/;
const DAY_THEN_NAME = /^(\d{1,2})[-/. ]?([a-z]{3,9})\.?[-/., ]*(\d{4}|\d{2})(?:[ T:].*)?$/i;
const NAME_THEN_DAY = /^([a-z]{3,9})\.?[-/ ]*(\d{1,2})(?:,[-/ ]*|[-/ ]+)(\d{4})(?:[ T].*)?$/i;
const NAME_AND_YEAR = /^([a-z]{3,9})\.?[-/., ]*(\d{4}|\d{2})$/i;
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*,? /i;
const JSON_DATE = /^\/?Date\((-?\d+)/i;

/** Null where there is no date, undefined where the value is not understood or no day of the calendar. */
export function parseDate(value: string | number | null, reading: DateReading): string | null | undefined {
  if (typeof value === 'number') return numberDate(value, reading);
  const text = cleanText(value);
  // Without any digit but 0 it is a blank form such as '  /  /    ' or '00/00/0000'.
  if (text === null || !/[1-9]/.test(text))
    return text === null || /^[\d /.:-]*$/.test(text) ? null : undefined;
  if (/^-?\d+(\.\d*)?$/.test(text)) return numberDate(Number(text), reading);
  return textDate(WEEKDAY.test(text) ? text.replace(WEEKDAY, '') : text, reading);
}

function textDate(text: string, { order, year }: DateReading): string | null | undefined {
  let found = YEAR_FIRST.exec(text);
  if (found) return day(Number(found[1]), Number(found[2]), Number(found[3] ?? 1));
  found = YEAR_LAST.exec(text);
  if (found) {
    const [first, second] = [Number(found[1]), Number(found[2])];
    const fullYear = century(found[3]!, year);
    return order === 'mdy' ? day(fullYear, first, second) : day(fullYear, second, first);
  }
  found = MONTH_AND_YEAR.exec(text);
  if (found) return day(Number(found[2]), Number(found[1]), 1);
  found = DAY_THEN_NAME.exec(text);
  if (found) return day(century(found[3]!, year), monthNumber(found[2]!), Number(found[1]));
  found = NAME_THEN_DAY.exec(text);
  if (found) return day(Number(found[3]), monthNumber(found[1]!), Number(found[2]));
  found = NAME_AND_YEAR.exec(text);
  if (found) return day(century(found[2]!, year), monthNumber(found[1]!), 1);
  found = JSON_DATE.exec(text);
  return found ? epochDay(Number(found[1])) : undefined;
}

function numberDate(value: number, { order }: DateReading): string | null | undefined {
  const whole = Math.floor(value);
  const size = Math.abs(whole);
  if (value === 0) return null;
  if (!Number.isFinite(whole)) return undefined;
  if (/^9{4,}$/.test(String(size))) return null;
  if (size >= TIMESTAMP_MIN)
    return day(Math.floor(whole / 1e10), Math.floor(whole / 1e8) % 100, Math.floor(whole / 1e6) % 100);
  if (size > EPOCH_SECONDS_MAX) return epochDay(whole);
  if (size >= EPOCH_SECONDS_MIN) return epochDay(whole * 1000);
  if (whole >= 1_000_000) return eightDigits(whole, order);
  if (whole >= 100_000) return day(Math.floor(whole / 100), whole % 100, 1);
  if (whole >= EXCEL_MIN && whole <= EXCEL_MAX) return epochDay(EXCEL_DAY_0 + whole * DAY_MS);
  return undefined;
}

/** YYYYMMDD, where day 00 is the first; else MMDDYYYY, which may have lost its leading zero. */
function eightDigits(whole: number, order: DateOrder): string | null | undefined {
  const yearFirst = day(Math.floor(whole / 10_000), Math.floor(whole / 100) % 100, whole % 100 || 1);
  if (yearFirst !== undefined) return yearFirst;
  const [first, second] = [Math.floor(whole / 1_000_000), Math.floor(whole / 10_000) % 100];
  return order === 'mdy' ? day(whole % 10_000, first, second) : day(whole % 10_000, second, first);
}

/** A date written without separators, such as YYMMDD, which only its column as a whole can tell. */
export function parseDateAs(
  value: string | number | null,
  { format, year }: { format: string; year: number },
): string | null | undefined {
  const text = cleanText(value)?.replace(/\.0+$/, '');
  if (text === undefined || /^0*$/.test(text)) return null;
  const padded = text.replace(/\D/g, '').padStart(format.length, '0');
  if (padded.length !== format.length || !/^[\d/. -]+$/.test(text)) return undefined;
  const part = (letter: string) => {
    const start = format.indexOf(letter);
    return start < 0 ? '01' : padded.slice(start, format.lastIndexOf(letter) + 1);
  };
  return day(century(part('Y'), year), Number(part('M')), Number(part('D')) || 1);
}

export const DATE_FORMATS: readonly string[] = [
  'YYMMDD',
  'MMDDYY',
  'DDMMYY',
  'YYYYMMDD',
  'MMDDYYYY',
  'DDMMYYYY',
  'YYYYMM',
  'MMYYYY',
  'MMYY',
  'YYMM',
];

/** Undefined for a day that is not in the calendar, null for one that means "no date". */
function day(year: number, month: number, dayOfMonth: number): string | null | undefined {
  if (year >= 9990 || year === 1 || year === 0) return null;
  if (!(year >= 1700 && year <= 2100 && month >= 1 && month <= 12 && dayOfMonth >= 1)) return undefined;
  if (dayOfMonth > 28 && dayOfMonth > new Date(Date.UTC(year, month, 0)).getUTCDate()) return undefined;
  const date = `${year}-${twoDigits(month)}-${twoDigits(dayOfMonth)}`;
  return noDates.has(date) ? null : date;
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}

function epochDay(milliseconds: number): string | null | undefined {
  const date = new Date(milliseconds);
  if (Number.isNaN(date.getTime())) return undefined;
  return day(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

function century(digits: string, currentYear: number): number {
  const year = Number(digits);
  if (digits.length > 2) return year;
  return year <= (currentYear % 100) + 1 ? 2000 + year : 1900 + year;
}

/** 0, which is not a month, for an unknown word. */
function monthNumber(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}
