// MATCHES: the parcels that the search box finds by some words, without its correction of mistyped ones.
import { longForm, pinKey, searchWords } from '../search-text.ts';
import { findPart } from './like-pattern.ts';
import type { Column, Segment } from './segment.ts';
import { prefixRange } from './text-order.ts';
import { FALSE, TRUE } from './value-conditions.ts';

const SPACE = 0x20;
const LINE_FEED = 0x0a;
/** As the search does. */
const QUERY_WORDS_MAX = 12;

/** A truth for each row of a segment. Like a search, it is never unknown. */
export function wordCondition(text: string): (segment: Segment) => Uint8Array {
  const words = searchWords(text).slice(0, QUERY_WORDS_MAX);
  const pinPrefix = pinKey(text);
  const isPin = /\d/.test(pinPrefix);
  // Nobody is called 98-64, and it is not an address.
  const isOnlyNumbers = words.length > 1 && words.every((word) => /^\d+$/.test(word));
  // A long form that begins with the word is found by it.
  const choices = words.map((word) => (longForm(word).startsWith(word) ? [word] : [word, longForm(word)]));
  return (segment) => {
    const found = new Uint8Array(segment.rows);
    if (words.length === 0) return found;
    if (!isOnlyNumbers) markWithWords(segment, choices, found);
    const pins = isPin && segment.column('pin_key');
    if (pins) markPins(pins, pinPrefix, found);
    return found;
  };
}

function markPins(pins: Column, prefix: string, found: Uint8Array): void {
  const { first, end } = prefixRange(pins, Buffer.from(prefix));
  for (let row = 0; row < found.length; row++) {
    if (pins.codes[row]! >= first && pins.codes[row]! < end) found[row] = TRUE;
  }
}

/** Each word must be the beginning of one of the owner's or the addresses' words. */
function markWithWords(segment: Segment, choices: readonly (readonly string[])[], found: Uint8Array): void {
  const columns = [segment.column('owner_words'), segment.column('address_words')];
  choices.forEach((prefixes, at) => {
    const has = new Uint8Array(found.length);
    for (const column of columns) {
      if (!column) continue;
      const table = wordTable(column, prefixes);
      for (let row = 0; row < has.length; row++) has[row]! |= table[column.codes[row]!]!;
    }
    if (at === 0) found.set(has);
    else for (let row = 0; row < has.length; row++) found[row]! &= has[row]!;
  });
}

function wordTable(column: Column, prefixes: readonly string[]): Uint8Array {
  const table = new Uint8Array(column.size + 1).fill(FALSE);
  const mark = (code: number) => {
    table[code] = TRUE;
  };
  for (const prefix of prefixes) findPart(column, Buffer.from(prefix), mark, isWordStart);
  return table;
}

/** At the beginning of a value, which is after the end of another, or behind a space. */
const isWordStart = (bytes: Buffer, at: number) =>
  at === 0 || bytes[at - 1] === SPACE || bytes[at - 1] === LINE_FEED;
