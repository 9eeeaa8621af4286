// Values of a county as clean text: blanks trimmed and collapsed, control characters and placeholders dropped.
import type { RawValue } from '../layer.ts';

// Control characters, soft hyphens, zero-width and direction marks: they are invisible and confuse search and display.
const unwanted =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /[\u0000-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
/** Anything that needs work; most values need none. */
const untidy =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
  /[\u0000-\u001f\u007f-\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2069\u3000\ufeff]| {2}|^ | $/;

const placeholders = new Set([
  '<NULL>',
  'NULL',
  '(NULL)',
  '[NULL]',
  '\\N',
  'N/A',
  '#N/A',
  'N.A.',
  'NONE',
  '(NONE)',
  'NAN',
  '<NA>',
  'UNDEFINED',
]);
const PLACEHOLDER_LENGTH_MAX = 9;

/** Null for a blank or a placeholder. */
export function cleanText(value: RawValue | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = untidy.test(value) ? value.replace(unwanted, '').replace(/\s+/g, ' ').trim() : value;
  if (text === '') return null;
  if (text.length <= PLACEHOLDER_LENGTH_MAX) {
    // Text without a letter or digit, such as '-' or '...', says nothing.
    if (!/[\p{L}\p{N}]/u.test(text) || placeholders.has(text.toUpperCase())) return null;
  }
  return text;
}

/** A number as a person would write it, without the noise of binary fractions. Null for NaN and infinity. */
export function numberText(value: number): string | null {
  if (!Number.isFinite(value)) return null;
  if (Number.isInteger(value)) return Math.abs(value) < 1e21 ? BigInt(value).toString() : String(value);
  // A 32-bit float such as 0.1 arrives as 0.10000000149011612.
  const digits = Math.fround(value) === value ? 7 : 12;
  return String(Number(value.toPrecision(digits)));
}

/** Long text is cut with an ellipsis. */
export function cutText(text: string, lengthMax: number): string {
  if (text.length <= lengthMax) return text;
  // Never between the halves of a surrogate pair.
  const end = /[\ud800-\udbff]$/.test(text.slice(0, lengthMax - 1)) ? lengthMax - 2 : lengthMax - 1;
  return `${text.slice(0, end).trimEnd()}…`;
}
