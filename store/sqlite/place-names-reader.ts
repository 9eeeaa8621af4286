// Reads what a search needs of all places into memory: their words, positions and parents. Names are read for answers only.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { PlaceTable, type TableRow } from '../places/place-table.ts';
import { WordIndex } from '../places/word-index.ts';
import { WordMatcher } from '../places/word-matcher.ts';
import type { PlaceRow } from './place-schema.ts';

/** The range of house numbers is added once all houses are known. */
type StoredPlaceRow = PlaceRow & { lowest_number: number | null; highest_number: number | null };

const columns = [
  'id',
  'type',
  'words',
  'name_weight',
  'importance',
  'lng',
  'lat',
  'west',
  'south',
  'east',
  'north',
  'within_place',
  'within_postcode',
  'within_district',
  'within_region',
  'within_country',
  'lowest_number',
  'highest_number',
] as const satisfies readonly (keyof StoredPlaceRow)[];
type ReadRow = Pick<StoredPlaceRow, (typeof columns)[number]>;

/** Enough to make one call cheap a row, few enough to be a small part of what is kept. */
const ROWS_PER_READ = 2000;

export type LoadedNames = { places: PlaceTable; matcher: WordMatcher };

export function readPlaceNames(db: DatabaseSyncInstance): LoadedNames {
  const { count } = db.prepare('SELECT count(*) AS count FROM place').get() as { count: number };
  const idsByWord = new Map<string, number[]>();

  function* rows(): Generator<TableRow> {
    for (const row of readRows(db)) {
      for (const word of row.words.split(' ')) {
        const ids = idsByWord.get(word);
        if (ids) ids.push(row.id);
        else idsByWord.set(word, [row.id]);
      }
      yield tableRowOf(row);
    }
  }

  const places = new PlaceTable(rows(), count);
  return { places, matcher: new WordMatcher(places, new WordIndex(idsByWord)) };
}

/** Column by column as JSON: the library takes six times as long to hand over the same values one by one. */
function* readRows(db: DatabaseSyncInstance): Generator<ReadRow> {
  const read = db.prepare(
    `SELECT ${columns.map((name) => `json_group_array(${name}) AS ${name}`).join(', ')}
     FROM (SELECT * FROM place WHERE id > ? ORDER BY id LIMIT ${ROWS_PER_READ})`,
  );
  for (let after = 0; ; ) {
    const texts = read.get(after) as Record<keyof ReadRow, string>;
    const lists = columns.map((name): [keyof ReadRow, unknown[]] => [name, JSON.parse(texts[name])]);
    const { length } = lists[0]![1];
    const row: Partial<Record<keyof ReadRow, unknown>> = {};
    for (let at = 0; at < length; at++) {
      // The same object for all: its reader copies what it keeps.
      for (const [name, list] of lists) row[name] = list[at];
      yield row as ReadRow;
    }
    if (length < ROWS_PER_READ) return;
    after += length;
  }
}

function tableRowOf(row: ReadRow): TableRow {
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
