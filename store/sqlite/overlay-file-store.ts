// The overlays, each in one SQLite file, read by a worker thread.
import type { OverlayOnParcel } from '../../contract/overlays.ts';
import { encodeGeometry } from '../../geo/geometry-code.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { openWorker, type WorkerCaller } from '../../runtime/worker-call.ts';
import type { OverlayFile, OverlayStore } from '../overlay-store.ts';
import type { OverlayReaderCalls } from './overlay-reader-worker.ts';

/** Opens no file and starts no thread before the first question. */
export function openOverlays(files: readonly OverlayFile[]): OverlayStore {
  let worker: WorkerCaller<OverlayReaderCalls> | undefined;
  /** The thread gets one question at a time: one that nobody waits for any more is then never asked. */
  let last: Promise<unknown> = Promise.resolve();
  let isClosed = false;

  function inTurn<T>(
    ask: (reader: WorkerCaller<OverlayReaderCalls>) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    const turn = last.then(() => {
      signal?.throwIfAborted();
      worker ??= openWorker(new URL('./overlay-reader-worker.ts', import.meta.url), {
        paths: files.map(({ path }) => path),
      });
      return ask(worker);
    });
    last = turn.catch(() => {});
    return turn;
  }

  return {
    async on(area, { signal, warn } = {}) {
      if (isClosed) throw new Error('The overlays are closed.');
      const geometry = encodeGeometry(area);
      const answers = files.map(async ({ name, title }, index): Promise<OverlayOnParcel[]> => {
        try {
          const found = await inTurn((reader) => reader.call('on', { index, geometry }), signal);
          return [{ name, title, ...found }];
        } catch (error) {
          signal?.throwIfAborted();
          warn?.(`The overlay ${name} is left out: ${reasonOf(error)}`);
          return [];
        }
      });
      return (await Promise.all(answers)).flat();
    },
    async close() {
      isClosed = true;
      await last;
      await worker?.close();
    },
  };
}

function reasonOf(error: unknown): string {
  return error instanceof OperatorError
    ? error.message
    : `its file cannot be read (${(error as Error).message}).`;
}
