// Values of a county as clean text: blanks trimmed and collapsed, control characters and placeholders dropped.
import { INVISIBLE } from '../../runtime/printable-text.ts';
import type { RawValue } from '../layer.ts';

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
const PLACEHOLDER_START = /^[<([#\\NUnu]/;
/** Noise is longer than this. */
const SHORT_NUMBER = 12;

/** Null for a blank or a placeholder. */
export function cleanText(value: RawValue | undefined): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return isTidy(value)
    ? meaningful(value)
    : meaningful(value.replace(INVISIBLE, '').replace(/\s+/g, ' ').trim());
}

const SPACE = 0x20;
const TILDE = 0x7e;
const NO_BREAK_SPACE = 0xa0;
const PLAIN_LETTERS_END = 0x1680;

/** Whether the text needs no work, as most do. A loop takes a third of a regular expression's time. */
function isTidy(text: string): boolean {
  let before = SPACE;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < SPACE || (code === SPACE && before === SPACE)) return false;
    if (code > TILDE && (code <= NO_BREAK_SPACE || code === 0xad || code >= PLAIN_LETTERS_END)) return false;
    before = code;
  }
  return before !== SPACE;
}

function meaningful(text: string): string | null {
  if (text.length > PLACEHOLDER_LENGTH_MAX) return text;
  // Text without a letter or digit, such as '-' or '...', says nothing.
  if (!/[\dA-Za-z\u0080-\uffff]/.test(text)) return null;
  return PLACEHOLDER_START.test(text) && placeholders.has(text.toUpperCase()) ? null : text;
}

/** A number as a person would write it, without the noise of binary fractions. Null for NaN and infinity. */
function numberText(value: number): string | null {
  if (!Number.isFinite(value)) return null;
  if (Number.isInteger(value)) {
    // From here on String() writes an exponent.
    return Math.abs(value) < 1e21 ? String(value) : BigInt(value).toString();
  }
  const text = String(value);
  if (text.length <= SHORT_NUMBER) return text;
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
