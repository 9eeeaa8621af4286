// The parcel search of both stores: tries kinds of matches from the most exact to the loosest, until there are enough.
import type { ParcelMatch } from '../contract/parcel.ts';
import { isCorrectable, type KnownWord, nearestWords } from './search-correction.ts';
import { longForm, pinKey, searchWords } from './search-text.ts';

/** The alternatives for each word of the query, all of them prefixes. A parcel must match one alternative of each. */
export type WordChoices = readonly (readonly string[])[];

/** Without the kind of match, which depends on the query that found it. */
export type MatchedParcel = Omit<ParcelMatch, 'match'>;

/**
 * The queries that a search runs on a store. Answers are ordered by owner, then PIN, unless stated otherwise. Where all of
 * that is equal, the source with bare PINs comes first, then the others by name.
 */
export type SearchSource = {
  /** Ordered by PIN: an exact match comes before longer PINs. */
  pinBeginsWith(query: { prefix: string; limit: number }): Promise<MatchedParcel[]>;
  ownerBeginsWith(query: { prefix: string; limit: number }): Promise<MatchedParcel[]>;
  /** Ordered by address. */
  siteBeginsWith(query: { prefix: string; limit: number }): Promise<MatchedParcel[]>;
  hasWords(query: { words: WordChoices; limit: number }): HasWords;
  /** The known words that share the most trigrams with this one, in any order; none with fewer than sharedGramsMin. */
  wordsLike(word: string): Promise<KnownWord[]>;
};

/** One after the other, as the search needs them. */
type HasWords = {
  inOwner(): Promise<MatchedParcel[]>;
  /** In owner and addresses together. */
  inAny(): Promise<MatchedParcel[]>;
};

/** Bounds the work of one query. */
const QUERY_WORDS_MAX = 12;

export async function searchParcels(
  source: SearchSource,
  { text, limit }: { text: string; limit: number },
): Promise<ParcelMatch[]> {
  const words = searchWords(text).slice(0, QUERY_WORDS_MAX);
  if (words.length === 0) return [];

  const found = new Map<string, ParcelMatch>();
  const collect = async (match: ParcelMatch['match'], parcels: () => Promise<MatchedParcel[]>) => {
    if (found.size >= limit) return;
    for (const parcel of await parcels()) {
      if (found.size < limit && !found.has(parcel.pin)) found.set(parcel.pin, { ...parcel, match });
    }
  };

  const pinPrefix = pinKey(text);
  if (/\d/.test(pinPrefix)) {
    await collect('pin', () => source.pinBeginsWith({ prefix: pinPrefix, limit }));
  }
  // Nobody is called 98-64, and it is not an address.
  const isOnlyNumbers = words.length > 1 && words.every((word) => /^\d+$/.test(word));
  if (isOnlyNumbers) return [...found.values()];

  const collectByWords = async (likeliest: readonly string[], choices: WordChoices) => {
    await collect('owner', () => source.ownerBeginsWith({ prefix: likeliest.join(' '), limit }));
    const withWords = source.hasWords({ words: choices, limit });
    await collect('owner', () => withWords.inOwner());
    const site = likeliest.map(longForm).join(' ');
    await collect('address', () => source.siteBeginsWith({ prefix: site, limit }));
    const byWords = found.size < limit ? await withWords.inAny() : [];
    const isSite = (parcel: MatchedParcel) => hasWords([parcel.name, parcel.site_address], choices);
    const isMail = (parcel: MatchedParcel) => hasWords([parcel.name, parcel.add1, parcel.city], choices);
    await collect('address', async () => byWords.filter(isSite));
    await collect('mailing', async () => byWords.filter(isMail));
    await collect('mailing', async () => byWords);
  };
  // A long form that begins with the word is found by it.
  const asTyped = words.map((word) => (longForm(word).startsWith(word) ? [word] : [word, longForm(word)]));
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

/** Whether these fields together have all the words. */
function hasWords(fields: readonly (string | null)[], choices: WordChoices): boolean {
  const words = fields.flatMap((field) => searchWords(field ?? ''));
  return choices.every((prefixes) =>
    prefixes.some((prefix) =>
      words.some((word) => word.startsWith(prefix) || longForm(word).startsWith(prefix)),
    ),
  );
}

type Corrected = { choices: string[]; likeliest: string };

async function withCorrections(source: SearchSource, choices: readonly string[]): Promise<Corrected> {
  const typed = choices[0]!;
  if (!isCorrectable(typed)) return { choices: [...choices], likeliest: typed };
  const known = await source.wordsLike(typed);
  const nearest = nearestWords(typed, known);
  // A word that exists was probably intended, but a similar one may have been: Jonson or Johnson.
  const exists = known.some(({ word }) => word.startsWith(typed));
  return { choices: [...choices, ...nearest], likeliest: exists ? typed : (nearest[0] ?? typed) };
}
