// The worker thread that writes a parcels file: rows as they arrive, then the indexes step by step.
import { workerData } from 'node:worker_threads';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { ParcelFields } from '../../contract/parcel-columns.ts';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import { type ParcelRow, parcelRowColumns, parcelRowOf } from '../parcel-row.ts';
import { gramsOf } from '../search-correction.ts';
import { type SearchKeys, searchKeysOf, Vocabulary } from '../search-keys.ts';
import { gridBox } from '../storage-grid.ts';
import { insertInto } from './insert-row.ts';
import { parcelTables, searchIndexes, searchTables } from './parcel-schema.ts';

/** The geometry is encoded before it crosses threads: bytes are cheap to copy, nested arrays are not. */
export type PackedParcel = PackedUnit & {
  centroid: LngLat;
  bounds: Bounds;
  geometry: Uint8Array;
  units: readonly PackedUnit[] | undefined;
};
/** See packMore. */
export type PackedUnit = ParcelFields & { more: string | null };

type TableRow = ParcelRow & SearchKeys & { id: number; lot_id: number | null; geometry: Uint8Array | null };

const WORDS_PER_STEP = 20_000;

class ParcelWriter {
  readonly #db: DatabaseSyncInstance;
  readonly #addParcel;
  readonly #addMore;
  readonly #addBox;
  readonly #vocabulary = new Vocabulary();
  /** Parcels and units. */
  #rows = 0;

  constructor(path: string) {
    this.#db = new DatabaseSync(path);
    // Nobody reads this file before it is complete and synced, so it needs no journal.
    this.#db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;');
    this.#db.exec(`${parcelTables} BEGIN;`);
    this.#addParcel = insertInto<TableRow>(this.#db, {
      table: 'parcel',
      columns: [
        'id',
        ...parcelRowColumns,
        'pin_key',
        'owner_key',
        'site_key',
        'address_text',
        'lot_id',
        'geometry',
      ],
      conflict: 'ON CONFLICT (pin) DO NOTHING',
    });
    this.#addMore = insertInto<{ id: number; more: string }>(this.#db, {
      table: 'parcel_more',
      columns: ['id', 'more'],
    });
    this.#addBox = insertInto<Bounds & { id: number }>(this.#db, {
      table: 'parcel_box',
      columns: ['id', 'west', 'east', 'south', 'north'],
    });
  }

  add(parcels: readonly PackedParcel[]): void {
    for (const parcel of parcels) {
      const { centroid, geometry } = parcel;
      const id = this.#addRow(parcel, { centroid, geometry, lot_id: null });
      this.#addBox({ id, ...gridBox(parcel.bounds) });
      if (!parcel.units) continue;
      for (const unit of parcel.units) this.#addRow(unit, { centroid, geometry: null, lot_id: id });
    }
  }

  #addRow(
    fields: PackedUnit,
    { centroid, ...others }: Pick<TableRow, 'lot_id' | 'geometry'> & { centroid: LngLat },
  ): number {
    const id = ++this.#rows;
    const keys = searchKeysOf(fields);
    const changes = this.#addParcel({ id, ...parcelRowOf(fields, centroid), ...keys, ...others });
    if (changes === 0) throw new OperatorError(`The PIN ${JSON.stringify(fields.pin)} occurs twice.`);
    if (fields.more !== null) this.#addMore({ id, more: fields.more });
    this.#vocabulary.add(keys);
    return id;
  }

  /** Yields after every step, to report progress. */
  *index(): Generator<{ done: number; total: number }> {
    const total = 2 + Math.ceil(this.#rows / WORDS_PER_STEP) + searchIndexes.length;
    let done = 0;

    this.#db.exec(searchTables);
    yield { done: ++done, total };

    const addWords = this.#db.prepare(
      `INSERT INTO parcel_words (rowid, owner, address)
       SELECT place, owner_key, address_text FROM parcel_place JOIN parcel USING (id)
       WHERE place > $after AND place <= $upTo`,
    );
    for (let after = 0; after < this.#rows; after += WORDS_PER_STEP) {
      addWords.run({ after, upTo: after + WORDS_PER_STEP });
      yield { done: ++done, total };
    }

    this.#addVocabulary();
    yield { done: ++done, total };

    for (const index of searchIndexes) {
      this.#db.exec(index);
      yield { done: ++done, total };
    }

    this.#db.exec('COMMIT; PRAGMA optimize;');
  }

  #addVocabulary(): void {
    const addWord = this.#db.prepare('INSERT INTO known_word (word_id, word, uses) VALUES (?, ?, ?)');
    const addGram = this.#db.prepare('INSERT INTO known_gram (gram, word_id) VALUES (?, ?)');
    const grams: { gram: string; wordId: number }[] = [];
    for (const [at, { word, uses }] of this.#vocabulary.words().entries()) {
      addWord.run(at + 1, word, uses);
      for (const gram of gramsOf(word)) grams.push({ gram, wordId: at + 1 });
    }
    // In key order, so that the B-tree only grows at its end.
    grams.sort((a, b) => (a.gram < b.gram ? -1 : a.gram > b.gram ? 1 : a.wordId - b.wordId));
    for (const { gram, wordId } of grams) addGram.run(gram, wordId);
  }

  close(): void {
    this.#db.close();
  }
}

const writer = new ParcelWriter(workerData.path);
let indexing: ReturnType<ParcelWriter['index']> | undefined;

const calls = {
  add: (parcels: readonly PackedParcel[]) => writer.add(parcels),
  /** The caller repeats it until it answers undefined. */
  indexOneStep: () => {
    indexing ??= writer.index();
    const step = indexing.next();
    return step.done ? undefined : step.value;
  },
};
export type ParcelWriterCalls = typeof calls;

answerCalls(calls, () => writer.close());
