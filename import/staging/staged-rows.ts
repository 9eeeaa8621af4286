// The rows of the staging file: written in blocks, read in order or one by one.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { LRUCache } from 'lru-cache';
import type { LngLat } from '../../geo/geometry.ts';
import { bytesAt, type NewBlock, type PackedBlock, ROWS_PER_BLOCK } from './packed-block.ts';
import { pagedRows } from './pages.ts';
import { type FieldsAndMore, fieldsOf, moreOf, type PackedRecord, packRecord } from './record-text.ts';
import { shapeHash } from './shape-hash.ts';

/** In its block as it was read; left out; or in the table `made`. */
export const AS_READ = 0;
export const LEFT_OUT = 1;
const MADE = 2;

/** Rows to be grouped mostly lie near each other. */
const BLOCKS_IN_CACHE = 200;

export type StagedParcel = FieldsAndMore & { shape: Uint8Array; center: LngLat };
export type MadeRow = {
  id: number;
  is_lot: number;
  is_summary: number;
  record: string;
  shape: Uint8Array;
  lng: number;
  lat: number;
};
type CachedBlock = { block: PackedBlock; records: PackedRecord[] };
type FoundBlock = Record<'rows' | 'centers' | 'ends' | 'shapes', Uint8Array> & {
  id: number;
  records: string;
};

export class StagedRows {
  readonly #db: DatabaseSyncInstance;
  readonly #addBlock;
  readonly #addKey;
  readonly #deleteKey;
  readonly #findBlock;
  readonly #findMade;
  readonly #deleteMade;
  readonly #addMade;
  readonly #cache = new LRUCache<number, CachedBlock>({ max: BLOCKS_IN_CACHE });
  /** By id: one byte a row. */
  #states = new Uint8Array(1024);
  #lastId = 0;

  constructor(db: DatabaseSyncInstance) {
    this.#db = db;
    this.#addBlock = db.prepare(
      'INSERT INTO block (id, rows, centers, ends, shapes, records) VALUES (?, ?, ?, ?, ?, ?)',
    );
    this.#addKey = db.prepare('INSERT INTO key (id, pin, shape) VALUES (?, ?, ?)');
    this.#deleteKey = db.prepare('DELETE FROM key WHERE id = ?');
    this.#findBlock = db.prepare('SELECT * FROM block WHERE id = ?');
    this.#findMade = db.prepare('SELECT record, shape, lng, lat FROM made WHERE id = ?');
    this.#deleteMade = db.prepare('DELETE FROM made WHERE id = ?');
    this.#addMade = db.prepare(
      'INSERT OR REPLACE INTO made (id, is_lot, is_summary, record, shape, lng, lat) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
  }

  get count(): number {
    return this.#lastId;
  }

  add(blocks: readonly NewBlock[]): void {
    for (const { rows, pins, centers, shapes, records } of blocks) {
      this.#addBlock.run(
        this.#lastId + 1,
        bytesOf(rows),
        bytesOf(centers),
        bytesOf(shapes.ends),
        shapes.bytes,
        records,
      );
      for (let i = 0; i < pins.length; i++) {
        this.#addKey.run(++this.#lastId, pins[i]!, shapeHash(bytesAt(shapes, i)));
      }
    }
    if (this.#lastId < this.#states.length) return;
    const grown = new Uint8Array(2 * this.#lastId);
    grown.set(this.#states);
    this.#states = grown;
  }

  state(id: number): number {
    return this.#states[id]!;
  }

  leaveOut(id: number): void {
    if (this.#states[id] === MADE) this.#deleteMade.run(id);
    this.#states[id] = LEFT_OUT;
    this.#deleteKey.run(id);
  }

  /** From now on valid instead of the row as it was read. */
  change(
    id: number,
    { isLot, isSummary, shape, center, ...row }: StagedParcel & { isLot: boolean; isSummary: boolean },
  ): void {
    this.#states[id] = MADE;
    const record = JSON.stringify(packRecord(row));
    this.#addMade.run(id, isLot ? 1 : 0, isSummary ? 1 : 0, record, shape, center.lng, center.lat);
  }

  /** As the source counts it. */
  rowNumber(id: number): number {
    const { block, index } = this.#locate(id);
    return block.rows[index]!;
  }

  read(id: number): StagedParcel {
    if (this.#states[id] === MADE) return this.#readMade(id);
    const { block, records, index } = this.#locate(id);
    return parcelAt({ block, record: records[index]!, index });
  }

  /** In the order of the source. `firstId` is the id of the block's first row. */
  *blocks(): Generator<{ firstId: number; block: PackedBlock }> {
    const pages = pagedRows<FoundBlock>({
      db: this.#db,
      query: 'SELECT * FROM block WHERE id > ? ORDER BY id LIMIT ?',
      keyOf: ({ id }) => id,
      rowsPerPage: 10,
    });
    for (const page of pages) {
      for (const found of page) yield { firstId: found.id, block: blockOf(found) };
    }
  }

  *centers(): Generator<{ firstId: number; centers: Float64Array }> {
    const pages = pagedRows<Pick<FoundBlock, 'id' | 'centers'>>({
      db: this.#db,
      query: 'SELECT id, centers FROM block WHERE id > ? ORDER BY id LIMIT ?',
      keyOf: ({ id }) => id,
    });
    for (const page of pages) {
      for (const { id, centers } of page) yield { firstId: id, centers: floatsOf(centers) };
    }
  }

  /** The rows that grouping has changed, in pages. */
  made(): Generator<MadeRow[]> {
    return pagedRows<MadeRow>({
      db: this.#db,
      query:
        'SELECT id, is_lot, is_summary, record, shape, lng, lat FROM made WHERE id > ? ORDER BY id LIMIT ?',
      keyOf: ({ id }) => id,
      rowsPerPage: 500,
    });
  }

  units(): Generator<{ id: number; record: string }[]> {
    return pagedRows<{ id: number; record: string }>({
      db: this.#db,
      query: 'SELECT id, record FROM unit WHERE id > ? ORDER BY id LIMIT ?',
      keyOf: ({ id }) => id,
    });
  }

  #readMade(id: number): StagedParcel {
    const found = this.#findMade.get(id) as LngLat & { record: string; shape: Uint8Array };
    const record = JSON.parse(found.record) as PackedRecord;
    const center = { lng: found.lng, lat: found.lat };
    return { fields: fieldsOf(record), more: moreOf(record) ?? [], shape: found.shape, center };
  }

  #locate(id: number): CachedBlock & { index: number } {
    const index = (id - 1) % ROWS_PER_BLOCK;
    const firstId = id - index;
    let cached = this.#cache.get(firstId);
    if (!cached) {
      const found = this.#findBlock.get(firstId) as FoundBlock;
      cached = { block: blockOf(found), records: JSON.parse(found.records) };
      this.#cache.set(firstId, cached);
    }
    return { ...cached, index };
  }
}

function parcelAt({
  block,
  record,
  index,
}: {
  block: PackedBlock;
  record: PackedRecord;
  index: number;
}): StagedParcel {
  return {
    fields: fieldsOf(record),
    more: moreOf(record) ?? [],
    shape: bytesAt(block.shapes, index),
    center: { lng: block.centers[2 * index]!, lat: block.centers[2 * index + 1]! },
  };
}

function blockOf({ rows, centers, ends, shapes, records }: FoundBlock): PackedBlock {
  // The driver's bytes may lie at any offset of a larger buffer: numbers need their own.
  const endBytes = Uint8Array.from(ends);
  return {
    rows: floatsOf(rows),
    centers: floatsOf(centers),
    shapes: { bytes: shapes, ends: new Uint32Array(endBytes.buffer) },
    records,
  };
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function floatsOf(bytes: Uint8Array): Float64Array {
  const own = Uint8Array.from(bytes);
  return new Float64Array(own.buffer);
}
