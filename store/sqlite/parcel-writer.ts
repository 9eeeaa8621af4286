// Writes a parcels file: rows as they arrive, then the indexes step by step.

import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite';
import type { Bounds } from '../../geo/geometry.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { gridBox } from '../grid-box.ts';
import type { ParcelRecord } from '../parcel-record.ts';
import { parcelText } from '../parcel-text.ts';
import { gramsOf } from '../search-correction.ts';
import { Vocabulary } from '../vocabulary.ts';
import { parcelTables, searchIndexes, searchTables } from './parcel-schema.ts';

/** A parcel on its way to the writing thread: its geometry already packed, which crosses threads cheaply. */
export type PackedParcel = Omit<ParcelRecord, 'geometry'> & { bounds: Bounds; geometry: Uint8Array };

const WORDS_PER_STEP = 20_000;

export class ParcelWriter {
  readonly #db: DatabaseSyncInstance;
  readonly #addParcel;
  readonly #addBox;
  readonly #vocabulary = new Vocabulary();
  #count = 0;

  constructor(path: string) {
    this.#db = new DatabaseSync(path);
    // Nobody reads this file before it is complete and synced, so it needs no journal.
    this.#db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144;');
    this.#db.exec(`${parcelTables} BEGIN;`);
    // Values by place: named ones take three times as long to bind.
    this.#addParcel = this.#db.prepare(
      `INSERT INTO parcel VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (pin) DO NOTHING`,
    );
    this.#addBox = this.#db.prepare('INSERT INTO parcel_box VALUES (?, ?, ?, ?, ?)');
  }

  add(parcels: readonly PackedParcel[]): void {
    for (const parcel of parcels) {
      const id = ++this.#count;
      const text = parcelText(parcel);
      const { changes } = this.#addParcel.run(
        id,
        parcel.pin,
        parcel.name,
        parcel.add1,
        parcel.add2,
        parcel.city,
        parcel.state,
        parcel.zip,
        parcel.siteAddress,
        parcel.taxAcres,
        parcel.township,
        parcel.zoning,
        parcel.saleDate,
        parcel.salesPrice,
        parcel.centroid.lng,
        parcel.centroid.lat,
        text.pinKey,
        text.ownerKey,
        text.siteKey,
        text.addressText,
        parcel.geometry,
      );
      if (changes === 0) throw new OperatorError(`The PIN ${JSON.stringify(parcel.pin)} occurs twice.`);
      const { west, south, east, north } = gridBox(parcel.bounds);
      this.#addBox.run(id, west, east, south, north);
      this.#vocabulary.add(text);
    }
  }

  /** Yields after every step, so that progress can be told. */
  *index({ source, bounds }: { source: string; bounds: Bounds }): Generator<{ done: number; total: number }> {
    const total = 2 + Math.ceil(this.#count / WORDS_PER_STEP) + searchIndexes.length;
    let done = 0;

    this.#db.exec(searchTables);
    yield { done: ++done, total };

    const addWords = this.#db.prepare(
      `INSERT INTO parcel_words (rowid, owner, address)
       SELECT place, owner_key, address_text FROM parcel_place JOIN parcel USING (id)
       WHERE place > $after AND place <= $upTo`,
    );
    for (let after = 0; after < this.#count; after += WORDS_PER_STEP) {
      addWords.run({ after, upTo: after + WORDS_PER_STEP });
      yield { done: ++done, total };
    }

    this.#addVocabulary();
    yield { done: ++done, total };

    for (const index of searchIndexes) {
      this.#db.exec(index);
      yield { done: ++done, total };
    }

    this.#db
      .prepare('INSERT INTO loaded_set VALUES ($count, $source, $west, $south, $east, $north)')
      .run({ count: this.#count, source, ...bounds });
    this.#db.exec('COMMIT; PRAGMA optimize;');
  }

  #addVocabulary(): void {
    const addWord = this.#db.prepare('INSERT INTO known_word VALUES (?, ?, ?)');
    const addGram = this.#db.prepare('INSERT INTO known_gram VALUES (?, ?)');
    const grams: { gram: string; wordId: number }[] = [];
    for (const [at, { word, uses }] of this.#vocabulary.words().entries()) {
      addWord.run(at + 1, word, uses);
      for (const gram of gramsOf(word)) grams.push({ gram, wordId: at + 1 });
    }
    // In key order, so that the table grows at its end only.
    grams.sort((a, b) => (a.gram < b.gram ? -1 : a.gram > b.gram ? 1 : a.wordId - b.wordId));
    for (const { gram, wordId } of grams) addGram.run(gram, wordId);
  }

  close(): void {
    this.#db.close();
  }
}
