// The queries of a parcel search, on the parcels files of a set.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { matchedParcelOf, type ParcelMatchRow, parcelMatchColumns } from '../parcel-row.ts';
import { CANDIDATES_MAX, type KnownWord } from '../search-correction.ts';
import type { MatchedParcel, SearchSource, WordChoices } from '../search-parcels.ts';
import { prefixEnd, searchWords } from '../search-text.ts';
import { IndexTerms } from './index-terms.ts';
import { KnownWords, type SharedWord } from './known-words.ts';
import type { ParcelReader } from './parcel-reader.ts';

/** Prefixes of up to this length have an index (see searchTables). */
const PREFIX_INDEXED_MAX = 3;

type Column = 'owner' | 'owner address';

/** What answers are ordered by, to merge those of several files. Only read where there are several. */
type Keys = { pin_key: string; owner_key: string; site_key: string };
type FoundRow = ParcelMatchRow & Keys;

const foundColumns = [...parcelMatchColumns, 'pin_key', 'owner_key', 'site_key'] as const;

/** Reading a column of a row costs more than finding the row, so the keys are read only to merge. */
function prepareQueries(db: DatabaseSyncInstance, { withKeys }: { withKeys: boolean }) {
  const columns = (withKeys ? foundColumns : parcelMatchColumns).join(', ');
  const prepareFound = (sql: string) => {
    const statement = db.prepare(`SELECT ${columns} FROM ${sql}`);
    statement.setReturnArrays(true);
    return statement;
  };
  return {
    byPinKey: prepareFound(
      'parcel WHERE pin_key >= $from AND pin_key < $to ORDER BY pin_key, pin LIMIT $limit + 0',
    ),
    byOwnerKey: prepareFound(
      'parcel WHERE owner_key >= $from AND owner_key < $to ORDER BY owner_key, pin LIMIT $limit + 0',
    ),
    bySiteKey: prepareFound(
      'parcel WHERE site_key >= $from AND site_key < $to ORDER BY site_key, owner_key, pin LIMIT $limit + 0',
    ),
    byWords: prepareFound(
      `(SELECT rowid AS place FROM parcel_words WHERE parcel_words MATCH $query ORDER BY rowid LIMIT $limit + 0)
       JOIN parcel_place USING (place) JOIN parcel USING (id) ORDER BY place`,
    ),
  };
}

type RangeQuery = 'byPinKey' | 'byOwnerKey' | 'bySiteKey';
type Range = { from: string; to: string; limit: number };
type WordsQuery = { words: WordChoices; limit: number };

/** The search tables of one parcels file. */
class SearchedFile {
  readonly source: { qualifier: string | undefined; title: string | undefined };
  readonly #queries: ReturnType<typeof prepareQueries>;
  readonly #terms: IndexTerms;
  readonly #words: KnownWords;

  constructor({ db }: ParcelReader, source: SearchedFile['source']) {
    this.source = source;
    this.#queries = prepareQueries(db, { withKeys: source.title !== undefined });
    this.#terms = new IndexTerms(db, 'parcel_words');
    this.#words = new KnownWords(db);
  }

  inRange(query: RangeQuery, range: Range): FoundRow[] {
    return this.#queries[query].all(range).map(foundRow);
  }

  withWords({ words, limit }: WordsQuery, column: Column): FoundRow[] {
    const query = this.#wordQuery(words, column);
    return query === undefined ? [] : this.#queries.byWords.all({ query, limit }).map(foundRow);
  }

  /**
   * A query of the full-text index. Undefined if nothing can match. Words are letters and digits only, so they cannot
   * break out of the quotes.
   */
  #wordQuery(words: WordChoices, column: Column): string | undefined {
    const all: string[] = [];
    for (const choices of words) {
      const terms = choices.flatMap((prefix) => this.#queryTerms(prefix));
      if (terms.length === 0) return undefined;
      all.push(`(${terms.join(' OR ')})`);
    }
    return `{${column}} : (${all.join(' AND ')})`;
  }

  #queryTerms(prefix: string): string[] {
    const terms = prefix.length > PREFIX_INDEXED_MAX ? this.#terms.beginningWith(prefix) : undefined;
    return terms ? terms.map((term) => `"${term}"`) : [`"${prefix}"*`];
  }

  wordsLike(word: string): SharedWord[] {
    return this.#words.like(word);
  }
}

/** Half as expensive as having the library make the object. */
function foundRow(values: unknown): FoundRow {
  const row: Record<string, unknown> = {};
  const found = values as unknown[];
  for (let at = 0; at < found.length; at++) row[foundColumns[at]!] = found[at];
  return row as FoundRow;
}

export function sqliteSearch(readers: readonly ParcelReader[]): SearchSource {
  // In the order of parcels that are equal otherwise.
  const files = readers
    .map((reader) => {
      const { qualifier, origin } = reader.source;
      return new SearchedFile(reader, { qualifier, title: readers.length > 1 ? origin.title : undefined });
    })
    .sort((a, b) => ((a.source.qualifier ?? '') < (b.source.qualifier ?? '') ? -1 : 1));

  type Found = { file: SearchedFile; row: FoundRow };
  /** Equal keys stay in the order of the files, because the sort is stable. */
  function merge(
    find: (file: SearchedFile) => FoundRow[],
    { order, limit }: { order: readonly (keyof Keys | 'pin')[]; limit: number },
  ): MatchedParcel[] {
    const found = files.flatMap((file) => find(file).map((row): Found => ({ file, row })));
    if (files.length > 1) found.sort((a, b) => compareRows(a.row, b.row, order));
    return found.slice(0, limit).map(({ file, row }) => matchedParcelOf(row, file.source));
  }

  const byPrefix =
    (query: RangeQuery, order: readonly (keyof Keys | 'pin')[]): SearchSource['pinBeginsWith'] =>
    async ({ prefix, limit }) => {
      const range = { from: prefix, to: prefixEnd(prefix), limit };
      return merge((file) => file.inRange(query, range), { order, limit });
    };
  const byOwner = ['owner_key', 'pin'] as const;
  return {
    pinBeginsWith: byPrefix('byPinKey', ['pin_key', 'pin']),
    ownerBeginsWith: byPrefix('byOwnerKey', byOwner),
    siteBeginsWith: byPrefix('bySiteKey', ['site_key', 'owner_key', 'pin']),
    hasWords: (query) => {
      const { words, limit } = query;
      const known = new Map<SearchedFile, FoundRow[]>();
      const inAny = (file: SearchedFile) => {
        const rows = known.get(file) ?? file.withWords(query, 'owner address');
        known.set(file, rows);
        return rows;
      };
      // Where these are all there are, those with the words in the owner are among them.
      const inOwner = (file: SearchedFile) => {
        const rows = inAny(file);
        return rows.length < limit
          ? rows.filter(({ name }) => isInOwner(name, words))
          : file.withWords(query, 'owner');
      };
      return {
        inOwner: async () => merge(inOwner, { order: byOwner, limit }),
        inAny: async () => merge(inAny, { order: byOwner, limit }),
      };
    },
    wordsLike: async (word) => mergeWords(files.map((file) => file.wordsLike(word))),
  };
}

function isInOwner(name: string, choices: WordChoices): boolean {
  const words = searchWords(name);
  return choices.every((prefixes) =>
    prefixes.some((prefix) => words.some((word) => word.startsWith(prefix))),
  );
}

function compareRows(a: FoundRow, b: FoundRow, order: readonly (keyof Keys | 'pin')[]): number {
  for (const key of order) if (a[key] !== b[key]) return a[key] < b[key] ? -1 : 1;
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
