// Reads all places of a file into memory: their names, words, positions and parents.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { PlaceTable, type TableRow } from '../places/place-table.ts';
import { WordIndex } from '../places/word-index.ts';
import { WordMatcher } from '../places/word-matcher.ts';
import type { PlaceRow } from './place-schema.ts';

/** The range of house numbers is added once all houses are known. */
type StoredPlaceRow = PlaceRow & { lowest_number: number | null; highest_number: number | null };

export type LoadedNames = {
  places: PlaceTable;
  matcher: WordMatcher;
  nameOf(id: number): string;
  shortCodes: ReadonlyMap<number, string>;
};

export function readPlaceNames(db: DatabaseSyncInstance): LoadedNames {
  const { count } = db.prepare('SELECT count(*) AS count FROM place').get() as { count: number };
  const names: string[] = [''];
  const shortCodes = new Map<number, string>();
  const idsByWord = new Map<string, number[]>();

  // Out here, where it lives as long as the generator: the library's iterator does not keep its statement alive.
  const everyPlace = db.prepare('SELECT * FROM place ORDER BY id');

  function* rows(): Generator<TableRow> {
    for (const row of everyPlace.iterate() as Iterable<StoredPlaceRow>) {
      names.push(row.name);
      if (row.short_code !== null) shortCodes.set(row.id, row.short_code);
      for (const word of row.words.split(' ')) {
        const ids = idsByWord.get(word);
        if (ids) ids.push(row.id);
        else idsByWord.set(word, [row.id]);
      }
      yield tableRowOf(row);
    }
  }

  const places = new PlaceTable(rows(), count);
  const matcher = new WordMatcher(places, new WordIndex(idsByWord));
  return { places, matcher, nameOf: (id) => names[id]!, shortCodes };
}

function tableRowOf(row: StoredPlaceRow): TableRow {
  const { west, south, east, north, lowest_number: lowest, highest_number: highest } = row;
  const hasBounds = west !== null && south !== null && east !== null && north !== null;
  return {
    id: row.id,
    type: row.type,
    at: { lng: row.lng, lat: row.lat },
    bounds: hasBounds ? { west, south, east, north } : undefined,
    within: {
      place: row.within_place ?? undefined,
      postcode: row.within_postcode ?? undefined,
      district: row.within_district ?? undefined,
      region: row.within_region ?? undefined,
      country: row.within_country ?? undefined,
    },
    importance: row.importance,
    nameWeight: row.name_weight,
    numbers: lowest === null || highest === null ? undefined : { lowest, highest },
  };
}
