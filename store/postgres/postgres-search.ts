// The queries of a parcel search, on PostgreSQL.
import { matchedParcelOf, type ParcelMatchRow, parcelMatchColumns } from '../parcel-row.ts';
import type { ParcelSource } from '../parcel-store.ts';
import { CANDIDATES_MAX, gramsOf, type KnownWord, sharedGramsMin } from '../search-correction.ts';
import type { SearchSource, WordChoices } from '../search-parcels.ts';
import { prefixEnd } from '../search-text.ts';
import { columnList, type Sql } from './connect.ts';
import { PARCELS } from './parcel-schema.ts';

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

/** Rows that are read in a few milliseconds. Ten hits are among them for a word that one parcel in two hundred has. */
const SOON_MAX = 2000;

type FoundRow = ParcelMatchRow & { source: string; qualifier: string | null };

/** `sources` answers those that are loaded. `soonMax`: for tests. */
export function postgresSearch(
  sql: Sql,
  sources: () => readonly Pick<ParcelSource, 'name' | 'title'>[],
  soonMax = SOON_MAX,
): SearchSource {
  const columns = () => columnList(sql, ['source', 'qualifier', ...parcelMatchColumns]);
  const matchedOf = (row: FoundRow) => {
    const loaded = sources();
    const title = loaded.length > 1 ? loaded.find(({ name }) => name === row.source)?.title : undefined;
    return matchedParcelOf(row, { qualifier: row.qualifier ?? undefined, title });
  };
  // Of a word that many have, the first hits come soon in the order of owners. Else all hits are read and sorted: materialized,
  // as the planner may go on in that order otherwise, and all may lie close together at its end.
  const byWords = async (query: string, limit: number) => {
    const rows = await sql<FoundRow[]>`
      WITH soon AS MATERIALIZED (
        SELECT source, qualifier, pin, owner_key FROM (
          SELECT source, qualifier, pin, owner_key, words FROM ${sql(PARCELS)}.parcel
          ORDER BY owner_key, pin, qualifier NULLS FIRST LIMIT ${soonMax}
        ) AS begin_of_order
        WHERE words @@ ${query}::tsquery ORDER BY owner_key, pin, qualifier NULLS FIRST LIMIT ${limit}
      ), found AS MATERIALIZED (
        SELECT source, qualifier, pin, owner_key FROM ${sql(PARCELS)}.parcel
        WHERE (SELECT count(*) FROM soon) < ${limit} AND words @@ ${query}::tsquery
      ), first AS (
        SELECT source, pin FROM (
          SELECT * FROM found UNION ALL SELECT * FROM soon WHERE (SELECT count(*) FROM soon) = ${limit}
        ) AS enough
        ORDER BY owner_key, pin, qualifier NULLS FIRST LIMIT ${limit}
      )
      SELECT ${columns()} FROM first JOIN ${sql(PARCELS)}.parcel USING (source, pin)
      ORDER BY owner_key, pin, qualifier NULLS FIRST`;
    return rows.map(matchedOf);
  };

  return {
    pinBeginsWith: async ({ prefix, limit }) => {
      const rows = await sql<FoundRow[]>`
        SELECT ${columns()} FROM ${sql(PARCELS)}.parcel WHERE pin_key >= ${prefix} AND pin_key < ${prefixEnd(prefix)}
        ORDER BY pin_key, pin, qualifier NULLS FIRST LIMIT ${limit}`;
      return rows.map(matchedOf);
    },
    ownerBeginsWith: async ({ prefix, limit }) => {
      const rows = await sql<FoundRow[]>`
        SELECT ${columns()} FROM ${sql(PARCELS)}.parcel WHERE owner_key >= ${prefix} AND owner_key < ${prefixEnd(prefix)}
        ORDER BY owner_key, pin, qualifier NULLS FIRST LIMIT ${limit}`;
      return rows.map(matchedOf);
    },
    siteBeginsWith: async ({ prefix, limit }) => {
      const rows = await sql<FoundRow[]>`
        SELECT ${columns()} FROM ${sql(PARCELS)}.parcel WHERE site_key >= ${prefix} AND site_key < ${prefixEnd(prefix)}
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
        SELECT source, word_id, count(*) AS shared FROM ${sql(PARCELS)}.known_gram WHERE gram = ANY (${gramsOf(word)})
        GROUP BY source, word_id HAVING count(*) >= ${sharedGramsMin(word)} ORDER BY shared DESC, word_id LIMIT ${CANDIDATES_MAX}
      ) AS likely
      JOIN ${sql(PARCELS)}.known_word USING (source, word_id) GROUP BY word`,
  };
}
