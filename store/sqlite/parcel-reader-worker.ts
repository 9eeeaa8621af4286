// A worker thread that reads a parcels file.
import { workerData } from 'node:worker_threads';
import type { Bounds, LngLat } from '../../geo/geometry.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import { searchParcels } from '../search-parcels.ts';
import { describeOutdated, ParcelReader } from './parcel-reader.ts';
import { sqliteSearch } from './sqlite-search.ts';

let opened: { reader: ParcelReader; search: ReturnType<typeof sqliteSearch> } | undefined;

// Opened by the first call, so that an error reaches the caller as the answer to that call.
function open() {
  if (!opened) {
    const reader = new ParcelReader(workerData.path);
    opened = { reader, search: sqliteSearch(reader.db) };
  }
  return opened;
}

const calls = {
  describeOutdated: () => describeOutdated(workerData.path),
  describe: () => open().reader.describe(),
  findByPin: (pin: string) => open().reader.findByPin(pin),
  findAt: (point: LngLat) => open().reader.findAt(point),
  findShape: (pin: string) => open().reader.findShape(pin),
  search: (query: { text: string; limit: number }) => searchParcels(open().search, query),
  inBox: (query: { bounds: Bounds; limit: number }) => open().reader.inBox(query),
};
export type ParcelReaderCalls = typeof calls;

answerCalls(calls, () => opened?.reader.close());
