// The queries of a parcel search, on the parcels files of a set.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { matchedParcelOf, type ParcelMatchRow, parcelMatchColumns } from '../parcel-row.ts';
import { CANDIDATES_MAX, gramsOf, type KnownWord } from '../search-correction.ts';
import type { MatchedParcel, SearchSource, WordChoices } from '../search-parcels.ts';
import { prefixEnd } from '../search-text.ts';
import type { ParcelReader } from './parcel-reader.ts';

type Column = 'owner' | 'owner address';

/** A query of the full-text index. Words are letters and digits only, so they cannot break out of the quotes. */
function wordQuery(words: WordChoices, columns: Column): string {
  const all = words.map((choices) => `(${choices.map((word) => `"${word}"*`).join(' OR ')})`);
  return `{${columns}} : (${all.join(' AND ')})`;
}

/** What answers are ordered by, to merge those of several files. */
type Keys = { pin_key: string; owner_key: string; site_key: string };
type FoundRow = ParcelMatchRow & Keys;
type SharedWord = KnownWord & { shared: number };

function prepareQueries(db: DatabaseSyncInstance) {
  const columns = [...parcelMatchColumns, 'pin_key', 'owner_key', 'site_key'].join(', ');
  return {
    byPinKey: db.prepare(
      `SELECT ${columns} FROM parcel WHERE pin_key >= $from AND pin_key < $to ORDER BY pin_key, pin LIMIT $limit + 0`,
    ),
    byOwnerKey: db.prepare(
      `SELECT ${columns} FROM parcel WHERE owner_key >= $from AND owner_key < $to
       ORDER BY owner_key, pin LIMIT $limit + 0`,
    ),
    bySiteKey: db.prepare(
      `SELECT ${columns} FROM parcel WHERE site_key >= $from AND site_key < $to
       ORDER BY site_key, owner_key, pin LIMIT $limit + 0`,
    ),
    byWords: db.prepare(
      `SELECT ${columns}
       FROM (SELECT rowid AS place FROM parcel_words WHERE parcel_words MATCH $query ORDER BY rowid LIMIT $limit + 0)
       JOIN parcel_place USING (place) JOIN parcel USING (id) ORDER BY place`,
    ),
    byGrams: db.prepare(
      `SELECT word, uses, shared
       FROM (
         SELECT word_id, count(*) AS shared FROM known_gram WHERE gram IN (SELECT value FROM json_each($grams))
         GROUP BY word_id ORDER BY shared DESC, word_id LIMIT $limit + 0
       )
       JOIN known_word USING (word_id)`,
    ),
  };
}
type Queries = ReturnType<typeof prepareQueries>;

export function sqliteSearch(readers: readonly ParcelReader[]): SearchSource {
  // In the order of parcels that are equal otherwise.
  const files = readers
    .map(({ db, source: { qualifier, origin } }) => {
      const title = readers.length > 1 ? origin.title : undefined;
      return { qualifier, title, queries: prepareQueries(db) };
    })
    .sort((a, b) => ((a.qualifier ?? '') < (b.qualifier ?? '') ? -1 : 1));

  type Found = { keys: readonly string[]; parcel: MatchedParcel };
  /** Equal keys stay in the order of the files, because the sort is stable. */
  function merge(
    query: keyof Queries,
    values: { limit: number } & Record<string, string | number>,
    order: readonly (keyof FoundRow & (keyof Keys | 'pin'))[],
  ): MatchedParcel[] {
    const found = files.flatMap(({ queries, ...source }) =>
      (queries[query].all(values) as FoundRow[]).map((row): Found => {
        const keys = files.length > 1 ? order.map((key) => row[key]) : [];
        return { keys, parcel: matchedParcelOf(row, source) };
      }),
    );
    if (files.length > 1) found.sort((a, b) => compareKeys(a.keys, b.keys));
    return found.slice(0, values.limit).map(({ parcel }) => parcel);
  }

  const byOwner = ['owner_key', 'pin'] as const;
  const range = ({ prefix, limit }: { prefix: string; limit: number }) => ({
    from: prefix,
    to: prefixEnd(prefix),
    limit,
  });
  const matching = ({ words, limit }: { words: WordChoices; limit: number }, column: Column) => ({
    query: wordQuery(words, column),
    limit,
  });
  return {
    pinBeginsWith: async (query) => merge('byPinKey', range(query), ['pin_key', 'pin']),
    ownerBeginsWith: async (query) => merge('byOwnerKey', range(query), byOwner),
    siteBeginsWith: async (query) => merge('bySiteKey', range(query), ['site_key', 'owner_key', 'pin']),
    ownerHasWords: async (query) => merge('byWords', matching(query, 'owner'), byOwner),
    anyHasWords: async (query) => merge('byWords', matching(query, 'owner address'), byOwner),
    wordsLike: async (word) => {
      const values = { grams: JSON.stringify(gramsOf(word)), limit: CANDIDATES_MAX };
      return mergeWords(files.map(({ queries }) => queries.byGrams.all(values) as SharedWord[]));
    },
  };
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  for (const [at, key] of a.entries()) {
    if (key !== b[at]) return key < b[at]! ? -1 : 1;
  }
  return 0;
}

/** A word's uses in all files together. */
function mergeWords([first = [], ...others]: SharedWord[][]): KnownWord[] {
  if (others.length === 0) return first;
  const merged = new Map(first.map((known) => [known.word, known]));
  for (const known of others.flat()) {
    const same = merged.get(known.word);
    if (same) same.uses += known.uses;
    else merged.set(known.word, known);
  }
  return [...merged.values()].sort((a, b) => b.shared - a.shared).slice(0, CANDIDATES_MAX);
}
