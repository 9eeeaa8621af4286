// The thread that writes a places file.
import { workerData } from 'node:worker_threads';
import { answerCalls } from '../../runtime/worker-call.ts';
import type { CrossingRecord, HouseRecord, PlaceSet } from '../place-store.ts';
import { type PackedPlace, PlaceWriter } from './place-writer.ts';

const writer = new PlaceWriter(workerData.path);

const calls = {
  addPlaces: (places: readonly PackedPlace[]) => writer.addPlaces(places),
  addHouses: (houses: readonly HouseRecord[]) => writer.addHouses(houses),
  addCrossings: (crossings: readonly CrossingRecord[]) => writer.addCrossings(crossings),
  finish: (set: PlaceSet) => writer.finish(set),
};
export type PlaceWriterCalls = typeof calls;

answerCalls(calls, () => writer.close());
