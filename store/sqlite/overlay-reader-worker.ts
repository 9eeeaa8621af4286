// The worker thread that reads the files of all overlays.
import { workerData } from 'node:worker_threads';
import { decodeGeometry } from '../../geo/geometry-code.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { answerCalls } from '../../runtime/worker-call.ts';
import { AreaProbe } from '../overlays/area-probe.ts';
import { type OnParcel, OverlayReader } from './overlay-reader.ts';

const { paths } = workerData as { paths: readonly string[] };
const readers = new Map<string, OverlayReader>();

/** The file is opened by the first question, and anew after an error, as it may have been replaced. */
function on(path: string, probe: AreaProbe): OnParcel | { problem: string } {
  try {
    const reader = readers.get(path) ?? new OverlayReader(path);
    readers.set(path, reader);
    return reader.on(probe);
  } catch (error) {
    readers.get(path)?.close();
    readers.delete(path);
    const { message } = error as Error;
    return { problem: error instanceof OperatorError ? message : `its file cannot be read (${message}).` };
  }
}

const calls = {
  /** Of the parcel as encodeGeometry writes it, overlay by overlay. */
  on: (geometry: Uint8Array) => {
    const probe = new AreaProbe(decodeGeometry(geometry));
    return paths.map((path) => on(path, probe));
  },
};
export type OverlayReaderCalls = typeof calls;

answerCalls(calls, () => {
  for (const reader of readers.values()) reader.close();
});
