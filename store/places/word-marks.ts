// Which words of a question each place has: a bit for each word.
import type { PlaceType } from '../../contract/geocoding.ts';
import { isCorrectable } from '../search-correction.ts';
import { PARENTS, type PlaceTable } from './place-table.ts';
import { isGeneric, type QueryWord } from './place-words.ts';
import { countBits, type WordIndex } from './word-index.ts';

/** Kinds of places that lie in others of the same name, as New York does; a road goes by name and number at once. */
const NAMESAKES: ReadonlySet<PlaceType> = new Set(['place', 'district', 'region']);

/** The words that a place has, by how it has them; those that it has in part it may have around it in full. */
export type Marks = {
  /** In its name, in full. */
  exact: number;
  /** In its name, where the question has only the beginning, or more words than the name. */
  begun: number;
  /** In its name, if the question is mistyped. */
  corrected: number;
  /** In the name of what it lies in, and not in its own in full. */
  around: number;
  aroundBegun: number;
  aroundCorrected: number;
};

export function ownBits({ exact, begun, corrected }: Marks): number {
  return exact | begun | corrected;
}

export function allBits(marks: Marks): number {
  return ownBits(marks) | marks.around | marks.aroundBegun | marks.aroundCorrected;
}

export function onlyBits(marks: Marks, bits: number): Marks {
  return {
    exact: marks.exact & bits,
    begun: marks.begun & bits,
    corrected: marks.corrected & bits,
    around: marks.around & bits,
    aroundBegun: marks.aroundBegun & bits,
    aroundCorrected: marks.aroundCorrected & bits,
  };
}

type MarkWords = { words: readonly QueryWord[]; isBeingTyped: boolean; forgivesErrors: boolean };

/** Made once and used for one question after another, for its arrays are as long as there are places. */
export class WordMarks {
  readonly #places: PlaceTable;
  readonly #index: WordIndex;
  readonly #exact: Uint32Array;
  readonly #begun: Uint32Array;
  readonly #corrected: Uint32Array;
  /** Ids of places with a mark, each once. */
  #marked: number[] = [];
  #aroundStreets = 0;
  /** The words of states that the question has all words of. */
  #statesInFull = 0;
  /** The words that no street is told by. */
  generic = 0;

  constructor(places: PlaceTable, index: WordIndex) {
    this.#places = places;
    this.#index = index;
    this.#exact = new Uint32Array(places.count + 1);
    this.#begun = new Uint32Array(places.count + 1);
    this.#corrected = new Uint32Array(places.count + 1);
  }

  get marked(): readonly number[] {
    return this.#marked;
  }

  /** In place of the marks of the question before. */
  mark({ words, isBeingTyped, forgivesErrors }: MarkWords): void {
    this.#clear();
    // A word may be there many times, and looking for words like it takes longest.
    const likeByWord = new Map<string, readonly string[]>();
    words.forEach(({ typed, forms }, at) => {
      const bit = 1 << at;
      const isBegun = isBeingTyped && at === words.length - 1;
      // The N of `charlotte n` may become NC as well as north.
      const meant = isBegun && typed.length === 1 ? [typed] : forms;
      if (meant.some(isGeneric)) this.generic |= bit;
      for (const form of meant) this.#set(this.#exact, this.#index.having(form), bit);
      if (isBegun) this.#set(this.#begun, this.#index.havingPrefix(typed), bit);
      if (!forgivesErrors || !isCorrectable(typed) || isGeneric(typed)) return;
      const key = `${typed} ${isBegun}`;
      const like = likeByWord.get(key) ?? this.#index.wordsLike(typed, { isBegun });
      likeByWord.set(key, like);
      for (const word of like) {
        this.#set(this.#corrected, this.#index.having(word), bit);
      }
    });
    for (const id of this.#places.streetParents) this.#aroundStreets |= this.#ownBitsOf(id);
    for (const id of this.#places.idsOfType('region')) {
      if (this.#isNamedInFull(id)) this.#statesInFull |= this.#exact[id]!;
    }
  }

  /** Whether no place has this word. */
  isUnknown({ typed, forms }: QueryWord, { isBegun }: { isBegun: boolean }): boolean {
    const isBeginning = isBegun && this.#index.havingPrefix(typed).length > 0;
    return !isBeginning && forms.every((form) => this.#index.having(form).length === 0);
  }

  /** More than the street has, perhaps, but never less; quick to tell. */
  streetBitsAtMost(id: number): number {
    return this.#ownBitsOf(id) | this.#aroundStreets;
  }

  #ownBitsOf(id: number): number {
    return this.#exact[id]! | this.#begun[id]! | this.#corrected[id]!;
  }

  of(id: number): Marks {
    const exact = this.#exactInName(id);
    const begun = (this.#exact[id]! | this.#begun[id]!) & ~exact;
    const corrected = this.#corrected[id]! & ~exact & ~begun;
    let around = 0;
    let aroundBegun = 0;
    let aroundCorrected = 0;
    for (let at = PARENTS * id; at < PARENTS * (id + 1); at++) {
      const parent = this.#places.parents[at]!;
      const all = this.#ownBitsOf(parent);
      if (all === 0) continue;
      // The N of `n main st` is not that of North Carolina; the CT of `hartford ct` is all of Connecticut.
      const isOnlyGeneric = (all & ~this.generic) === 0;
      if (isOnlyGeneric && countBits(all) < this.#places.nameWeight[parent]!) continue;
      around |= this.#exact[parent]!;
      aroundBegun |= this.#begun[parent]!;
      aroundCorrected |= this.#corrected[parent]!;
    }
    around &= ~exact;
    const own = exact | begun | corrected;
    return {
      exact,
      begun,
      corrected,
      around,
      aroundBegun: aroundBegun & ~own & ~around,
      aroundCorrected: aroundCorrected & ~own & ~around & ~aroundBegun,
    };
  }

  /** No more words than the name has: the NY of `new york ny` says what the city lies in. */
  #exactInName(id: number): number {
    let exact = this.#exact[id]!;
    let telling = exact & ~this.generic;
    // Most end here: the rest takes longer.
    if (countBits(telling) < 2 || !NAMESAKES.has(this.#places.typeOf(id))) return exact;
    while (countBits(telling) > this.#places.nameWeight[id]!) {
      const last = 1 << (31 - Math.clz32(telling));
      telling &= ~last;
      exact &= ~last;
    }
    return exact;
  }

  /** What speaks against a place among those that have as much of the question: the less the better. */
  against(id: number, marks: Marks): number {
    return this.#onlyInCounty(id, marks) + this.#wordsOfOtherState(id, marks);
  }

  /** How many words are all of another state's name: `herndon virginia` is not in West Virginia. */
  #wordsOfOtherState(id: number, marks: Marks): number {
    const state = this.#places.parentOf(id, 'region') ?? 0;
    if (this.#isNamedInFull(state)) return 0;
    return countBits(this.#exact[state]! & marks.around & this.#statesInFull);
  }

  #isNamedInFull(id: number): boolean {
    return countBits(this.#exact[id]!) >= this.#places.nameWeight[id]!;
  }

  /** How many words only its county has: `orange county ca` asks for the county, not for the town of Orange in it. */
  #onlyInCounty(id: number, marks: Marks): number {
    const county = this.#places.parentOf(id, 'district') ?? 0;
    let only = this.#exact[county]! & marks.around & ~ownBits(marks);
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
      if (this.#ownBitsOf(id) === 0) this.#marked.push(id);
      bits[id]! |= bit;
    }
  }

  #clear(): void {
    // All of them, in one go: faster than the marked ones here and there.
    this.#exact.fill(0);
    this.#begun.fill(0);
    this.#corrected.fill(0);
    this.#marked = [];
    this.#aroundStreets = 0;
    this.#statesInFull = 0;
    this.generic = 0;
  }
}
