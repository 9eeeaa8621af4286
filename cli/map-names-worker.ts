// A worker thread that reads what a street map names: a tile that unfolds to gigabytes, or takes hours, ends with it.
import { stat } from 'node:fs/promises';
import { workerData } from 'node:worker_threads';
import type { Bounds } from '../geo/geometry.ts';
import { type MapNames, readMapNames } from '../layers/map-names.ts';
import { answerCalls } from '../runtime/worker-call.ts';
import { openTileArchive, type TileArchive } from '../server/maps/tile-archive.ts';

const { path, land } = workerData as { path: string; land: Bounds[] };
let archive: TileArchive | undefined;
let names: ReturnType<typeof readMapNames> | undefined;

const calls = {
  /** The next tile, or at the end whether all were read. */
  next: async (): Promise<IteratorResult<MapNames, boolean>> => {
    if (!names) {
      const opened = await openTileArchive(path);
      // It is named where maps are opened.
      if ('problem' in opened) return { done: true, value: true };
      archive = opened;
      names = readMapNames({ ...archive, bytes: (await stat(path)).size }, land);
    }
    return names.next();
  },
};
export type MapNameCalls = typeof calls;

answerCalls(calls, () => archive?.close());
