// LIKE on the folded values of a column: prefixes by binary search, parts by a search through all bytes at once, all
// other patterns value by value, in time that grows with the lengths of value and pattern alone.
import { foldText } from '../search-text.ts';
import { firstWhere } from './binary-search.ts';
import type { Column } from './segment.ts';
import { foldedRange, prefixRange } from './text-order.ts';

const LINE_FEED = 10;
/** Shorter ones are found so often that a call for each costs more than a loop. */
const SOUGHT_BYTES_MIN = 3;

const ANY_TEXT = -1;
const ANY_CHARACTER = -2;
/** Bytes of UTF-8, ANY_TEXT or ANY_CHARACTER. */
type Token = number;

/** Calls `mark` with the code of each value that matches, once or more often. `step` is called for each value, and may throw. */
export type FindLike = (column: Column, mark: (code: number) => void, step: () => void) => void;

export function findLike(pattern: string): FindLike {
  const tokens = tokensOf(pattern);
  const any = tokens.flatMap((token, at) => (token === ANY_TEXT ? [at] : []));
  const hasCharacters = tokens.includes(ANY_CHARACTER);
  const last = tokens.length - 1;
  // No value has one; and in a search through all of them it would be the end of one.
  if (tokens.includes(LINE_FEED)) return () => {};
  if (!hasCharacters && any.length === 0) {
    const folded = Buffer.from(tokens);
    return (column, mark) => markRange(foldedRange(column, folded), mark);
  }
  if (!hasCharacters && any.length === 1 && any[0] === last) {
    const folded = Buffer.from(tokens.slice(0, -1));
    return (column, mark) => markRange(prefixRange(column, folded), mark);
  }
  if (!hasCharacters && any.length === 2 && any[0] === 0 && any[1] === last) {
    const part = Buffer.from(tokens.slice(1, -1));
    return (column, mark) => findPart(column, part, mark);
  }
  if (!hasCharacters && any.length === 1 && any[0] === 0) {
    const part = Buffer.from([...tokens.slice(1), LINE_FEED]);
    return (column, mark) => findPart(column, part, mark);
  }
  return (column, mark, step) => {
    const { bytes, starts } = column.folded();
    for (let code = 1; code <= column.size; code++) {
      step();
      if (matches(tokens, bytes, starts[code - 1]!, starts[code]! - 1)) mark(code);
    }
  };
}

function tokensOf(pattern: string): Token[] {
  const tokens: Token[] = [];
  let literal = '';
  const endLiteral = () => {
    for (const byte of Buffer.from(foldText(literal))) tokens.push(byte);
    literal = '';
  };
  const characters = [...pattern];
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i]!;
    if (character === '\\' && i + 1 < characters.length) literal += characters[++i];
    else if (character === '%') {
      endLiteral();
      if (tokens.at(-1) !== ANY_TEXT) tokens.push(ANY_TEXT);
    } else if (character === '_') {
      endLiteral();
      tokens.push(ANY_CHARACTER);
    } else literal += character;
  }
  endLiteral();
  return tokens;
}

function markRange({ first, end }: { first: number; end: number }, mark: (code: number) => void): void {
  for (let code = first; code < end; code++) mark(code);
}

/**
 * Values that contain these bytes, at a place that counts. A line feed at the end of them is the end of the value. (To look for the
 * space before a word instead would stop at every space.)
 */
export function findPart(
  column: Column,
  part: Buffer,
  mark: (code: number) => void,
  doesCount: (bytes: Buffer, at: number) => boolean = anywhere,
): void {
  const { bytes, starts } = column.folded();
  if (part.length < SOUGHT_BYTES_MIN) {
    findShortPart(column, part, mark, doesCount);
    return;
  }
  let at = bytes.indexOf(part);
  let code = 1;
  while (at >= 0) {
    let next = at + 1;
    if (doesCount(bytes, at)) {
      code = firstWhere(code, starts.length - 1, (code) => starts[code]! > at);
      mark(code);
      next = starts[code]!;
    }
    at = bytes.indexOf(part, next);
  }
}

const anywhere = () => true;

function findShortPart(
  column: Column,
  part: Buffer,
  mark: (code: number) => void,
  doesCount: (bytes: Buffer, at: number) => boolean,
): void {
  const { bytes, starts } = column.folded();
  const [first, second] = part;
  for (let code = 1; code <= column.size; code++) {
    // With its line feed, which a part may end with.
    const end = starts[code]! - (second === undefined ? 0 : 1);
    for (let at = starts[code - 1]!; at < end; at++) {
      if ((first !== undefined && bytes[at] !== first) || (second !== undefined && bytes[at + 1] !== second))
        continue;
      if (!doesCount(bytes, at)) continue;
      mark(code);
      break;
    }
  }
}

/** Where the rest fails, only the last ANY_TEXT takes one more character: never more than value times pattern. */
function matches(tokens: readonly Token[], bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  let token = 0;
  let anyToken = -1;
  let anyAt = 0;
  while (at < end) {
    const wanted = tokens[token];
    if (wanted === ANY_TEXT) {
      anyToken = token++;
      anyAt = at;
    } else if (wanted === ANY_CHARACTER) {
      at = nextCharacter(bytes, at, end);
      token++;
    } else if (wanted === bytes[at]) {
      at++;
      token++;
    } else if (anyToken >= 0) {
      anyAt = nextCharacter(bytes, anyAt, end);
      at = anyAt;
      token = anyToken + 1;
    } else return false;
  }
  while (tokens[token] === ANY_TEXT) token++;
  return token === tokens.length;
}

function nextCharacter(bytes: Buffer, at: number, end: number): number {
  let next = at + 1;
  while (next < end && (bytes[next]! & 0xc0) === 0x80) next++;
  return next;
}
