// Compares the parcels that are loaded with the staged ones, PIN by PIN: what a second import of a source has changed.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { areaSquareMeters, SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import type { SourceParcel } from '../../store/parcel-store.ts';
import { isReshaped } from './is-reshaped.ts';
import { isNumberOfOwners } from './lot-fields.ts';
import { ownerKey } from './owner-key.ts';
import { bytesAt, type PackedBytes, packBytes } from './packed-block.ts';
import { pagedRows } from './pages.ts';
import { fieldsOf, type PackedRecord } from './record-text.ts';
import { AS_READ, type StagedRows } from './staged-rows.ts';

export type SourceChanges = {
  added: number;
  gone: number;
  newOwner: number;
  sold: number;
  reshaped: number;
};
export type Change = { pin: string; what: keyof SourceChanges; before: string; after: string };
/** `loaded` counts the parcels and units of before. */
export type ComparisonEnd = { loaded: number; changes: SourceChanges; notes: string[] };

/** Loaded parcels and units on their way to the comparison. */
export type OldRows = {
  pins: string[];
  names: string[];
  saleDates: (string | null)[];
  prices: (number | null)[];
  /** Empty where there is none to compare. */
  shapes: PackedBytes;
};

/** Progress is reported so often. */
const ROWS_PER_STEP = 2000;
const noShape = new Uint8Array();

export function packOldRows(parcels: readonly SourceParcel[]): OldRows {
  return {
    pins: parcels.map(({ pin }) => pin),
    names: parcels.map(({ name }) => name),
    saleDates: parcels.map(({ sale_date }) => sale_date),
    prices: parcels.map(({ sales_price }) => sales_price),
    // A unit has the shape of its lot, which is compared once.
    shapes: packBytes(parcels.map(({ shape, isUnit }) => (isUnit ? noShape : (shape ?? noShape)))),
  };
}

type Owned = { name: string; sale_date: string | null; sales_price: number | null };
type Old = Owned & { id: number; shape: Uint8Array };
type New = Owned & { pin: string; isLot: boolean; shape: Uint8Array | undefined };

export class SetComparison {
  readonly #db: DatabaseSyncInstance;
  readonly #rows: StagedRows;
  readonly #addOld;
  readonly #addChange;
  /** Whether any row of the old and of the new set has an owner, and a sale. */
  readonly #known = { oldName: false, newName: false, oldSale: false, newSale: false };

  constructor(db: DatabaseSyncInstance, rows: StagedRows) {
    this.#db = db;
    this.#rows = rows;
    this.#addOld = db.prepare('INSERT INTO old (pin, name, sale_date, price, shape) VALUES (?, ?, ?, ?, ?)');
    this.#addChange = db.prepare('INSERT INTO change (what, pin, before, after) VALUES (?, ?, ?, ?)');
  }

  add({ pins, names, saleDates, prices, shapes }: OldRows): void {
    for (let i = 0; i < pins.length; i++) {
      this.#addOld.run(pins[i]!, names[i]!, saleDates[i]!, prices[i]!, bytesAt(shapes, i));
    }
  }

  /** To be called when all old rows have been added. Yields how many of the new ones are compared. */
  *compare(): Generator<number> {
    this.#db.exec('CREATE INDEX old_pin ON old (pin)');
    const find = this.#db.prepare(
      'SELECT id, name, sale_date, price AS sales_price, shape FROM old WHERE pin = ?',
    );
    const last = this.#db.prepare('SELECT ifnull(max(id), 0) AS id FROM old').get() as { id: number };
    // A byte a row stays small.
    const seen = new Uint8Array(last.id + 1);
    let done = 0;
    let reported = 0;
    for (const parcels of this.#newParcels()) {
      for (const parcel of parcels) {
        const old = find.get(parcel.pin) as Old | undefined;
        if (old) {
          seen[old.id] = 1;
          this.#compareOne(old, parcel);
        } else {
          this.#addChange.run('added', parcel.pin, '', parcel.name);
        }
      }
      done += parcels.length;
      if (done - reported < ROWS_PER_STEP) continue;
      reported = done;
      yield done;
    }
    const olds = pagedRows<{ id: number; pin: string; name: string }>({
      db: this.#db,
      query: 'SELECT id, pin, name FROM old WHERE id > ? ORDER BY id LIMIT ?',
      keyOf: ({ id }) => id,
    });
    for (const page of olds) {
      for (const { id, pin, name } of page) {
        if (seen[id] === 0) this.#addChange.run('gone', pin, name, '');
      }
    }
  }

  *#newParcels(): Generator<New[]> {
    for (const { firstId, block } of this.#rows.blocks()) {
      const records = JSON.parse(block.records) as PackedRecord[];
      const parcels: New[] = [];
      for (let i = 0; i < records.length; i++) {
        if (this.#rows.state(firstId + i) !== AS_READ) continue;
        parcels.push({ ...fieldsOf(records[i]!), isLot: false, shape: bytesAt(block.shapes, i) });
      }
      yield parcels;
    }
    for (const page of this.#rows.made()) {
      yield page.map(({ is_lot, record, shape }) => ({
        ...fieldsOf(JSON.parse(record)),
        isLot: is_lot === 1,
        shape,
      }));
    }
    for (const page of this.#rows.units()) {
      yield page.map(({ record }) => ({ ...fieldsOf(JSON.parse(record)), isLot: false, shape: undefined }));
    }
  }

  #compareOne(old: Old, fresh: New): void {
    const { pin } = fresh;
    // The units of a lot tell of owners and sales themselves.
    if (!fresh.isLot && !isNumberOfOwners(old.name)) {
      if (old.name !== '') this.#known.oldName = true;
      if (fresh.name !== '') this.#known.newName = true;
      if (old.sale_date !== null) this.#known.oldSale = true;
      if (fresh.sale_date !== null) this.#known.newSale = true;
      if (old.name !== fresh.name && ownerKey(old.name) !== ownerKey(fresh.name)) {
        this.#addChange.run('newOwner', pin, old.name, fresh.name);
      }
      if (isSold(old, fresh)) this.#addChange.run('sold', pin, saleText(old), saleText(fresh));
    }
    if (fresh.shape && old.shape.length > 0 && isReshaped(old.shape, fresh.shape)) {
      this.#addChange.run('reshaped', pin, acresText(old.shape), acresText(fresh.shape));
    }
  }

  end(): ComparisonEnd {
    // A field that only one of the two imports had says nothing of owners and sales.
    const notes: string[] = [];
    const forget = this.#db.prepare('DELETE FROM change WHERE what = ?');
    const { oldName, newName, oldSale, newSale } = this.#known;
    if (oldName !== newName) {
      forget.run('newOwner');
      notes.push(`New owners are not listed: ${oldName ? 'this' : 'the last'} import had no owners.`);
    }
    if (oldSale !== newSale) {
      forget.run('sold');
      notes.push(`Sales are not listed: ${oldSale ? 'this' : 'the last'} import had no dates of sales.`);
    }
    const changes: SourceChanges = { added: 0, gone: 0, newOwner: 0, sold: 0, reshaped: 0 };
    const counts = this.#db.prepare('SELECT what, count(*) AS count FROM change GROUP BY what').all();
    for (const { what, count } of counts as { what: keyof SourceChanges; count: number }[]) {
      changes[what] = count;
    }
    const { loaded } = this.#db.prepare('SELECT count(*) AS loaded FROM old').get() as { loaded: number };
    return { loaded, changes, notes };
  }

  /** In batches, by what has changed and by PIN. */
  *changes(): Generator<Change[]> {
    this.#db.exec('CREATE TABLE listed AS SELECT pin, what, before, after FROM change ORDER BY what, pin');
    yield* pagedRows<Change & { at: number }>({
      db: this.#db,
      query: 'SELECT rowid AS at, * FROM listed WHERE rowid > ? ORDER BY rowid LIMIT ?',
      keyOf: ({ at }) => at,
    });
  }
}

function isSold(old: Owned, fresh: Owned): boolean {
  if (fresh.sale_date === null) return false;
  if (old.sale_date === null || fresh.sale_date > old.sale_date) return true;
  // A corrected date of the same sale is none; another price of the same day is one.
  const hasNewPrice = fresh.sales_price !== null && fresh.sales_price !== old.sales_price;
  return fresh.sale_date === old.sale_date && hasNewPrice;
}

function saleText({ sale_date, sales_price }: Owned): string {
  return [sale_date, sales_price].filter((part) => part !== null).join(' ');
}

function acresText(shape: Uint8Array): string {
  const acres = areaSquareMeters(decodeGeometry(shape)) / SQUARE_METERS_PER_ACRE;
  return `${acres.toFixed(acres < 1 ? 4 : 2)} acres`;
}
