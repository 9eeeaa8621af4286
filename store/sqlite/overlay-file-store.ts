// The overlays, each in one SQLite file, read by a worker thread.
import { encodeGeometry } from '../../geo/geometry-code.ts';
import { openWorker, type WorkerCaller } from '../../runtime/worker-call.ts';
import type { OverlayFile, OverlayStore } from '../overlay-store.ts';
import type { OverlayReaderCalls } from './overlay-reader-worker.ts';

/** Opens no file and starts no thread before the first question. */
export function openOverlays(files: readonly OverlayFile[]): OverlayStore {
  let worker: WorkerCaller<OverlayReaderCalls> | undefined;
  let isClosed = false;
  return {
    async on(area, warn) {
      if (isClosed) throw new Error('The overlays are closed.');
      worker ??= openWorker(new URL('./overlay-reader-worker.ts', import.meta.url), {
        paths: files.map(({ path }) => path),
      });
      const answers = await worker.call('on', encodeGeometry(area));
      return files.flatMap(({ name, title }, index) => {
        const answer = answers[index]!;
        if (!('problem' in answer)) return { name, title, ...answer };
        warn?.(`The overlay ${name} is left out: ${answer.problem}`);
        return [];
      });
    },
    async close() {
      isClosed = true;
      await worker?.close();
    },
  };
}
