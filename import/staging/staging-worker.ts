// The worker thread that owns the staging file: rows in, then grouped by PIN and by shape, then parcels out.
import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../runtime/worker-call.ts';
import { type OldRows, SetComparison } from './compare-sets.ts';
import { type GroupingStep, groupRows } from './group-rows.ts';
import type { NewBlock, PackedBlock } from './packed-block.ts';
import { LEFT_OUT, type MadeRow, StagedRows } from './staged-rows.ts';
import { createStaging, keyIndexes } from './staging-tables.ts';

const BLOCKS_PER_CALL = 10;
const CENTERS_PER_CALL = 20_000;

const db = createStaging(workerData.path);
const rows = new StagedRows(db);
const comparison = new SetComparison(db, rows);

/** Parcels on their way out: blocks as they were read, with the state of each row; or rows that grouping has made. */
export type ParcelBatch = {
  blocks: (PackedBlock & { states: Uint8Array })[];
  made: (MadeRow & { units: string[] })[];
};

function* parcelBatches(): Generator<ParcelBatch> {
  let blocks: ParcelBatch['blocks'] = [];
  for (const { firstId, block } of rows.blocks()) {
    const states = block.rows.map((_, i) => rows.state(firstId + i));
    blocks.push({ ...block, states: Uint8Array.from(states) });
    if (blocks.length < BLOCKS_PER_CALL) continue;
    yield { blocks, made: [] };
    blocks = [];
  }
  yield { blocks, made: [] };
  const unitsOf = db.prepare('SELECT record FROM unit WHERE lot = ? ORDER BY id');
  for (const page of rows.made()) {
    const made = page.map((row) => {
      const units = row.is_lot === 1 ? (unitsOf.all(row.id) as { record: string }[]) : [];
      return { ...row, units: units.map(({ record }) => record) };
    });
    yield { blocks: [], made };
  }
}

type Centers = { ids: number[]; centers: number[] };

/** Of every `step`th row that is still wanted. */
function* centers(step: number): Generator<Centers> {
  let batch: Centers = { ids: [], centers: [] };
  for (const block of rows.centers()) {
    for (let i = 0; 2 * i < block.centers.length; i++) {
      const id = block.firstId + i;
      if (id % step !== 0 || rows.state(id) === LEFT_OUT) continue;
      batch.ids.push(id);
      batch.centers.push(block.centers[2 * i]!, block.centers[2 * i + 1]!);
    }
    if (batch.ids.length < CENTERS_PER_CALL) continue;
    yield batch;
    batch = { ids: [], centers: [] };
  }
  yield batch;
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

const calls = {
  add: (blocks: readonly NewBlock[]): void => rows.add(blocks),
  /** Spread over all rows: the first ones may be the odd ones. */
  sampleCenters: ({ count }: { count: number }): number[] => {
    const sample: number[] = [];
    for (const batch of centers(Math.max(1, Math.floor(rows.count / count)))) {
      for (const value of batch.centers) sample.push(value);
    }
    return sample;
  },
  nextCenters: oneByOne(() => centers(1)),
  /** Answers which rows they were. */
  leaveOut: (ids: readonly number[]): { row: number; pin: string }[] =>
    ids.map((id) => {
      const { pin } = rows.read(id).fields;
      rows.leaveOut(id);
      return { row: rows.rowNumber(id), pin };
    }),
  indexOneStep: oneByOne(function* () {
    for (const index of keyIndexes) {
      db.exec(index);
      yield index;
    }
  }),
  groupOneStep: oneByOne((): Generator<GroupingStep> => groupRows(db, rows)),
  count: (): { parcels: number; units: number } =>
    db
      .prepare('SELECT (SELECT count(*) FROM key) AS parcels, (SELECT count(*) FROM unit) AS units')
      .get() as {
      parcels: number;
      units: number;
    },
  /** Answered once the file is there and locked. */
  open: () => {},
  nextParcels: oneByOne(parcelBatches),
  addOld: (old: OldRows): void => comparison.add(old),
  /** Answers how many parcels are compared. */
  compareOneStep: oneByOne(() => comparison.compare()),
  compareEnd: () => comparison.end(),
  nextChanges: oneByOne(() => comparison.changes()),
};
export type StagingCalls = typeof calls;

answerCalls(calls, () => db.close());
