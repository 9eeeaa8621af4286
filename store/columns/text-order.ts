// Binary search in the values of a text column, which are in the order of their folded forms, then of themselves.
import { foldText } from '../search-text.ts';
import { firstWhere } from './binary-search.ts';
import type { Column } from './segment.ts';

/** Codes from `first` up to, but without, `end`. */
export type CodeRange = { first: number; end: number };

/** A text to be looked for, folded once for all segments. */
export type SoughtText = { text: string; folded: Buffer };

export const soughtText = (text: string): SoughtText => ({ text, folded: Buffer.from(foldText(text)) });

/** The values that differ from a text in case and accents at most. */
export function foldedRange(column: Column, folded: Buffer): CodeRange {
  const first = firstCode(column, (code) => compareFolded(column, code, folded) >= 0);
  // Nearly always there is one at most.
  let end = first;
  while (end <= column.size && compareFolded(column, end, folded) === 0) end++;
  return { first, end };
}

/** The values whose folded form begins with this one. */
export function prefixRange(column: Column, folded: Buffer): CodeRange {
  return {
    first: firstCode(column, (code) => comparePrefix(column, code, folded) >= 0),
    end: firstCode(column, (code) => comparePrefix(column, code, folded) > 0),
  };
}

/** Where a text as written is, or would be: a range of one code, or of none. */
export function writtenRange(column: Column, { text, folded }: SoughtText): CodeRange {
  const range = foldedRange(column, folded);
  for (let code = range.first; code < range.end; code++) {
    const order = byCodePoint(column.text(code), text);
    if (order === 0) return { first: code, end: code + 1 };
    if (order > 0) return { first: code, end: code };
  }
  return { first: range.end, end: range.end };
}

const firstCode = ({ size }: Column, isReached: (code: number) => boolean) =>
  firstWhere(1, size + 1, isReached);

function compareFolded(column: Column, code: number, folded: Buffer): number {
  const { bytes, starts } = column.folded();
  return bytes.compare(folded, 0, folded.length, starts[code - 1]!, starts[code]! - 1);
}

function comparePrefix(column: Column, code: number, folded: Buffer): number {
  const { bytes, starts } = column.folded();
  const start = starts[code - 1]!;
  return bytes.compare(folded, 0, folded.length, start, Math.min(starts[code]! - 1, start + folded.length));
}

/** Of values of two columns. */
export function compareTexts(one: Column, code: number, other: Column, otherCode: number): number {
  const a = one.folded();
  const b = other.folded();
  return (
    a.bytes.compare(
      b.bytes,
      b.starts[otherCode - 1]!,
      b.starts[otherCode]! - 1,
      a.starts[code - 1]!,
      a.starts[code]! - 1,
    ) || byCodePoint(one.text(code), other.text(otherCode))
  );
}

/** Code units beyond U+FFFF sort before some that are below; UTF-8 has the order of code points. */
export function byCodePoint(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
