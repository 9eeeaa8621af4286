// Which words of a question each place has: a bit for each word.
import { isCorrectable } from '../search-correction.ts';
import { PARENTS, type PlaceTable } from './place-table.ts';
import { isGeneric, type QueryWord } from './place-words.ts';
import { countBits, type WordIndex } from './word-index.ts';

/** The words that a place has, by how it has them: each is in one of these only. */
export type Marks = {
  /** In its name, in full. */
  exact: number;
  /** In its name, where the question has only the beginning. */
  begun: number;
  /** In its name, if the question is mistyped. */
  corrected: number;
  /** In the name of what it lies in, and not in its own. */
  around: number;
  aroundCorrected: number;
};

export function ownBits({ exact, begun, corrected }: Marks): number {
  return exact | begun | corrected;
}

export function allBits(marks: Marks): number {
  return ownBits(marks) | marks.around | marks.aroundCorrected;
}

export function onlyBits(marks: Marks, bits: number): Marks {
  return {
    exact: marks.exact & bits,
    begun: marks.begun & bits,
    corrected: marks.corrected & bits,
    around: marks.around & bits,
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
      if (forms.some(isGeneric)) this.generic |= bit;
      for (const form of forms) this.#set(this.#exact, this.#index.having(form), bit);
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
    const exact = this.#exact[id]!;
    const begun = this.#begun[id]! & ~exact;
    const corrected = this.#corrected[id]! & ~exact & ~begun;
    const own = exact | begun | corrected;
    let around = 0;
    let aroundCorrected = 0;
    for (let at = PARENTS * id; at < PARENTS * (id + 1); at++) {
      const parent = this.#places.parents[at]!;
      const sure = this.#exact[parent]! | this.#begun[parent]!;
      const all = sure | this.#corrected[parent]!;
      if (all === 0) continue;
      // The N of `n main st` is not that of North Carolina; the CT of `hartford ct` is all of Connecticut.
      const isOnlyGeneric = (all & ~this.generic) === 0;
      if (isOnlyGeneric && countBits(all) < this.#places.nameWeight[parent]!) continue;
      around |= sure;
      aroundCorrected |= all;
    }
    return {
      exact,
      begun,
      corrected,
      around: around & ~own,
      aroundCorrected: aroundCorrected & ~own & ~around,
    };
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
    this.generic = 0;
  }
}
