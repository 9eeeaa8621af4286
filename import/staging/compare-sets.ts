// Compares the parcels that are loaded with the staged ones, PIN by PIN: what a second import of a source has changed.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { areaSquareMeters, SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import type { SourceParcel } from './interim.ts';
import { isReshaped } from './is-reshaped.ts';
import { isNumberOfOwners } from './lot-fields.ts';
import { ownerKey } from './owner-key.ts';
import { bytesAt, type PackedBytes, packBytes } from './packed-rows.ts';
import { pagedRows } from './pages.ts';
import { fieldsFromText } from './row-text.ts';
import { LOT } from './staging-tables.ts';

export type SourceChanges = {
  added: number;
  gone: number;
  newOwner: number;
  sold: number;
  reshaped: number;
};
export type Change = { pin: string; what: keyof SourceChanges; before: string; after: string };
export type ComparisonEnd = { changes: SourceChanges; notes: string[] };

/** Loaded parcels and units on their way to the comparison. */
export type OldRows = {
  pins: string[];
  names: string[];
  saleDates: (string | null)[];
  prices: (number | null)[];
  /** Empty where there is none to compare. */
  shapes: PackedBytes;
};

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

type Side = { name: string; saleDate: string | null; price: number | null };
type FoundParcel = { id: number; kind: number; fields: string; shape: Uint8Array };

/** Which of two fields have a value at all in the old and in the new set. */
type Known = { oldName: boolean; newName: boolean; oldSale: boolean; newSale: boolean };

export class SetComparison {
  readonly #db: DatabaseSyncInstance;
  readonly #findParcel;
  readonly #findUnit;
  readonly #addChange;
  /** By id: whether the old set has the PIN. A byte a row stays small. */
  readonly #seenParcels: Uint8Array;
  readonly #seenUnits: Uint8Array;
  readonly #known: Known = { oldName: false, newName: false, oldSale: false, newSale: false };

  constructor(db: DatabaseSyncInstance) {
    this.#db = db;
    this.#findParcel = db.prepare(
      'SELECT id, kind, fields, staged.shape FROM key JOIN staged USING (id) WHERE pin = ?',
    );
    this.#findUnit = db.prepare('SELECT id, fields FROM unit WHERE pin = ?');
    this.#addChange = db.prepare('INSERT INTO change (what, pin, before, after) VALUES (?, ?, ?, ?)');
    const last = db
      .prepare('SELECT (SELECT max(id) FROM key) AS parcel, (SELECT max(id) FROM unit) AS unit')
      .get() as { parcel: number | null; unit: number | null };
    this.#seenParcels = new Uint8Array((last.parcel ?? 0) + 1);
    this.#seenUnits = new Uint8Array((last.unit ?? 0) + 1);
  }

  add({ pins, names, saleDates, prices, shapes }: OldRows): void {
    for (let i = 0; i < pins.length; i++) {
      const pin = pins[i]!;
      const old = { name: names[i]!, saleDate: saleDates[i]!, price: prices[i]! };
      this.#know('old', old);
      const parcel = this.#findParcel.get(pin) as FoundParcel | undefined;
      if (parcel) {
        this.#seenParcels[parcel.id] = 1;
        const fresh = sideOf(parcel.fields);
        // The units of a lot tell of owners and sales themselves.
        if (parcel.kind !== LOT) this.#compareSides({ pin, old, fresh });
        this.#compareShapes({ pin, old: bytesAt(shapes, i), fresh: parcel.shape });
        continue;
      }
      const unit = this.#findUnit.get(pin) as Pick<FoundParcel, 'id' | 'fields'> | undefined;
      if (unit) {
        this.#seenUnits[unit.id] = 1;
        this.#compareSides({ pin, old, fresh: sideOf(unit.fields) });
      } else {
        this.#addChange.run('gone', pin, old.name, '');
      }
    }
  }

  #compareSides({ pin, old, fresh }: { pin: string; old: Side; fresh: Side }): void {
    this.#know('new', fresh);
    // Two spellings of one name, or the sum of a former lot, are no new owner.
    if (
      old.name !== fresh.name &&
      !isNumberOfOwners(old.name) &&
      ownerKey(old.name) !== ownerKey(fresh.name)
    ) {
      this.#addChange.run('newOwner', pin, old.name, fresh.name);
    }
    if (isSold(old, fresh)) this.#addChange.run('sold', pin, saleText(old), saleText(fresh));
  }

  #compareShapes({ pin, old, fresh }: { pin: string; old: Uint8Array; fresh: Uint8Array }): void {
    if (old.length === 0 || !isReshaped(old, fresh)) return;
    this.#addChange.run('reshaped', pin, acresText(old), acresText(fresh));
  }

  #know(side: 'old' | 'new', { name, saleDate }: Side): void {
    if (name !== '') this.#known[`${side}Name`] = true;
    if (saleDate !== null) this.#known[`${side}Sale`] = true;
  }

  /** To be called when all old rows have been added. */
  end(): ComparisonEnd {
    this.#addAdded('key JOIN staged USING (id)', this.#seenParcels);
    this.#addAdded('unit', this.#seenUnits);

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
    return { changes, notes };
  }

  #addAdded(table: string, seen: Uint8Array): void {
    const pages = pagedRows<{ id: number; pin: string; fields: string }>({
      db: this.#db,
      query: `SELECT id, pin, fields FROM ${table} WHERE id > ? ORDER BY id LIMIT ?`,
      keyOf: ({ id }) => id,
    });
    for (const page of pages) {
      for (const { id, pin, fields } of page) {
        if (seen[id] !== 1) this.#addChange.run('added', pin, '', sideOf(fields).name);
      }
    }
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

function sideOf(text: string): Side {
  const { name, sale_date, sales_price } = fieldsFromText('', text);
  return { name, saleDate: sale_date, price: sales_price };
}

function isSold(old: Side, fresh: Side): boolean {
  if (fresh.saleDate === null) return false;
  if (old.saleDate === null || fresh.saleDate > old.saleDate) return true;
  // A corrected date of the same sale is none; another price of the same day is one.
  return fresh.saleDate === old.saleDate && fresh.price !== null && fresh.price !== old.price;
}

function saleText({ saleDate, price }: Side): string {
  return [saleDate, price].filter((part) => part !== null).join(' ');
}

function acresText(shape: Uint8Array): string {
  const acres = areaSquareMeters(decodeGeometry(shape)) / SQUARE_METERS_PER_ACRE;
  return `${acres.toFixed(acres < 1 ? 4 : 2)} acres`;
}
