// The index of all places in a places file, as the very arrays that a search reads: opening it is a copy, not a build.
// Little-endian, like all common machines that Node runs on.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { type PlaceColumns, PlaceTable } from '../places/place-table.ts';
import { WordIndex } from '../places/word-index.ts';
import { WordMatcher } from '../places/word-matcher.ts';

export type LoadedIndex = { places: PlaceTable; matcher: WordMatcher };

/** Words are letters and digits. */
const WORD_SEPARATOR = ' ';

type Numbers = Uint8Array | Uint32Array | Float32Array | Float64Array;

export function writePlaceIndex(db: DatabaseSyncInstance, places: PlaceTable, words: WordIndex): void {
  const insert = db.prepare('INSERT INTO place_index (name, bytes) VALUES (?, ?)');
  const write = (name: string, { buffer, byteOffset, byteLength }: Numbers) =>
    insert.run(name, new Uint8Array(buffer, byteOffset, byteLength));
  for (const [name, column] of Object.entries(places.columns)) write(name, column);
  const { words: list, starts, ids } = words.columns;
  write('words', Buffer.from(list.join(WORD_SEPARATOR)));
  write('word_starts', starts);
  write('word_ids', ids);
}

export function readPlaceIndex(db: DatabaseSyncInstance): LoadedIndex {
  const select = db.prepare('SELECT bytes FROM place_index WHERE name = ?');
  // A copy, because numbers of several bytes must be aligned.
  const read = (name: string) => new Uint8Array((select.get(name) as { bytes: Uint8Array }).bytes);
  const uints = (name: string) => new Uint32Array(read(name).buffer);
  const floats = (name: string) => new Float32Array(read(name).buffer);
  const doubles = (name: string) => new Float64Array(read(name).buffer);
  const places = new PlaceTable({
    type: read('type'),
    isLocal: read('isLocal'),
    importance: floats('importance'),
    nameWeight: floats('nameWeight'),
    lng: doubles('lng'),
    lat: doubles('lat'),
    bounds: doubles('bounds'),
    parents: uints('parents'),
    lowest: uints('lowest'),
    highest: uints('highest'),
  } satisfies PlaceColumns);
  const text = Buffer.from(read('words')).toString();
  const words = text === '' ? [] : text.split(WORD_SEPARATOR);
  const index = new WordIndex({ words, starts: uints('word_starts'), ids: uints('word_ids') });
  return { places, matcher: new WordMatcher(places, index) };
}
