// The worker thread that reads a places file and answers place queries.
import { workerData } from 'node:worker_threads';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { answerCalls } from '../../runtime/worker-call.ts';
import {
  type FoundPlace,
  type NamedPlace,
  type PlaceQuery,
  type PointQuery,
  WITHIN_TYPES,
} from '../place-store.ts';
import { findAt } from '../places/find-at.ts';
import type { PlaceHit } from '../places/place-index.ts';
import { searchPlaces } from '../places/search-places.ts';
import { placeDetailsReader } from './place-details-reader.ts';
import { type LoadedIndex, readPlaceIndex } from './place-index-file.ts';
import type { PlaceRow } from './place-schema.ts';

type Shown = Pick<PlaceHit, 'id' | 'at' | 'relevance' | 'house' | 'otherId'>;

class PlaceReader {
  readonly #db: DatabaseSyncInstance;
  readonly #details;
  readonly #byId;
  #loaded: LoadedIndex | undefined;

  private constructor(db: DatabaseSyncInstance) {
    this.#db = db;
    this.#details = placeDetailsReader(db);
    this.#byId = db.prepare('SELECT name, short_code, category FROM place WHERE id = ?');
  }

  /** The file has the format of this version: place-file-store.ts has looked. */
  static open(path: string): PlaceReader {
    const db = new DatabaseSync(path, { readOnly: true });
    // The file never changes again, so its pages may be mapped and no lock is ever needed.
    db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA mmap_size = 2147418112;');
    return new PlaceReader(db);
  }

  /** Reads it into memory, once. */
  index(): LoadedIndex {
    this.#loaded ??= readPlaceIndex(this.#db);
    return this.#loaded;
  }

  /** Another one each time, so that a damaged file does not go unnoticed. */
  readAnyPlace(): void {
    this.index();
    const { last } = this.#db.prepare('SELECT max(id) AS last FROM place').get() as { last: number | null };
    if (last !== null) this.#byId.get(1 + Math.floor(Math.random() * last));
  }

  search(query: PlaceQuery): FoundPlace[] {
    const { places, matcher } = this.index();
    const hits = searchPlaces({ places, matcher, details: this.#details }, query);
    return hits.map((hit) => this.#found(hit));
  }

  findAt(query: PointQuery): FoundPlace[] {
    const found = findAt({ places: this.index().places, details: this.#details }, query);
    return found.map((place) => this.#found({ ...place, relevance: 1 }));
  }

  #found({ id, at, relevance, house, otherId }: Shown): FoundPlace {
    const { places } = this.index();
    const { category } = this.#rowOf(id);
    const named = { ...this.#named(id), ...(category !== null && { category }) };
    const place = { ...named, at, relevance, within: this.#within(id) };
    if (house) {
      const { text, accuracy } = house;
      return { ...place, id: `${place.id}-${text}`, houseNumber: text, accuracy };
    }
    if (otherId !== undefined) {
      const name = `${place.name} and ${this.#named(otherId).name}`;
      return { ...place, id: `${place.id}x${otherId}`, name, accuracy: 'intersection' };
    }
    const bounds = places.boundsOf(id);
    return {
      ...place,
      ...(bounds && { bounds }),
      ...(place.type === 'address' && { accuracy: 'street' as const }),
    };
  }

  #within(id: number): NamedPlace[] {
    return WITHIN_TYPES.flatMap((type) => {
      const parent = this.index().places.parentOf(id, type);
      return parent === undefined ? [] : this.#named(parent);
    });
  }

  #named(id: number): NamedPlace {
    const type = this.index().places.typeOf(id);
    const { name, short_code } = this.#rowOf(id);
    return { id: `${type}.${id}`, type, name, ...(short_code !== null && { shortCode: short_code }) };
  }

  #rowOf(id: number): Omit<PlaceRow, 'id'> {
    return this.#byId.get(id) as Omit<PlaceRow, 'id'>;
  }

  close(): void {
    this.#db.close();
  }
}

let opened: PlaceReader | undefined;

// Opened by the first call, so that an error reaches the caller as the answer to that call.
function open(): PlaceReader {
  opened ??= PlaceReader.open(workerData.path);
  return opened;
}

const calls = {
  /** Warms the cache, so that the first query need not wait. */
  readIndex: () => void open().index(),
  /** A health check. */
  readAnyPlace: () => open().readAnyPlace(),
  search: (query: PlaceQuery) => open().search(query),
  findAt: (query: PointQuery) => open().findAt(query),
};
export type PlaceReaderCalls = typeof calls;

answerCalls(calls, () => opened?.close());
