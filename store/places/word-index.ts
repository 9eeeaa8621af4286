// An inverted index in memory: the ids of the places that have a word.
import {
  errorsForgiven,
  type KnownWord,
  mayHaveThreeErrors,
  nearestWords,
  typingErrors,
} from '../search-correction.ts';

/** Appended to a prefix, it sorts after every word with that prefix. */
const AFTER_LAST = '\uffff';

/** A file keeps them as they are. */
export type WordColumns = {
  /** Sorted by code units. */
  words: readonly string[];
  /** The ids for the word at [i] are in `ids` from starts[i] to starts[i + 1]. */
  starts: Uint32Array;
  ids: Uint32Array;
};

export class WordIndex {
  readonly columns: WordColumns;
  readonly #words: readonly string[];
  readonly #starts: Uint32Array;
  readonly #ids: Uint32Array;
  /** For each word, a bitmask of its letters. */
  readonly #letters: Uint32Array;

  constructor(columns: WordColumns) {
    this.columns = columns;
    this.#words = columns.words;
    this.#starts = columns.starts;
    this.#ids = columns.ids;
    this.#letters = Uint32Array.from(this.#words, lettersOf);
  }

  static of(idsByWord: ReadonlyMap<string, readonly number[]>): WordIndex {
    const words = [...idsByWord.keys()].sort();
    const starts = new Uint32Array(words.length + 1);
    words.forEach((word, at) => {
      starts[at + 1] = starts[at]! + idsByWord.get(word)!.length;
    });
    const ids = new Uint32Array(starts.at(-1)!);
    words.forEach((word, at) => {
      ids.set(idsByWord.get(word)!, starts[at]!);
    });
    return new WordIndex({ words, starts, ids });
  }

  /** The ids of the places that have exactly this word. */
  having(word: string): Uint32Array {
    const at = this.#firstFrom(word);
    return this.#words[at] === word ? this.#idsOf(at, at + 1) : this.#idsOf(at, at);
  }

  /** The ids of the places that have a word with this prefix. An id may occur several times. */
  havingPrefix(prefix: string): Uint32Array {
    return this.#idsOf(this.#firstFrom(prefix), this.#firstFrom(prefix + AFTER_LAST));
  }

  /** Corrections of a mistyped word, the likeliest first. With `isPrefix`, longer words count as well. */
  wordsLike(typed: string, { isPrefix }: { isPrefix: boolean }): string[] {
    const errorsMax = errorsForgiven(typed);
    const lengthMax = isPrefix ? Infinity : typed.length + 1;
    const near = this.#sharingLetters(typed, lengthMax).filter(
      ({ word }) => typingErrors({ typed, word, errorsMax }) <= errorsMax,
    );
    const whole = near.filter(({ word }) => word.length <= typed.length + 1);
    const like = [...new Set([...nearestWords(typed, whole), ...nearestWords(typed, near)])];
    if (like.length > 0 || !mayHaveThreeErrors(typed)) return like;
    return nearestWords(typed, this.#beginningLike(typed));
  }

  /** The words that begin with the same two letters, where even people who write by ear are seldom wrong. */
  #beginningLike(typed: string): KnownWord[] {
    const start = typed.slice(0, 2);
    const found: KnownWord[] = [];
    for (let at = this.#firstFrom(start); this.#words[at]?.startsWith(start); at++)
      found.push(this.#known(at));
    return found;
  }

  #known(at: number): KnownWord {
    return { word: this.#words[at]!, uses: this.#starts[at + 1]! - this.#starts[at]! };
  }

  /**
   * A prefilter: comparing bitmasks of letters leaves one word in a hundred for the edit distance. Masks are weak for a
   * word of repeated letters, so the number of each letter is compared as well.
   */
  #sharingLetters(typed: string, lengthMax: number): KnownWord[] {
    const letters = lettersOf(typed);
    const errorsMax = errorsForgiven(typed);
    const lengthMin = typed.length - errorsMax;
    const lackingIn = lackOf(typed, typed.length + errorsMax);
    const found: KnownWord[] = [];
    for (let at = 0; at < this.#letters.length; at++) {
      if (countBits(letters & ~this.#letters[at]!) > errorsMax) continue;
      const word = this.#words[at]!;
      if (word.length < lengthMin || word.length > lengthMax) continue;
      if (errorsMax === 1 && !mayBeginAlike(typed, word)) continue;
      if (lackingIn(word) > errorsMax) continue;
      found.push(this.#known(at));
    }
    return found;
  }

  #firstFrom(word: string): number {
    let low = 0;
    let high = this.#words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#words[middle]! < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #idsOf(from: number, to: number): Uint32Array {
    return this.#ids.subarray(this.#starts[from]!, this.#starts[to]!);
  }
}

/** With at most one error, one of the first two letters is the same in both words, perhaps shifted by one. */
function mayBeginAlike(typed: string, word: string): boolean {
  return typed[0] === word[0] || typed[1] === word[1] || typed[0] === word[1] || typed[1] === word[0];
}

/** Collisions of letters only let more words pass the prefilter. */
const LETTERS = 32;

function letterAt(word: string, at: number): number {
  return word.charCodeAt(at) & (LETTERS - 1);
}

function lettersOf(word: string): number {
  let bits = 0;
  for (let i = 0; i < word.length; i++) bits |= 1 << letterAt(word, i);
  return bits;
}

/** How many letters of `typed` are missing from the start of a word: a lower bound of the errors. */
function lackOf(typed: string, length: number): (word: string) => number {
  const counts = new Int16Array(LETTERS);
  for (let i = 0; i < typed.length; i++) counts[letterAt(typed, i)]!++;
  const left = new Int16Array(LETTERS);
  return (word) => {
    left.set(counts);
    let lacking = typed.length;
    const end = Math.min(word.length, length);
    for (let i = 0; i < end; i++) if (left[letterAt(word, i)]!-- > 0) lacking--;
    return lacking;
  };
}

export function countBits(bits: number): number {
  let pairs = bits - ((bits >>> 1) & 0x55555555);
  pairs = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return (((pairs + (pairs >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}
