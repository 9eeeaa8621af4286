// The worker thread that writes a parcels file: rows as they arrive, then the indexes step by step. The columns of the same
// rows go into a file of their own.
import { workerData } from 'node:worker_threads';
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import { OperatorError } from '../../runtime/operator-error.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import { AppendedFile, type ColumnUnit, ColumnWriter } from '../columns/write-columns.ts';
import type { PackedParcels, PackedUnit } from '../packed-parcels.ts';
import { centroidOfValues, fieldsOfValues, parcelRowColumns, unpackMore } from '../parcel-row.ts';
import { gramsOf } from '../search-correction.ts';
import { searchKeysOf, Vocabulary } from '../search-keys.ts';
import { gridBox } from '../storage-grid.ts';
import { insertInto } from './insert-row.ts';
import { parcelTables, searchIndexes, searchTables } from './parcel-schema.ts';

/** The end of each step writes one more part of the full-text index, and a search looks into each part. */
const WORDS_PER_STEP = 100_000;
/** Enough for the words of a step. By default FTS5 writes a part for every megabyte, and merges them again and again. */
const WORDS_MEMORY_BYTES = 32 * 1024 * 1024;

const searchKeyColumns = ['pin_key', 'owner_key', 'site_key', 'address_text'] as const;

class ParcelWriter {
  readonly #db: DatabaseSyncInstance;
  readonly #addParcel;
  readonly #addMore;
  readonly #addBox;
  readonly #columnsFile: AppendedFile;
  readonly #columns: ColumnWriter;
  readonly #vocabulary = new Vocabulary();
  /** Parcels and units. */
  #rows = 0;

  constructor({ path, columnsPath }: { path: string; columnsPath: string }) {
    this.#db = new DatabaseSync(path);
    // Nobody reads this file before it is complete and synced, so it needs no journal.
    this.#db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -98304;');
    this.#db.exec(`${parcelTables} BEGIN;`);
    const columns = ['id', ...parcelRowColumns, ...searchKeyColumns, 'lot_id', 'geometry'];
    const places = columns.map(() => '?').join(', ');
    this.#addParcel = this.#db.prepare(
      `INSERT INTO parcel (${columns.join(', ')}) VALUES (${places}) ON CONFLICT (pin) DO NOTHING`,
    );
    this.#addBox = this.#db.prepare(
      'INSERT INTO parcel_box (id, west, east, south, north) VALUES (?, ?, ?, ?, ?)',
    );
    this.#addMore = insertInto<{ id: number; more: string }>(this.#db, {
      table: 'parcel_more',
      columns: ['id', 'more'],
    });
    this.#columnsFile = new AppendedFile(columnsPath);
    this.#columns = new ColumnWriter((bytes) => this.#columnsFile.append(bytes));
  }

  add({ parcels, geometries }: PackedParcels): void {
    let start = 0;
    for (const parcel of parcels) {
      const { isSummary } = parcel;
      const shape = geometries.subarray(start, parcel.geometryEnd);
      start = parcel.geometryEnd;
      const { id, ...lot } = this.#addRow(parcel, null, shape);
      const box = gridBox(parcel.bounds);
      this.#addBox.run(id, box.west, box.east, box.south, box.north);
      this.#columns.addLot({ ...lot, centroid: centroidOfValues(parcel.row), box, shape, isSummary });
      if (!parcel.units) continue;
      for (const unit of parcel.units) this.#columns.addUnit(this.#addRow(unit, id, null));
    }
  }

  #addRow(
    { row, more }: PackedUnit,
    lotId: number | null,
    geometry: Uint8Array | null,
  ): ColumnUnit & { id: number } {
    const id = ++this.#rows;
    const fields = fieldsOfValues(row);
    const keys = searchKeysOf(fields);
    const { changes } = this.#addParcel.run(
      id,
      ...row,
      keys.pin_key,
      keys.owner_key,
      keys.site_key,
      keys.address_text,
      lotId,
      geometry,
    );
    if (Number(changes) === 0) throw new OperatorError(`The PIN ${JSON.stringify(fields.pin)} occurs twice.`);
    if (more !== null) this.#addMore({ id, more });
    this.#vocabulary.add(keys);
    return { id, fields, keys, more: unpackMore(more) };
  }

  /** Yields after every step, to report progress. */
  *index(): Generator<{ done: number; total: number }> {
    const total = 3 + Math.ceil(this.#rows / WORDS_PER_STEP) + searchIndexes.length;
    let done = 0;

    this.#columns.finish();
    this.#columnsFile.flush();
    yield { done: ++done, total };

    this.#db.exec(searchTables);
    yield { done: ++done, total };

    this.#db.exec(`INSERT INTO parcel_words (parcel_words, rank) VALUES ('hashsize', ${WORDS_MEMORY_BYTES})`);
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
    this.#columnsFile.close();
    this.#db.close();
  }
}

const writer = new ParcelWriter(workerData);
let indexing: ReturnType<ParcelWriter['index']> | undefined;

const calls = {
  add: (parcels: PackedParcels) => writer.add(parcels),
  /** The caller repeats it until it answers undefined. */
  indexOneStep: () => {
    indexing ??= writer.index();
    const step = indexing.next();
    return step.done ? undefined : step.value;
  },
};
export type ParcelWriterCalls = typeof calls;

answerCalls(calls, () => writer.close());
