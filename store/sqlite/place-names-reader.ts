// Reads every name of a places file into memory: its words, where it is, and what it lies in.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import type { PlaceType } from '../../contract/geocoding.ts';
import { PlaceTable, type TableRow } from '../places/place-table.ts';
import { WordIndex } from '../places/word-index.ts';
import { WordMatcher } from '../places/word-matcher.ts';

type PlaceRow = {
  id: number;
  type: PlaceType;
  name: string;
  short_code: string | null;
  words: string;
  name_weight: number;
  importance: number;
  lng: number;
  lat: number;
  west: number | null;
  south: number | null;
  east: number | null;
  north: number | null;
  within_place: number | null;
  within_postcode: number | null;
  within_district: number | null;
  within_region: number | null;
  within_country: number | null;
  lowest_number: number | null;
  highest_number: number | null;
};

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

  function* rows(): Generator<TableRow> {
    const all = db.prepare('SELECT * FROM place ORDER BY id').iterate() as Iterable<PlaceRow>;
    for (const row of all) {
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

function tableRowOf(row: PlaceRow): TableRow {
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
