// The worker thread that owns the staging file: rows in, then grouped by PIN and by shape, then parcels out.
import { workerData } from 'node:worker_threads';
import { GRID_PER_DEGREE } from '../../geo/geometry.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import { type OldRows, SetComparison } from './compare-sets.ts';
import { type GroupingStep, groupRows } from './group-rows.ts';
import { bytesAt, type PackedParcels, type PackedRows, type PackedUnit, packBytes } from './packed-rows.ts';
import { pagedRows } from './pages.ts';
import { placeKey } from './place-key.ts';
import { shapeHash } from './shape-hash.ts';
import { createStaging, indexes, LOT } from './staging-tables.ts';

const CENTERS_PER_CALL = 20_000;
const PARCELS_PER_CALL = 500;

const db = createStaging(workerData.path);

const addKey = db.prepare(
  'INSERT INTO key (id, row, kind, pin, shape, x, y, place) VALUES (?, ?, 0, ?, ?, ?, ?, ?)',
);
const addRow = db.prepare('INSERT INTO staged (id, fields, more, shape) VALUES (?, ?, ?, ?)');
let lastId = 0;

function add({ rows, pins, fields, more, shapes, centers }: PackedRows): void {
  for (let i = 0; i < pins.length; i++) {
    const id = ++lastId;
    const shape = bytesAt(shapes, i);
    const x = Math.round(centers[2 * i]! * GRID_PER_DEGREE);
    const y = Math.round(centers[2 * i + 1]! * GRID_PER_DEGREE);
    addKey.run(id, rows[i]!, pins[i]!, shapeHash(shape), x, y, placeKey(x, y));
    addRow.run(id, fields[i]!, more[i]!, shape);
  }
}

type Centers = { ids: Float64Array; centers: Float64Array };
type Found = Record<string, unknown>;

function packCenters(found: Found[]): Centers | undefined {
  if (found.length === 0) return undefined;
  const ids = new Float64Array(found.length);
  const centers = new Float64Array(found.length * 2);
  for (const [i, { id, x, y }] of found.entries()) {
    ids[i] = id as number;
    centers[2 * i] = (x as number) / GRID_PER_DEGREE;
    centers[2 * i + 1] = (y as number) / GRID_PER_DEGREE;
  }
  return { ids, centers };
}

type FoundParcel = Found & { id: number; pin: string; fields: string; more: string | null };

function* parcelBatches(): Generator<PackedParcels> {
  const unitsOf = db.prepare('SELECT pin, fields, more FROM unit WHERE lot = ? ORDER BY id');
  const pages = pagedRows<FoundParcel & { at: number }>({
    db,
    query: `SELECT ordered.rowid AS at, id, kind, pin, x, y, fields, more, staged.shape
            FROM ordered JOIN key USING (id) JOIN staged USING (id)
            WHERE ordered.rowid > ? ORDER BY ordered.rowid LIMIT ?`,
    keyOf: ({ at }) => at,
    rowsPerPage: PARCELS_PER_CALL,
  });
  db.exec('CREATE TABLE ordered AS SELECT id FROM key ORDER BY place, id');
  for (const parcels of pages) {
    yield {
      pins: parcels.map(({ pin }) => pin),
      fields: parcels.map(({ fields }) => fields),
      more: parcels.map(({ more }) => more),
      shapes: packBytes(parcels.map(({ shape }) => shape as Uint8Array)),
      centers: packCenters(parcels)!.centers,
      units: parcels.flatMap(({ id, kind }, index) =>
        kind === LOT ? unitsOf.all(id).map((unit) => ({ index, ...(unit as PackedUnit) })) : [],
      ),
    };
  }
}

/** Turns a generator into a call that the owner repeats until it answers undefined. */
function oneByOne<Value>(open: () => Generator<Value>): () => Value | undefined {
  let opened: Generator<Value> | undefined;
  return () => {
    opened ??= open();
    const step = opened.next();
    return step.done ? undefined : step.value;
  };
}

let comparison: SetComparison | undefined;
const compared = () => {
  comparison ??= new SetComparison(db);
  return comparison;
};

const calls = {
  add,
  /** Spread over all rows: the first ones may be the odd ones. */
  sampleCenters: ({ count }: { count: number }): Centers | undefined =>
    packCenters(
      db
        .prepare('SELECT id, x, y FROM key WHERE id % ? = 0')
        .all(Math.max(1, Math.floor(lastId / count))) as Found[],
    ),
  centersAfter: ({ id }: { id: number }): Centers | undefined =>
    packCenters(
      db
        .prepare('SELECT id, x, y FROM key WHERE id > ? ORDER BY id LIMIT ?')
        .all(id, CENTERS_PER_CALL) as Found[],
    ),
  /** Answers which rows they were. */
  leaveOut: (ids: readonly number[]): { row: number; pin: string }[] => {
    const leave = db.prepare('DELETE FROM key WHERE id = ? RETURNING row, pin');
    return ids.map((id) => leave.get(id) as { row: number; pin: string });
  },
  indexOneStep: oneByOne(function* (): Generator<{ done: number; total: number }> {
    for (const [at, index] of indexes.entries()) {
      db.exec(index);
      yield { done: at + 1, total: indexes.length };
    }
  }),
  groupOneStep: oneByOne((): Generator<GroupingStep> => groupRows(db)),
  count: (): { parcels: number; units: number } =>
    db
      .prepare('SELECT (SELECT count(*) FROM key) AS parcels, (SELECT count(*) FROM unit) AS units')
      .get() as {
      parcels: number;
      units: number;
    },
  nextParcels: oneByOne(parcelBatches),
  compare: (old: OldRows): void => compared().add(old),
  compareEnd: () => compared().end(),
  nextChanges: oneByOne(() => compared().changes()),
};
export type StagingCalls = typeof calls;

answerCalls(calls, () => db.close());
