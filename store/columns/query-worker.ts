// The worker thread that answers questions about sets of parcels, from the columns of all sources.
import { workerData } from 'node:worker_threads';
import type { ParcelFilter } from '../../contract/parcel-filter.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import { type SetQuery, UnknownInFilter } from '../parcel-queries.ts';
import { KeptTables } from './kept-tables.ts';
import { bytesOnDisk, type ColumnSource, type OpenFile, segmentsIn } from './open-columns.ts';
import { createSetEngine, type SetEngine } from './set-engine.ts';

/** All sources of a set, in their order. */
export type SetFiles = { version: string; sources: readonly (ColumnSource & { file: OpenFile })[] };

/** `stop` is shared with the caller: it is 1 once nobody waits for the answer. */
export type Asked<Query> = { query: Query; stop: Int32Array };

/** An UnknownInFilter is an answer, because errors lose their class on the way. */
export type Answered<Value> = { value: Value } | { unknown: string };

/** Parcels of a stream that are sent at a time. */
const PARCELS_PER_BATCH = 1000;

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
let lastStream = 0;

const stopped = (stop: Int32Array) => () => Atomics.load(stop, 0) === 1;

function answered<Value>(answer: () => Value): Answered<Value> {
  try {
    return { value: answer() };
  } catch (error) {
    if (error instanceof UnknownInFilter) return { unknown: error.message };
    throw error;
  }
}

const calls = {
  select: ({ query, stop }: Asked<SetQuery>) => answered(() => engine().select(query, stopped(stop))),
  pins: ({ query, stop }: Asked<ParcelFilter>) =>
    answered(() => {
      const { version, pins, lots } = engine().pins(query, stopped(stop));
      const json: Uint8Array = Buffer.from(JSON.stringify({ count: pins.length, pins, lots }));
      return { version, json };
    }),
  values: ({ query, stop }: Asked<Parameters<SetEngine['values']>[0]>) =>
    answered(() => engine().values(query, stopped(stop))),
  countyFields: () => engine().countyFields(),
  labelsOf: (sources: readonly string[]) => engine().labelsOf(sources),
  /** Answers the number of the stream. The caller ends it. */
  openStream: ({ query, stop }: Asked<ParcelFilter>) => {
    streams.set(++lastStream, engine().batches(query, PARCELS_PER_BATCH, stopped(stop)));
    return lastStream;
  },
  /** Undefined after the last. */
  nextBatch: (stream: number) =>
    answered(() => {
      const batches = streams.get(stream);
      if (!batches) throw new Error('The parcels of this set are not being read any more.');
      const { value, done } = batches.next();
      return done ? undefined : value;
    }),
  endStream: (stream: number) => {
    streams.delete(stream);
  },
};
export type QueryCalls = typeof calls;

answerCalls(calls, () => {});
