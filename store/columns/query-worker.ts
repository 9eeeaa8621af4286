// The worker thread that answers questions about sets of parcels, from the columns of all sources.
import { workerData } from 'node:worker_threads';
import { answerCalls, leaveCoresToOthers } from '../../runtime/worker-call.ts';
import { type AskedFilter, FilterRefused, type SetQuery } from '../parcel-queries.ts';
import { KeptTables } from './kept-tables.ts';
import { bytesOnDisk, type ColumnSource, type OpenFile, segmentsIn } from './open-columns.ts';
import { createSetEngine, type SetEngine } from './set-engine.ts';

/** All sources of a set, in their order. */
export type SetFiles = { version: string; sources: readonly (ColumnSource & { file: OpenFile })[] };

/** `stop` is shared with the caller: it is 1 once nobody waits for the answer. */
export type Asked<Query> = { query: Query; stop: Int32Array };

/** A FilterRefused is an answer, because errors lose their class on the way. */
export type Answered<Value> = { value: Value } | { refused: string };

/** Parcels of a stream that are sent at a time, at most. */
const PARCELS_PER_BATCH = 1000;

leaveCoresToOthers();

const set = workerData as SetFiles;
let opened: SetEngine | undefined;

function engine(): SetEngine {
  if (!opened) {
    const kept = new KeptTables();
    const segments = set.sources.flatMap(({ file, ...source }) =>
      segmentsIn(bytesOnDisk(file), source, kept),
    );
    opened = createSetEngine({ version: set.version, segments });
  }
  return opened;
}

type Stream = ReturnType<SetEngine['batches']>;
const streams = new Map<number, Stream>();

const stopped = (stop: Int32Array) => () => Atomics.load(stop, 0) === 1;

function answered<Value>(answer: () => Value): Answered<Value> {
  try {
    return { value: answer() };
  } catch (error) {
    if (error instanceof FilterRefused) return { refused: error.message };
    throw error;
  }
}

const calls = {
  select: ({ query, stop }: Asked<SetQuery>) =>
    answered(() => {
      const { parcels, ...page } = engine().select(query, stopped(stop));
      const json: Uint8Array = Buffer.from(JSON.stringify(parcels));
      return { ...page, rows: parcels.length, json };
    }),
  pins: ({ query, stop }: Asked<AskedFilter>) =>
    answered(() => {
      const { version, pins, lots } = engine().pins(query, stopped(stop));
      const json: Uint8Array = Buffer.from(JSON.stringify({ count: pins.length, pins, lots }));
      return { version, json };
    }),
  values: ({ query, stop }: Asked<Parameters<SetEngine['values']>[0]>) =>
    answered(() => engine().values(query, stopped(stop))),
  quartiles: ({ query, stop }: Asked<Parameters<SetEngine['quartiles']>[0]>) =>
    answered(() => engine().quartiles(query, stopped(stop))),
  countyFields: () => engine().countyFields(),
  labelsOf: (sources: readonly string[]) => engine().labelsOf(sources),
  /** The caller numbers it, and ends it. `rowsBefore` are passed over. */
  openStream: ({
    stream,
    query,
    stop,
    rowsBefore,
  }: Asked<AskedFilter> & { stream: number; rowsBefore: number }) =>
    answered(() => {
      const of = { size: PARCELS_PER_BATCH, rowsBefore };
      streams.set(stream, engine().batches(query, of, stopped(stop)));
    }),
  /** The value is undefined after the last. `unknown`: it was opened in a thread before this one. */
  nextBatch: (stream: number) => {
    const batches = streams.get(stream);
    if (!batches) return 'unknown' as const;
    return answered(() => {
      const { value, done } = batches.next();
      return done ? undefined : value;
    });
  },
  endStream: (stream: number) => {
    streams.delete(stream);
  },
};
export type QueryCalls = typeof calls;

answerCalls(calls, () => {});
