// Groups the staged rows: first those of one PIN, then those of one shape. Rows that are alone, nearly all, are not touched.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';
import { areaSquareMeters, SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import { GRID_PER_DEGREE } from '../../geo/geometry.ts';
import { decodeGeometry, encodeGeometry } from '../../geo/geometry-code.ts';
import { insidePoint } from '../../geo/inside-point.ts';
import { joinRows, type StagedRow } from './join-rows.ts';
import { joinShapes } from './join-shapes.ts';
import { makeLot } from './make-lot.ts';
import { pagedRows } from './pages.ts';
import { placeKey } from './place-key.ts';
import { fieldsFromText, fieldsToText, moreFromText, moreToText } from './row-text.ts';
import { shapeHash } from './shape-hash.ts';
import { LOT } from './staging-tables.ts';

/** What became of a row, for the report. */
export type RowFinding = { row: number; pin: string; what: 'refused' | 'mended'; reason: string };
export type GroupingStep = { done: number; total: number; findings: RowFinding[] };

/** `ROAD`, `COMMON` and the like name no parcel; no farm has as many fields. */
const POLYGONS_PER_PIN_MAX = 1000;
export const TOO_MANY_POLYGONS = `PIN of more than ${POLYGONS_PER_PIN_MAX.toLocaleString('en-US')} polygons`;

/** Yields after some hundred rows, to report progress. */
const ROWS_PER_STEP = 500;

export function* groupRows(db: DatabaseSyncInstance): Generator<GroupingStep> {
  const grouping = new Grouping(db);
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

type FoundRow = { id: number; row: number; pin: string; hash: string; fields: string; more: string | null };

class Grouping {
  readonly #statements;
  #findings: RowFinding[] = [];

  constructor(db: DatabaseSyncInstance) {
    const rowsWhere = (column: 'pin' | 'shape') =>
      db.prepare(
        `SELECT id, row, pin, key.shape AS hash, fields, more FROM key JOIN staged USING (id)
         WHERE key.${column} = ? ORDER BY id`,
      );
    this.#statements = {
      rowsOfPin: rowsWhere('pin'),
      rowsOfShape: rowsWhere('shape'),
      shape: db.prepare('SELECT shape FROM staged WHERE id = ?'),
      leaveOut: db.prepare('DELETE FROM key WHERE id = ?'),
      changeFields: db.prepare('UPDATE staged SET fields = ?, more = ? WHERE id = ?'),
      changeShape: db.prepare('UPDATE staged SET shape = ? WHERE id = ?'),
      moveKey: db.prepare('UPDATE key SET shape = ?, x = ?, y = ?, place = ? WHERE id = ?'),
      toLot: db.prepare(`UPDATE key SET kind = ${LOT}, pin = ? WHERE id = ?`),
      addUnit: db.prepare('INSERT INTO unit (lot, pin, fields, more) VALUES (?, ?, ?, ?)'),
      usedByParcel: db.prepare('SELECT 1 FROM key WHERE pin = ? LIMIT 1'),
      usedByUnit: db.prepare('SELECT 1 FROM unit WHERE pin = ? LIMIT 1'),
    };
  }

  takeFindings(): RowFinding[] {
    const findings = this.#findings;
    this.#findings = [];
    return findings;
  }

  /** Returns the number of its rows. */
  joinPin(pin: string): number {
    const rows = (this.#statements.rowsOfPin.all(pin) as FoundRow[]).map(toStagedRow);
    const firstOfShape = new Map<string, number>();
    for (const { shape, id } of rows) if (!firstOfShape.has(shape)) firstOfShape.set(shape, id);
    if (firstOfShape.size > POLYGONS_PER_PIN_MAX) {
      for (const row of rows) this.#leaveOut(row, { what: 'refused', reason: TOO_MANY_POLYGONS });
      return rows.length;
    }
    const joined =
      firstOfShape.size > 1
        ? joinShapes(Array.from(firstOfShape.values(), (id) => decodeGeometry(this.#shapeOf(id))))
        : undefined;
    const acres = joined ? areaSquareMeters(joined) / SQUARE_METERS_PER_ACRE : 0;
    const { kept, left } = joinRows({ rows, acres });
    for (const { row, reason } of left) this.#leaveOut(row, { what: 'mended', reason });
    for (const { id, fields, more } of kept) {
      this.#statements.changeFields.run(fieldsToText(fields), moreToText(more), id);
    }
    if (joined) {
      const shape = encodeGeometry(joined);
      const hash = shapeHash(shape);
      const center = insidePoint(joined);
      const x = Math.round(center.lng * GRID_PER_DEGREE);
      const y = Math.round(center.lat * GRID_PER_DEGREE);
      for (const { id } of kept) {
        this.#statements.changeShape.run(shape, id);
        this.#statements.moveKey.run(hash, x, y, placeKey(x, y), id);
      }
    }
    return rows.length;
  }

  /** Returns the number of its rows. */
  makeLotOn(shape: string): number {
    const rows = (this.#statements.rowsOfShape.all(shape) as FoundRow[]).map(toStagedRow);
    const lot = makeLot({ rows, isUsed: (pin) => this.#isUsed(pin) });
    // The first row's key becomes the lot's, and its fields the lot's, too.
    const [{ id }, ...others] = rows as [StagedRow, ...StagedRow[]];
    for (const other of others) this.#statements.leaveOut.run(other.id);
    this.#statements.toLot.run(lot.fields.pin, id);
    this.#statements.changeFields.run(fieldsToText(lot.fields), moreToText(lot.more), id);
    for (const { fields, more } of lot.units) {
      this.#statements.addUnit.run(id, fields.pin, fieldsToText(fields), moreToText(more));
    }
    for (const { row, reason } of lot.mended) this.#find(row, { what: 'mended', reason });
    return rows.length;
  }

  #isUsed(pin: string): boolean {
    return (
      this.#statements.usedByParcel.get(pin) !== undefined ||
      this.#statements.usedByUnit.get(pin) !== undefined
    );
  }

  #shapeOf(id: number): Uint8Array {
    return (this.#statements.shape.get(id) as { shape: Uint8Array }).shape;
  }

  #leaveOut(row: StagedRow, finding: Pick<RowFinding, 'what' | 'reason'>): void {
    this.#statements.leaveOut.run(row.id);
    this.#find(row, finding);
  }

  #find({ row, fields }: StagedRow, finding: Pick<RowFinding, 'what' | 'reason'>): void {
    this.#findings.push({ row, pin: fields.pin, ...finding });
  }
}

function toStagedRow({ id, row, pin, hash, fields, more }: FoundRow): StagedRow {
  return { id, row, shape: hash, fields: fieldsFromText(pin, fields), more: moreFromText(more) };
}
