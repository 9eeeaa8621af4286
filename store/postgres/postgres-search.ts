// The queries of a parcel search, on PostgreSQL.
import { matchedParcelOf, type ParcelMatchRow, parcelMatchColumns } from '../parcel-row.ts';
import { CANDIDATES_MAX, gramsOf, type KnownWord } from '../search-correction.ts';
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

export function postgresSearch(sql: Sql): SearchSource {
  const columns = () => columnList(sql, parcelMatchColumns);
  // Materialized: otherwise the planner may scan owners in order until it has enough hits, and all hits may lie close
  // together at the end of that order.
  const byWords = (query: string, limit: number) => sql<ParcelMatchRow[]>`
    WITH found AS MATERIALIZED (
      SELECT pin, owner_key FROM platbook_parcels.parcel WHERE words @@ ${query}::tsquery
    ), first AS (
      SELECT pin FROM found ORDER BY owner_key, pin LIMIT ${limit}
    )
    SELECT ${columns()} FROM first JOIN platbook_parcels.parcel USING (pin) ORDER BY owner_key, pin`;

  return {
    pinBeginsWith: async ({ prefix, limit }) => {
      const rows = await sql<ParcelMatchRow[]>`
        SELECT ${columns()} FROM platbook_parcels.parcel WHERE pin_key >= ${prefix} AND pin_key < ${prefixEnd(prefix)}
        ORDER BY pin_key, pin LIMIT ${limit}`;
      return rows.map(matchedParcelOf);
    },
    ownerBeginsWith: async ({ prefix, limit }) => {
      const rows = await sql<ParcelMatchRow[]>`
        SELECT ${columns()} FROM platbook_parcels.parcel WHERE owner_key >= ${prefix} AND owner_key < ${prefixEnd(prefix)}
        ORDER BY owner_key, pin LIMIT ${limit}`;
      return rows.map(matchedParcelOf);
    },
    siteBeginsWith: async ({ prefix, limit }) => {
      const rows = await sql<ParcelMatchRow[]>`
        SELECT ${columns()} FROM platbook_parcels.parcel WHERE site_key >= ${prefix} AND site_key < ${prefixEnd(prefix)}
        ORDER BY site_key, owner_key, pin LIMIT ${limit}`;
      return rows.map(matchedParcelOf);
    },
    ownerHasWords: async ({ words, limit }) =>
      (await byWords(wordQuery(words, 'A'), limit)).map(matchedParcelOf),
    anyHasWords: async ({ words, limit }) =>
      (await byWords(wordQuery(words, ''), limit)).map(matchedParcelOf),
    wordsLike: (word) => sql<KnownWord[]>`
      SELECT word, uses
      FROM (
        SELECT word_id, count(*) AS shared FROM platbook_parcels.known_gram WHERE gram = ANY (${gramsOf(word)})
        GROUP BY word_id ORDER BY shared DESC, word_id LIMIT ${CANDIDATES_MAX}
      ) AS likely
      JOIN platbook_parcels.known_word USING (word_id)`,
  };
}
