// Groups the staged rows: first those of one PIN, then those of one shape, or nearly one. Rows that are alone, nearly all, are not touched.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { areaSquareMeters, SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import { decodeGeometry, encodeGeometry } from '../../geo/geometry-code.ts';
import { insidePoint } from '../../geo/inside-point.ts';
import { joinRows, type StagedRow } from './join-rows.ts';
import { joinShapes } from './join-shapes.ts';
import { makeLot } from './make-lot.ts';
import { type Extent, extentOf, isSameLot, nearRows } from './near-shapes.ts';
import { pagedRows } from './pages.ts';
import { packRecord } from './record-text.ts';
import { shapeHash } from './shape-hash.ts';
import type { StagedRows } from './staged-rows.ts';

/** What became of a row, for the report. */
export type RowFinding = { row: number; pin: string; what: 'refused' | 'repaired'; reason: string };
export type GroupingStep = { done: number; total: number; findings: RowFinding[] };

/** `ROAD`, `COMMON` and the like name no parcel; no farm has as many fields. */
const POLYGONS_PER_PIN_MAX = 1000;
const TOO_MANY_POLYGONS = `PIN of more than ${POLYGONS_PER_PIN_MAX.toLocaleString('en-US')} polygons`;

export const DRAWN_AGAIN = 'shape within 15 cm of another taken for the same lot';

/** Yields after some hundred rows, to report progress. */
const ROWS_PER_STEP = 500;

export function* groupRows(db: DatabaseSyncInstance, rows: StagedRows): Generator<GroupingStep> {
  const grouping = new Grouping(db, rows);
  for (const ids of nearRows(rows)) grouping.unifyShapes(ids);
  let done = 0;
  for (const column of ['pin', 'shape'] as const) {
    // Into a table: grouping changes the index that they are found by.
    db.exec(
      `CREATE TABLE repeated_${column} AS
       SELECT ${column} AS value, count(*) AS rows FROM key GROUP BY ${column} HAVING count(*) > 1`,
    );
    const { rows } = db.prepare(`SELECT total(rows) AS rows FROM repeated_${column}`).get() as {
      rows: number;
    };
    const total = done + rows;
    let reported = done;
    const pages = pagedRows<{ at: number; value: string }>({
      db,
      query: `SELECT rowid AS at, value FROM repeated_${column} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
      keyOf: ({ at }) => at,
    });
    for (const page of pages) {
      for (const { value } of page) {
        done += column === 'pin' ? grouping.joinPin(value) : grouping.makeLotOn(value);
        if (done - reported < ROWS_PER_STEP) continue;
        reported = done;
        yield { done, total, findings: grouping.takeFindings() };
      }
    }
  }
  yield { done, total: done, findings: grouping.takeFindings() };
}

class Grouping {
  readonly #rows: StagedRows;
  readonly #statements;
  #findings: RowFinding[] = [];
  readonly #unified = new Set<number>();

  constructor(db: DatabaseSyncInstance, rows: StagedRows) {
    this.#rows = rows;
    this.#statements = {
      rowsOfPin: db.prepare('SELECT id, shape FROM key WHERE pin = ? ORDER BY id'),
      rowsOfShape: db.prepare('SELECT id, shape FROM key WHERE shape = ? ORDER BY id'),
      shapeOfRow: db.prepare('SELECT id, shape FROM key WHERE id = ?'),
      changeShape: db.prepare('UPDATE key SET shape = ? WHERE id = ?'),
      changePin: db.prepare('UPDATE key SET pin = ? WHERE id = ?'),
      addUnit: db.prepare('INSERT INTO unit (lot, pin, record) VALUES (?, ?, ?)'),
      usedByParcel: db.prepare('SELECT 1 FROM key WHERE pin = ? LIMIT 1'),
      usedByUnit: db.prepare('SELECT 1 FROM unit WHERE pin = ? LIMIT 1'),
    };
  }

  takeFindings(): RowFinding[] {
    const findings = this.#findings;
    this.#findings = [];
    return findings;
  }

  /** Rows near each other that have nearly the same shape are given the same one. */
  unifyShapes(ids: readonly number[]): void {
    const firstOfShape = new Map<string, number>();
    for (const id of ids) {
      const key = this.#statements.shapeOfRow.get(id) as Key | undefined;
      if (key && !firstOfShape.has(key.shape)) firstOfShape.set(key.shape, id);
    }
    if (firstOfShape.size < 2) return;
    const lots: (Extent & { shape: string })[] = [];
    for (const [shape, first] of firstOfShape) {
      const extent = extentOf(decodeGeometry(this.#rows.read(first).shape));
      const lot = lots.find((known) => isSameLot(known, extent));
      if (!lot) {
        lots.push({ ...extent, shape });
        continue;
      }
      for (const { id } of this.#statements.rowsOfShape.all(shape) as Key[]) {
        this.#statements.changeShape.run(lot.shape, id);
        if (this.#unified.has(id)) continue;
        this.#unified.add(id);
        const { pin } = this.#rows.read(id).fields;
        this.#find({ id, pin, what: 'repaired', reason: DRAWN_AGAIN });
      }
    }
  }

  /** Returns the number of its rows. */
  joinPin(pin: string): number {
    const keys = this.#statements.rowsOfPin.all(pin) as Key[];
    const firstOfShape = new Map<string, number>();
    for (const { shape, id } of keys) if (!firstOfShape.has(shape)) firstOfShape.set(shape, id);
    if (firstOfShape.size > POLYGONS_PER_PIN_MAX) {
      for (const { id } of keys) this.#leaveOut({ id, pin, what: 'refused', reason: TOO_MANY_POLYGONS });
      return keys.length;
    }
    const shapes = Array.from(firstOfShape.values(), (id) => decodeGeometry(this.#rows.read(id).shape));
    const joined = shapes.length > 1 ? joinShapes(shapes) : shapes[0]!;
    const acres = areaSquareMeters(joined) / SQUARE_METERS_PER_ACRE;
    const { kept, left } = joinRows({ rows: keys.map((key) => this.#read(key)), acres });
    for (const { row, reason } of left) this.#leaveOut({ id: row.id, pin, what: 'repaired', reason });

    const shape = encodeGeometry(joined);
    const center = insidePoint(joined);
    for (const { id, fields, more } of kept) {
      this.#rows.change(id, { isLot: false, isSummary: false, fields, more, shape, center });
      if (shapes.length > 1) this.#statements.changeShape.run(shapeHash(shape), id);
    }
    return keys.length;
  }

  /** Returns the number of its rows. */
  makeLotOn(shapeHash: string): number {
    const keys = this.#statements.rowsOfShape.all(shapeHash) as Key[];
    const rows = keys.map((key) => this.#read(key));
    const lot = makeLot({ rows, isUsed: (pin) => this.#isUsed(pin) });
    // The first row becomes the lot.
    const [{ id }, ...others] = keys as [Key, ...Key[]];
    for (const other of others) this.#rows.leaveOut(other.id);
    const { shape, center } = this.#rows.read(id);
    const { fields, more, isSummary } = lot;
    this.#rows.change(id, { isLot: true, isSummary, fields, more, shape, center });
    this.#statements.changePin.run(lot.fields.pin, id);
    for (const unit of lot.units) {
      this.#statements.addUnit.run(id, unit.fields.pin, JSON.stringify(packRecord(unit)));
    }
    for (const { row, reason } of lot.repaired) {
      this.#find({ id: row.id, pin: row.fields.pin, what: 'repaired', reason });
    }
    return keys.length;
  }

  #isUsed(pin: string): boolean {
    return (
      this.#statements.usedByParcel.get(pin) !== undefined ||
      this.#statements.usedByUnit.get(pin) !== undefined
    );
  }

  #read({ id, shape }: Key): StagedRow {
    const { fields, more } = this.#rows.read(id);
    return { id, fields, more, shape };
  }

  #leaveOut(finding: FindingOfId): void {
    this.#find(finding);
    this.#rows.leaveOut(finding.id);
  }

  #find({ id, ...finding }: FindingOfId): void {
    this.#findings.push({ row: this.#rows.rowNumber(id), ...finding });
  }
}

type Key = { id: number; shape: string };
type FindingOfId = Omit<RowFinding, 'row'> & { id: number };
