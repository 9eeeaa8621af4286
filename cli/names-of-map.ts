// Reads what a street map names in a thread of its own: some bytes may unfold to gigabytes, or to a square of millions, and then
// only this map's names are missing.
import type { Bounds } from '../geo/geometry.ts';
import type { MapNames } from '../layers/map-names.ts';
import { isOutOfMemory, openWorker } from '../runtime/worker-call.ts';
import type { MapNameCalls } from './map-names-worker.ts';

/** As much as a command that reads files may take by default, and far more than a tile of a real map needs. */
const LIMITS = { heapMbMax: 2048, tileMsMax: 60_000 };

/** Returns whether all of the archive's tiles were read. */
export async function* namesOfMap(
  path: string,
  land: readonly Bounds[],
  { heapMbMax, tileMsMax } = LIMITS,
): AsyncGenerator<MapNames, boolean> {
  const source = new URL('./map-names-worker.ts', import.meta.url);
  const thread = openWorker<MapNameCalls>(source, { path, land }, { heapMbMax });
  try {
    for (;;) {
      let hangs = false;
      const watchdog = setTimeout(() => {
        hangs = true;
        thread.end();
      }, tileMsMax);
      const next = await thread
        .call('next', undefined)
        .catch((error: Error) => {
          if (!hangs && !isOutOfMemory(error)) throw error;
        })
        .finally(() => clearTimeout(watchdog));
      if (!next) return false;
      if (next.done) return next.value;
      yield next.value;
    }
  } finally {
    await thread.close();
  }
}
