// The worker thread that writes a places file: rows as they arrive, then the indexes.

import { workerData } from 'node:worker_threads';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { addToGroup } from '../../geo/groups.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import type { CrossingRecord, HouseRecord, PlaceRecord, PlaceSet } from '../place-store.ts';
import { aliasWords, nameWords } from '../place-words.ts';
import { PlaceTable, type TableRow } from '../places/place-table.ts';
import { nameWeight } from '../places/score.ts';
import { WordIndex } from '../places/word-index.ts';
import { gridPoint } from '../storage-grid.ts';
import { insertInto } from './insert-row.ts';
import { writePlaceIndex } from './place-index-file.ts';
import { cellOf, type PlaceRow, placeIndexes, placeTables } from './place-schema.ts';

/** The area is encoded before it crosses threads: bytes are cheap to copy, nested arrays are not. */
export type PackedPlace = Omit<PlaceRecord, 'area'> & { area: Uint8Array | undefined };

type HouseRow = {
  street_id: number;
  number: number;
  suffix: string;
  x: number;
  y: number;
  cell: number;
};
type CrossingRow = { street_id: number; other_id: number; x: number; y: number };

class PlaceWriter {
  readonly #db: DatabaseSyncInstance;
  readonly #addPlace;
  readonly #addArea;
  readonly #addHouse;
  readonly #addCrossing;
  readonly #rows: Omit<TableRow, 'numbers'>[] = [];
  readonly #idsByWord = new Map<string, number[]>();

  constructor(path: string) {
    this.#db = new DatabaseSync(path);
    // Nobody reads this file before it is complete and synced, so it needs no journal.
    this.#db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;');
    this.#db.exec(`${placeTables} BEGIN;`);
    this.#addPlace = insertInto<PlaceRow>(this.#db, {
      table: 'place',
      columns: ['id', 'name', 'short_code', 'category'],
    });
    this.#addArea = insertInto<{ place_id: number; geometry: Uint8Array }>(this.#db, {
      table: 'area',
      columns: ['place_id', 'geometry'],
    });
    // Parcels that share a house number, such as apartments, are one house.
    this.#addHouse = insertInto<HouseRow>(this.#db, {
      table: 'house',
      columns: ['street_id', 'number', 'suffix', 'x', 'y', 'cell'],
      conflict: 'ON CONFLICT DO NOTHING',
    });
    this.#addCrossing = insertInto<CrossingRow>(this.#db, {
      table: 'crossing',
      columns: ['street_id', 'other_id', 'x', 'y'],
      conflict: 'ON CONFLICT DO NOTHING',
    });
  }

  addPlaces(places: readonly PackedPlace[]): void {
    for (const place of places) {
      const { id, type, name, aliases = [], shortCode, at, bounds, area, within, importance } = place;
      const { category = null, isLocal = false } = place;
      const words = nameWords(name);
      const allWords = new Set([...words, ...aliases.flatMap(aliasWords), ...aliases.flatMap(nameWords)]);
      this.#addPlace({ id, name, short_code: shortCode ?? null, category });
      this.#rows.push({ id, type, at, bounds, within, isLocal, importance, nameWeight: nameWeight(words) });
      for (const word of allWords) {
        addToGroup(this.#idsByWord, word, id);
      }
      if (area) this.#addArea({ place_id: id, geometry: area });
    }
  }

  addHouses(houses: readonly HouseRecord[]): void {
    for (const { streetId, number, suffix, at } of houses) {
      const { x, y } = gridPoint(at);
      this.#addHouse({ street_id: streetId, number, suffix, x, y, cell: cellOf({ x, y }) });
    }
  }

  addCrossings(crossings: readonly CrossingRecord[]): void {
    for (const { streetIds, at } of crossings) {
      const [one, other] = streetIds;
      const { x, y } = gridPoint(at);
      this.#addCrossing({ street_id: one, other_id: other, x, y });
      this.#addCrossing({ street_id: other, other_id: one, x, y });
    }
  }

  finish({ parcelVersion, attribution }: PlaceSet): void {
    this.#db
      .prepare('INSERT INTO made (made_from, attribution) VALUES (?, ?)')
      .run(parcelVersion, attribution);
    this.#db.exec('COMMIT; PRAGMA optimize;');
  }

  writeIndex(): void {
    this.#db.exec(placeIndexes);
    const ranges = this.#db
      .prepare(
        'SELECT street_id, min(number) AS lowest, max(number) AS highest FROM house GROUP BY street_id',
      )
      .all() as { street_id: number; lowest: number; highest: number }[];
    const numbersOf = new Map(ranges.map(({ street_id, ...range }) => [street_id, range]));
    const rows = this.#rows.map((row) => ({ ...row, numbers: numbersOf.get(row.id) }));
    writePlaceIndex(this.#db, PlaceTable.of(rows, rows.length), WordIndex.of(this.#idsByWord));
  }

  close(): void {
    this.#db.close();
  }
}

const writer = new PlaceWriter(workerData.path);

const calls = {
  addPlaces: (places: readonly PackedPlace[]) => writer.addPlaces(places),
  addHouses: (houses: readonly HouseRecord[]) => writer.addHouses(houses),
  addCrossings: (crossings: readonly CrossingRecord[]) => writer.addCrossings(crossings),
  writeIndex: () => writer.writeIndex(),
  finish: (set: PlaceSet) => writer.finish(set),
};
export type PlaceWriterCalls = typeof calls;

answerCalls(calls, () => writer.close());
