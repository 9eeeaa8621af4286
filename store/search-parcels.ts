// How a search runs, over whichever store: from the surest kind of hit to the loosest, until there are enough.
import type { ParcelMatch } from '../contract/parcel.ts';
import { isCorrectable, type KnownWord, nearestWords } from './search-correction.ts';
import { longForm, pinKey, searchWords } from './search-text.ts';

/** For each word of the query, what may stand for it; a parcel must have one of each. All are prefixes. */
export type WordChoices = readonly (readonly string[])[];

export type FoundParcel = Omit<ParcelMatch, 'match'>;

/** What searching asks of a store. Every answer is ordered by owner, then PIN, unless it says otherwise. */
export type SearchSource = {
  /** In the order of the PINs' keys: an exact PIN comes before those it begins. */
  pinBeginsWith(query: { prefix: string; limit: number }): Promise<FoundParcel[]>;
  ownerBeginsWith(query: { prefix: string; limit: number }): Promise<FoundParcel[]>;
  /** In the order of the addresses. */
  siteBeginsWith(query: { prefix: string; limit: number }): Promise<FoundParcel[]>;
  ownerHasWords(query: { words: WordChoices; limit: number }): Promise<FoundParcel[]>;
  /** Owner and addresses together. */
  anyHasWords(query: { words: WordChoices; limit: number }): Promise<FoundParcel[]>;
  /** The known words that share the most grams with this one, in any order. */
  wordsLike(word: string): Promise<KnownWord[]>;
};

/** More words than a person types; bounds the work that one query can ask for. */
const QUERY_WORDS_MAX = 12;

export async function searchParcels(
  source: SearchSource,
  { text, limit }: { text: string; limit: number },
): Promise<ParcelMatch[]> {
  const words = searchWords(text).slice(0, QUERY_WORDS_MAX);
  if (words.length === 0) return [];

  const found = new Map<string, ParcelMatch>();
  const collect = async (match: ParcelMatch['match'], parcels: () => Promise<FoundParcel[]>) => {
    if (found.size >= limit) return;
    for (const parcel of await parcels()) {
      if (found.size < limit && !found.has(parcel.pin)) found.set(parcel.pin, { ...parcel, match });
    }
  };

  const pinPrefix = pinKey(text);
  if (/\d/.test(pinPrefix)) {
    await collect('pin', () => source.pinBeginsWith({ prefix: pinPrefix, limit }));
  }
  const collectByWords = async (likeliest: readonly string[], choices: WordChoices) => {
    await collect('owner', () => source.ownerBeginsWith({ prefix: likeliest.join(' '), limit }));
    await collect('owner', () => source.ownerHasWords({ words: choices, limit }));
    const site = likeliest.map(longForm).join(' ');
    await collect('address', () => source.siteBeginsWith({ prefix: site, limit }));
    await collect('address', () => source.anyHasWords({ words: choices, limit }));
  };
  const asTyped = words.map((word) => [...new Set([word, longForm(word)])]);
  await collectByWords(words, asTyped);

  if (found.size === 0) {
    const corrected = await Promise.all(asTyped.map((choices) => withCorrections(source, choices)));
    const changed = corrected.some(({ choices }, at) => choices.length > asTyped[at]!.length);
    if (changed) {
      await collectByWords(
        corrected.map(({ likeliest }) => likeliest),
        corrected.map(({ choices }) => choices),
      );
    }
  }
  return [...found.values()];
}

type Corrected = { choices: string[]; likeliest: string };

async function withCorrections(source: SearchSource, choices: readonly string[]): Promise<Corrected> {
  const typed = choices[0]!;
  if (!isCorrectable(typed)) return { choices: [...choices], likeliest: typed };
  const known = await source.wordsLike(typed);
  const nearest = nearestWords(typed, known);
  // A word that exists was probably meant, though another may have been: Jonson, or Johnson.
  const exists = known.some(({ word }) => word.startsWith(typed));
  return { choices: [...choices, ...nearest], likeliest: exists ? typed : (nearest[0] ?? typed) };
}
