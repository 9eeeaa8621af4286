// Writes a places file: rows as they arrive, then the indexes.
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { CrossingRecord, HouseRecord, PlaceRecord, PlaceSet } from '../place-store.ts';
import { aliasWords, nameWords } from '../places/place-words.ts';
import { nameWeight } from '../places/score.ts';
import { gridPoint } from '../storage-grid.ts';
import { cellOf, placeIndexes, placeTables } from './place-schema.ts';

/** A place on its way to the writing thread: its area already packed, which crosses threads cheaply. */
export type PackedPlace = Omit<PlaceRecord, 'area'> & { area: Uint8Array | undefined };

export class PlaceWriter {
  readonly #db: DatabaseSyncInstance;
  readonly #addPlace;
  readonly #addArea;
  readonly #addHouse;
  readonly #addCrossing;

  constructor(path: string) {
    this.#db = new DatabaseSync(path);
    // Nobody reads this file before it is complete and synced, so it needs no journal.
    this.#db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;');
    this.#db.exec(`${placeTables} BEGIN;`);
    // Values by place: named ones take three times as long to bind.
    this.#addPlace = this.#db.prepare(
      'INSERT INTO place VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL)',
    );
    this.#addArea = this.#db.prepare('INSERT INTO area VALUES (?, ?)');
    // A number that several parcels share, as the flats of a house do, is one place.
    this.#addHouse = this.#db.prepare('INSERT OR IGNORE INTO house VALUES (?, ?, ?, ?, ?, ?)');
    this.#addCrossing = this.#db.prepare('INSERT OR IGNORE INTO crossing VALUES (?, ?, ?, ?)');
  }

  addPlaces(places: readonly PackedPlace[]): void {
    for (const { id, type, name, aliases = [], shortCode, at, bounds, area, within, importance } of places) {
      const words = nameWords(name);
      this.#addPlace.run(
        id,
        type,
        name,
        shortCode ?? null,
        [...new Set([...words, ...aliases.flatMap(aliasWords), ...aliases.flatMap(nameWords)])].join(' '),
        nameWeight(words),
        importance,
        at.lng,
        at.lat,
        bounds?.west ?? null,
        bounds?.south ?? null,
        bounds?.east ?? null,
        bounds?.north ?? null,
        within.place ?? null,
        within.postcode ?? null,
        within.district ?? null,
        within.region ?? null,
        within.country ?? null,
      );
      if (area) this.#addArea.run(id, area);
    }
  }

  addHouses(houses: readonly HouseRecord[]): void {
    for (const { streetId, number, suffix, at } of houses) {
      const { x, y } = gridPoint(at);
      this.#addHouse.run(streetId, number, suffix, x, y, cellOf({ x, y }));
    }
  }

  addCrossings(crossings: readonly CrossingRecord[]): void {
    for (const { streetIds, at } of crossings) {
      const [one, other] = streetIds;
      const { x, y } = gridPoint(at);
      this.#addCrossing.run(one, other, x, y);
      this.#addCrossing.run(other, one, x, y);
    }
  }

  finish({ madeFrom, attribution }: PlaceSet): void {
    this.#db.exec(placeIndexes);
    this.#db.prepare('INSERT INTO made VALUES (?, ?)').run(madeFrom, attribution);
    this.#db.exec('COMMIT; PRAGMA optimize;');
  }

  close(): void {
    this.#db.close();
  }
}
