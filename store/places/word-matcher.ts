// Matches the words of a query against all places. Matches are bitmasks: bit n stands for word n of the query.
import type { PlaceType } from '../../contract/place-types.ts';
import { isGeneric, type QueryWord } from '../place-words.ts';
import { isCorrectable } from '../search-correction.ts';
import { PARENTS, type PlaceTable } from './place-table.ts';
import { countBits, type WordIndex } from './word-index.ts';

/** Types of places that may lie in another of the same name, as the city of New York does. */
const NAMESAKES: ReadonlySet<PlaceType> = new Set(['place', 'district', 'region']);

/** Bitmasks of the query words that a place matches. A word matched in part here may be matched in full by a parent. */
export type WordMatches = {
  /** Whole words of its name. */
  exact: number;
  /** Words of its name that the query only begins, and exact matches beyond the number of words in its name. */
  prefix: number;
  /** Words of its name, after correcting typing errors. */
  corrected: number;
  /** Words in the name of a parent (a place that it lies in) and not exact in its own name. */
  parentExact: number;
  parentPrefix: number;
  parentCorrected: number;
};

export function ownBits({ exact, prefix, corrected }: WordMatches): number {
  return exact | prefix | corrected;
}

export function allBits(matches: WordMatches): number {
  return ownBits(matches) | matches.parentExact | matches.parentPrefix | matches.parentCorrected;
}

export function maskMatches(matches: WordMatches, bits: number): WordMatches {
  return {
    exact: matches.exact & bits,
    prefix: matches.prefix & bits,
    corrected: matches.corrected & bits,
    parentExact: matches.parentExact & bits,
    parentPrefix: matches.parentPrefix & bits,
    parentCorrected: matches.parentCorrected & bits,
  };
}

type WordQuery = { words: readonly QueryWord[]; isBeingTyped: boolean; forgivesErrors: boolean };

/** Reused from query to query, because its arrays have an entry for each place. */
export class WordMatcher {
  readonly #places: PlaceTable;
  readonly #index: WordIndex;
  readonly #exact: Uint32Array;
  readonly #prefix: Uint32Array;
  readonly #corrected: Uint32Array;
  /** Ids of the places that match a word, each once. */
  #matchedIds: number[] = [];
  #streetParentBits = 0;
  /** Words of those states that the query names in full. */
  #fullyNamedStateBits = 0;
  /** Generic words, such as `street`, which do not identify a street by themselves. */
  generic = 0;

  constructor(places: PlaceTable, index: WordIndex) {
    this.#places = places;
    this.#index = index;
    this.#exact = new Uint32Array(places.count + 1);
    this.#prefix = new Uint32Array(places.count + 1);
    this.#corrected = new Uint32Array(places.count + 1);
  }

  get matchedIds(): readonly number[] {
    return this.#matchedIds;
  }

  /** Replaces the matches of the previous query. */
  match({ words, isBeingTyped, forgivesErrors }: WordQuery): void {
    this.#clear();
    // Memoized: a word may occur several times, and finding corrections takes longest.
    const likeByWord = new Map<string, readonly string[]>();
    words.forEach(({ typed, forms }, at) => {
      const bit = 1 << at;
      const isPrefix = isBeingTyped && at === words.length - 1;
      // A single letter being typed, as in `charlotte n`, may become NC as well as north.
      const meant = isPrefix && typed.length === 1 ? [typed] : forms;
      if (meant.some(isGeneric)) this.generic |= bit;
      for (const form of meant) this.#set(this.#exact, this.#index.having(form), bit);
      if (isPrefix) this.#set(this.#prefix, this.#index.havingPrefix(typed), bit);
      if (!forgivesErrors || !isCorrectable(typed) || isGeneric(typed)) return;
      // An abbreviation that is in no list, such as the Mass of `mass ave`.
      if (isBeingTyped && !isPrefix) this.#set(this.#prefix, this.#index.havingPrefix(typed), bit);
      const key = `${typed} ${isPrefix}`;
      const like = likeByWord.get(key) ?? this.#index.wordsLike(typed, { isPrefix });
      likeByWord.set(key, like);
      for (const word of like) {
        this.#set(this.#corrected, this.#index.having(word), bit);
      }
    });
    for (const id of this.#places.streetParents) this.#streetParentBits |= this.#ownBitsOf(id);
    for (const id of this.#places.idsOfType('region')) {
      if (this.#isFullyNamed(id)) this.#fullyNamedStateBits |= this.#exact[id]!;
    }
  }

  /** Whether no place matches this word. */
  isUnknown({ typed, forms }: QueryWord, { isPrefix }: { isPrefix: boolean }): boolean {
    const isBeginning = isPrefix && this.#index.havingPrefix(typed).length > 0;
    return !isBeginning && forms.every((form) => this.#index.having(form).length === 0);
  }

  /** A cheap upper bound of the words that a street matches. */
  streetBitsUpperBound(id: number): number {
    return this.#ownBitsOf(id) | this.#streetParentBits;
  }

  #ownBitsOf(id: number): number {
    return this.#exact[id]! | this.#prefix[id]! | this.#corrected[id]!;
  }

  matchesOf(id: number): WordMatches {
    const exact = this.#exactInName(id);
    const prefix = (this.#exact[id]! | this.#prefix[id]!) & ~exact;
    const corrected = this.#corrected[id]! & ~exact & ~prefix;
    let parentExact = 0;
    let parentPrefix = 0;
    let parentCorrected = 0;
    for (let at = PARENTS * id; at < PARENTS * (id + 1); at++) {
      const parent = this.#places.parents[at]!;
      const all = this.#ownBitsOf(parent);
      if (all === 0) continue;
      // The N of `n main st` does not match North Carolina, but the CT of `hartford ct` is all of Connecticut.
      const isOnlyGeneric = (all & ~this.generic) === 0;
      if (isOnlyGeneric && countBits(all) < this.#places.nameWeight[parent]!) continue;
      parentExact |= this.#exact[parent]!;
      parentPrefix |= this.#prefix[parent]!;
      parentCorrected |= this.#corrected[parent]!;
    }
    parentExact &= ~exact;
    const own = exact | prefix | corrected;
    return {
      exact,
      prefix,
      corrected,
      parentExact,
      parentPrefix: parentPrefix & ~own & ~parentExact,
      parentCorrected: parentCorrected & ~own & ~parentExact & ~parentPrefix,
    };
  }

  /** At most as many words as the name has: the NY of `new york ny` is the state, not part of the city's name. */
  #exactInName(id: number): number {
    let exact = this.#exact[id]!;
    let telling = exact & ~this.generic;
    // Fast path for most places.
    if (countBits(telling) < 2 || !NAMESAKES.has(this.#places.typeOf(id))) return exact;
    while (countBits(telling) > this.#places.nameWeight[id]!) {
      const last = 1 << (31 - Math.clz32(telling));
      telling &= ~last;
      exact &= ~last;
    }
    return exact;
  }

  /** Orders places of the same relevance: the lower the better. */
  penalty(id: number, matches: WordMatches): number {
    return this.#wordsOnlyInCounty(id, matches) + this.#wordsOfOtherState(id, matches);
  }

  /** How many words are the full name of another state: `herndon virginia` is not in West Virginia. */
  #wordsOfOtherState(id: number, matches: WordMatches): number {
    const state = this.#places.parentOf(id, 'region') ?? 0;
    if (this.#isFullyNamed(state)) return 0;
    return countBits(this.#exact[state]! & matches.parentExact & this.#fullyNamedStateBits);
  }

  #isFullyNamed(id: number): boolean {
    return countBits(this.#exact[id]!) >= this.#places.nameWeight[id]!;
  }

  /** How many words only its county matches: `orange county ca` means the county, not the town of Orange in it. */
  #wordsOnlyInCounty(id: number, matches: WordMatches): number {
    const county = this.#places.parentOf(id, 'district') ?? 0;
    let only = this.#exact[county]! & matches.parentExact & ~ownBits(matches);
    if (only === 0) return 0;
    for (let at = PARENTS * id; at < PARENTS * (id + 1); at++) {
      const parent = this.#places.parents[at]!;
      if (parent !== county) only &= ~this.#exact[parent]!;
    }
    return countBits(only);
  }

  #set(bits: Uint32Array, ids: Uint32Array, bit: number): void {
    for (let at = 0; at < ids.length; at++) {
      const id = ids[at]!;
      if (this.#ownBitsOf(id) === 0) this.#matchedIds.push(id);
      bits[id]! |= bit;
    }
  }

  #clear(): void {
    // Filling whole arrays is faster than clearing scattered entries.
    this.#exact.fill(0);
    this.#prefix.fill(0);
    this.#corrected.fill(0);
    this.#matchedIds = [];
    this.#streetParentBits = 0;
    this.#fullyNamedStateBits = 0;
    this.generic = 0;
  }
}
