// The searchable text of a parcel, in the form that both stores index.
import type { ParcelFields } from '../contract/parcel-columns.ts';
import { isCorrectable, type KnownWord } from './search-correction.ts';
import { addressWords, pinKey, searchWords } from './search-text.ts';

/**
 * `pin_key`, `owner_key` and `site_key` are columns in both databases. The words of `owner_key` and `address_text` are
 * in the full-text index: the table `parcel_words` in SQLite, the column `words` in PostgreSQL.
 */
export type SearchKeys = {
  pin_key: string;
  /** The owner's words in order, separated by spaces. */
  owner_key: string;
  /** The words of the site address, likewise. */
  site_key: string;
  /** Every word of the site and mailing addresses, once. */
  address_text: string;
};

export function searchKeysOf(parcel: ParcelFields): SearchKeys {
  const { pin, name, site_address, add1, add2, city, state, zip } = parcel;
  const site = addressWords(site_address ?? '');
  const mailing = addressWords(`${add1 ?? ''} ${add2 ?? ''} ${city ?? ''} ${state ?? ''} ${zip ?? ''}`);
  return {
    pin_key: pinKey(pin),
    owner_key: searchWords(name).join(' '),
    site_key: site.join(' '),
    address_text: [...new Set([...site, ...mailing])].join(' '),
  };
}

/** Counts the words that a mistyped word may be corrected to, while parcels are loaded. */
export class Vocabulary {
  readonly #uses = new Map<string, number>();

  add({ owner_key, address_text }: SearchKeys): void {
    this.#count(owner_key);
    this.#count(address_text);
  }

  #count(words: string): void {
    for (const word of words.split(' ')) {
      const uses = this.#uses.get(word);
      if (uses !== undefined) this.#uses.set(word, uses + 1);
      else if (isCorrectable(word)) this.#uses.set(word, 1);
    }
  }

  /** The most used first. */
  words(): KnownWord[] {
    return [...this.#uses]
      .map(([word, uses]) => ({ word, uses }))
      .sort((a, b) => b.uses - a.uses || (a.word < b.word ? -1 : 1));
  }
}
