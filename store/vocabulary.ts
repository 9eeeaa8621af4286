// The words that a mistyped word may be corrected to, counted while parcels stream by.
import type { ParcelText } from './parcel-text.ts';
import { isCorrectable, type KnownWord } from './search-correction.ts';

export class Vocabulary {
  readonly #uses = new Map<string, number>();

  add({ ownerKey, addressText }: ParcelText): void {
    for (const word of `${ownerKey} ${addressText}`.split(' ')) {
      if (isCorrectable(word)) this.#uses.set(word, (this.#uses.get(word) ?? 0) + 1);
    }
  }

  /** Most used first. */
  words(): KnownWord[] {
    return [...this.#uses]
      .map(([word, uses]) => ({ word, uses }))
      .sort((a, b) => b.uses - a.uses || (a.word < b.word ? -1 : 1));
  }
}
