// The thread that writes a parcels file.
import { workerData } from 'node:worker_threads';
import type { Bounds } from '../../geo/geometry.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import { type PackedParcel, ParcelWriter } from './parcel-writer.ts';

const writer = new ParcelWriter(workerData.path);
let indexing: ReturnType<ParcelWriter['index']> | undefined;

const calls = {
  add: (parcels: readonly PackedParcel[]) => writer.add(parcels),
  /** Call it until it answers undefined. */
  indexOneStep: (about: { source: string; bounds: Bounds }) => {
    indexing ??= writer.index(about);
    const step = indexing.next();
    return step.done ? undefined : step.value;
  },
};
export type ParcelWriterCalls = typeof calls;

answerCalls(calls, () => writer.close());
