// A thread that answers questions for places.
import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../runtime/worker-call.ts';
import type { PlaceQuery, PointQuery } from '../place-store.ts';
import { PlaceReader } from './place-reader.ts';

let opened: PlaceReader | undefined;

// Opened by the first call, so that a refusal reaches the caller as an answer.
function open(): PlaceReader | undefined {
  opened ??= PlaceReader.open(workerData.path);
  return opened;
}

const calls = {
  /** Undefined for a file that another version of Platbook made. */
  describe: () => open()?.describe(),
  /** So that the first question need not wait for it. */
  readNames: () => void open()?.names(),
  search: (query: PlaceQuery) => open()?.search(query) ?? [],
  findAt: (query: PointQuery) => open()?.findAt(query) ?? [],
};
export type PlaceReaderCalls = typeof calls;

answerCalls(calls, () => opened?.close());
