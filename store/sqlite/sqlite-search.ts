// The queries of a parcel search, on a parcels file.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { matchedParcelOf, type ParcelMatchRow, parcelMatchColumns } from '../parcel-row.ts';
import { CANDIDATES_MAX, gramsOf, type KnownWord } from '../search-correction.ts';
import type { SearchSource, WordChoices } from '../search-parcels.ts';
import { prefixEnd } from '../search-text.ts';

type Column = 'owner' | 'owner address';

/** A query of the full-text index. Words are letters and digits only, so they cannot break out of the quotes. */
function wordQuery(words: WordChoices, columns: Column): string {
  const all = words.map((choices) => `(${choices.map((word) => `"${word}"*`).join(' OR ')})`);
  return `{${columns}} : (${all.join(' AND ')})`;
}

export function sqliteSearch(db: DatabaseSyncInstance): SearchSource {
  const columns = parcelMatchColumns.join(', ');
  const byPinKey = db.prepare(
    `SELECT ${columns} FROM parcel WHERE pin_key >= $from AND pin_key < $to ORDER BY pin_key, pin LIMIT $limit`,
  );
  const byOwnerKey = db.prepare(
    `SELECT ${columns} FROM parcel WHERE owner_key >= $from AND owner_key < $to
     ORDER BY owner_key, pin LIMIT $limit`,
  );
  const bySiteKey = db.prepare(
    `SELECT ${columns} FROM parcel WHERE site_key >= $from AND site_key < $to
     ORDER BY site_key, owner_key, pin LIMIT $limit`,
  );
  const byWords = db.prepare(
    `SELECT ${columns}
     FROM (SELECT rowid AS place FROM parcel_words WHERE parcel_words MATCH $query ORDER BY rowid LIMIT $limit)
     JOIN parcel_place USING (place) JOIN parcel USING (id) ORDER BY place`,
  );
  const byGrams = db.prepare(
    `SELECT word, uses
     FROM (
       SELECT word_id, count(*) AS shared FROM known_gram WHERE gram IN (SELECT value FROM json_each($grams))
       GROUP BY word_id ORDER BY shared DESC, word_id LIMIT $limit
     )
     JOIN known_word USING (word_id)`,
  );

  const beginsWith =
    (statement: typeof byPinKey) =>
    async ({ prefix, limit }: { prefix: string; limit: number }) =>
      (statement.all({ from: prefix, to: prefixEnd(prefix), limit }) as ParcelMatchRow[]).map(
        matchedParcelOf,
      );
  const hasWords =
    (column: Column) =>
    async ({ words, limit }: { words: WordChoices; limit: number }) =>
      (byWords.all({ query: wordQuery(words, column), limit }) as ParcelMatchRow[]).map(matchedParcelOf);

  return {
    pinBeginsWith: beginsWith(byPinKey),
    ownerBeginsWith: beginsWith(byOwnerKey),
    siteBeginsWith: beginsWith(bySiteKey),
    ownerHasWords: hasWords('owner'),
    anyHasWords: hasWords('owner address'),
    wordsLike: async (word) =>
      byGrams.all({ grams: JSON.stringify(gramsOf(word)), limit: CANDIDATES_MAX }) as KnownWord[],
  };
}
