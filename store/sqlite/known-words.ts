// Finds the known words of a parcels file that share trigrams with a mistyped one.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { CANDIDATES_MAX, gramsOf, type KnownWord, sharedGramsMin } from '../search-correction.ts';

export type SharedWord = KnownWord & { shared: number };

/**
 * Counts in memory, because SQLite would sort the words of all trigrams first. What was read once is kept: four bytes a
 * letter of the vocabulary, and the words that were compared. A vocabulary grows far more slowly than its parcels.
 */
export class KnownWords {
  readonly #wordsOfGram;
  readonly #wordById;
  readonly #grams = new Map<string, Uint32Array>();
  readonly #words: Readonly<KnownWord>[] = [];
  /** By word; all 0 between two searches. A word has at most 60 trigrams. */
  readonly #shared: Uint8Array;

  constructor(db: DatabaseSyncInstance) {
    this.#wordsOfGram = db.prepare('SELECT word_id FROM known_gram WHERE gram = $gram');
    this.#wordsOfGram.setReturnArrays(true);
    this.#wordById = db.prepare('SELECT word, uses FROM known_word WHERE word_id = $id');
    const { last } = db.prepare('SELECT max(word_id) AS last FROM known_word').get() as {
      last: number | null;
    };
    this.#shared = new Uint8Array((last ?? 0) + 1);
  }

  /** Those that share the most, in that order, at most CANDIDATES_MAX. */
  like(typed: string): SharedWord[] {
    const counts = this.#shared;
    const touched: number[] = [];
    for (const gram of gramsOf(typed)) {
      for (const id of this.#withGram(gram)) if (counts[id]!++ === 0) touched.push(id);
    }
    const sharedMin = sharedGramsMin(typed);
    const near = touched.filter((id) => counts[id]! >= sharedMin);
    near.sort((a, b) => counts[b]! - counts[a]! || a - b);
    const found = near.slice(0, CANDIDATES_MAX).map((id) => ({ ...this.#word(id), shared: counts[id]! }));
    for (const id of touched) counts[id] = 0;
    return found;
  }

  #withGram(gram: string): Uint32Array {
    let ids = this.#grams.get(gram);
    if (!ids) {
      ids = Uint32Array.from(this.#wordsOfGram.all({ gram }) as unknown as [number][], ([id]) => id);
      // One that no word has may be anything that people type, so it is not kept.
      if (ids.length > 0) this.#grams.set(gram, ids);
    }
    return ids;
  }

  #word(id: number): Readonly<KnownWord> {
    this.#words[id] ??= this.#wordById.get({ id }) as KnownWord;
    return this.#words[id];
  }
}
