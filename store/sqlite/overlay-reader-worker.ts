// The worker thread that reads the files of all overlays.
import { workerData } from 'node:worker_threads';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import { AreaProbe } from '../overlays/area-probe.ts';
import { OverlayReader } from './overlay-reader.ts';

const { paths } = workerData as { paths: readonly string[] };
const readers = new Map<number, OverlayReader>();

/** Opened by the first question; after an error it is opened anew, as its file may have been replaced. */
function readerOf(index: number): OverlayReader {
  const reader = readers.get(index) ?? new OverlayReader(paths[index]!);
  readers.set(index, reader);
  return reader;
}

const calls = {
  /** `index` of the overlay, and the parcel as encodeGeometry writes it. */
  on: ({ index, geometry }: { index: number; geometry: Uint8Array }) => {
    try {
      return readerOf(index).on(new AreaProbe(decodeGeometry(geometry)));
    } catch (error) {
      readers.get(index)?.close();
      readers.delete(index);
      throw error;
    }
  },
};
export type OverlayReaderCalls = typeof calls;

answerCalls(calls, () => {
  for (const reader of readers.values()) reader.close();
});
