// The queries of a parcel search, on PostgreSQL.
import { matchedParcelOf, type ParcelMatchRow, parcelMatchColumns } from '../parcel-row.ts';
import type { ParcelSource } from '../parcel-store.ts';
import { CANDIDATES_MAX, gramsOf, type KnownWord, sharedGramsMin } from '../search-correction.ts';
import type { SearchSource, WordChoices } from '../search-parcels.ts';
import { prefixEnd } from '../search-text.ts';
import { columnList, type Sql } from './connect.ts';

/** Words are letters and digits only, so they cannot break out of the quotes. Weight A marks the owner's words. */
function wordQuery(words: WordChoices, weight: 'A' | ''): string {
  const all = words.map((choices) => `(${choices.map((word) => `'${word}':*${weight}`).join(' | ')})`);
  return all.join(' & ');
}

/** The words of an owner and of addresses as a tsvector, for wordQuery to search. */
export function wordVector(ownerKey: string, addressText: string): string {
  const marked = (text: string, weight: 'A' | 'B') =>
    text.split(' ').flatMap((word) => (word ? [`'${word}':1${weight}`] : []));
  return [...marked(ownerKey, 'A'), ...marked(addressText, 'B')].join(' ');
}

/** Rows that are read in milliseconds. */
const LIMITS = { fewMax: 5000, soonMax: 20_000 };

type FoundRow = ParcelMatchRow & { source: string; qualifier: string | null };

/** `sources` answers those that are loaded. Limits: for tests. */
export function postgresSearch(
  sql: Sql,
  sources: () => readonly Pick<ParcelSource, 'name' | 'title'>[],
  { fewMax, soonMax } = LIMITS,
): SearchSource {
  const columns = () => columnList(sql, ['source', 'qualifier', ...parcelMatchColumns]);
  const matchedOf = (row: FoundRow) => {
    const loaded = sources();
    const title = loaded.length > 1 ? loaded.find(({ name }) => name === row.source)?.title : undefined;
    return matchedParcelOf(row, { qualifier: row.qualifier ?? undefined, title });
  };
  // Few that match are sorted. Of many, the first come soon in the order of owners, unless they lie close together in it, as all
  // Smiths do: then all are sorted.
  const byWords = async (query: string, limit: number) => {
    const rows = await sql.begin(async (transaction) => {
      // LIMIT tempts the planner to look for a few among all parcels, one after the other.
      const settled = transaction`SET LOCAL enable_seqscan = off`.execute();
      const found = await transaction<FoundRow[]>`
        WITH few AS MATERIALIZED (
          SELECT source, qualifier, pin, owner_key FROM platbook_parcels.parcel
          WHERE words @@ ${query}::tsquery LIMIT ${fewMax + 1}
        ), are_many AS MATERIALIZED (
          SELECT count(*) > ${fewMax} AS are_many FROM few
        ), soon AS MATERIALIZED (
          SELECT source, qualifier, pin, owner_key FROM (
            SELECT source, qualifier, pin, owner_key, words FROM platbook_parcels.parcel
            WHERE (SELECT are_many FROM are_many) ORDER BY owner_key, pin, qualifier NULLS FIRST LIMIT ${soonMax}
          ) AS begin_of_order
          WHERE words @@ ${query}::tsquery ORDER BY owner_key, pin, qualifier NULLS FIRST LIMIT ${limit}
        ), enough AS (
          SELECT * FROM few WHERE NOT (SELECT are_many FROM are_many)
          UNION ALL SELECT * FROM soon WHERE (SELECT count(*) FROM soon) = ${limit}
          UNION ALL SELECT source, qualifier, pin, owner_key FROM platbook_parcels.parcel
            WHERE (SELECT are_many FROM are_many) AND (SELECT count(*) FROM soon) < ${limit} AND words @@ ${query}::tsquery
        ), first AS (
          SELECT source, pin FROM enough ORDER BY owner_key, pin, qualifier NULLS FIRST LIMIT ${limit}
        )
        SELECT ${columns()} FROM first JOIN platbook_parcels.parcel USING (source, pin)
        ORDER BY owner_key, pin, qualifier NULLS FIRST`;
      await settled;
      return found;
    });
    return rows.map(matchedOf);
  };

  return {
    pinBeginsWith: async ({ prefix, limit }) => {
      const rows = await sql<FoundRow[]>`
        SELECT ${columns()} FROM platbook_parcels.parcel WHERE pin_key >= ${prefix} AND pin_key < ${prefixEnd(prefix)}
        ORDER BY pin_key, pin, qualifier NULLS FIRST LIMIT ${limit}`;
      return rows.map(matchedOf);
    },
    ownerBeginsWith: async ({ prefix, limit }) => {
      const rows = await sql<FoundRow[]>`
        SELECT ${columns()} FROM platbook_parcels.parcel WHERE owner_key >= ${prefix} AND owner_key < ${prefixEnd(prefix)}
        ORDER BY owner_key, pin, qualifier NULLS FIRST LIMIT ${limit}`;
      return rows.map(matchedOf);
    },
    siteBeginsWith: async ({ prefix, limit }) => {
      const rows = await sql<FoundRow[]>`
        SELECT ${columns()} FROM platbook_parcels.parcel WHERE site_key >= ${prefix} AND site_key < ${prefixEnd(prefix)}
        ORDER BY site_key, owner_key, pin, qualifier NULLS FIRST LIMIT ${limit}`;
      return rows.map(matchedOf);
    },
    hasWords: ({ words, limit }) => ({
      inOwner: () => byWords(wordQuery(words, 'A'), limit),
      inAny: () => byWords(wordQuery(words, ''), limit),
    }),
    wordsLike: (word) => sql<KnownWord[]>`
      SELECT word, sum(uses)::integer AS uses
      FROM (
        SELECT source, word_id, count(*) AS shared FROM platbook_parcels.known_gram WHERE gram = ANY (${gramsOf(word)})
        GROUP BY source, word_id HAVING count(*) >= ${sharedGramsMin(word)} ORDER BY shared DESC, word_id LIMIT ${CANDIDATES_MAX}
      ) AS likely
      JOIN platbook_parcels.known_word USING (source, word_id) GROUP BY word`,
  };
}
