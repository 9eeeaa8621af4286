// The last part of a load: tiles are drawn while the database is being indexed, so that all cores are busy.
import { type DrawnTile, drawInPool } from './draw-tiles.ts';
import type { LoadProgress } from './parcel-store.ts';
import type { BlockJob } from './tile-blocks.ts';

/** A worker draws about as many in the time that another one takes to start. */
const RECORDS_PER_WORKER_MIN = 2000;

type Steps = { done: number; total: number };

/** Where one of the two fails, the other one is stopped. Both have ended when this settles. */
export async function indexAndDraw({
  index,
  blocks,
  onTiles,
  signal,
  onProgress,
}: {
  /** Does one step of the indexing for each value it yields. */
  index: AsyncIterable<Steps>;
  /** See TileBlockWriter. */
  blocks: { file: number; jobs: readonly BlockJob[] };
  onTiles: (tiles: DrawnTile[]) => Promise<void>;
  signal: AbortSignal;
  onProgress: ((progress: LoadProgress) => void) | undefined;
}): Promise<void> {
  const failure = new AbortController();
  const stop = AbortSignal.any([signal, failure.signal]);
  const stopBoth = (error: unknown) => failure.abort(error);

  // One stage is reported at a time: first the indexing, then how far the drawing has come meanwhile.
  let isIndexed = false;
  let drawn: Steps | undefined;
  const reportDrawn = () => {
    if (isIndexed && drawn) onProgress?.({ stage: 'Drawing tiles', ...drawn });
  };
  const indexing = async () => {
    for await (const step of index) {
      stop.throwIfAborted();
      onProgress?.({ stage: 'Indexing', ...step });
    }
    isIndexed = true;
    reportDrawn();
  };
  const drawing = () =>
    drawInPool({
      workerSource: new URL('./block-worker.ts', import.meta.url),
      workerData: { file: blocks.file },
      jobs: blocks.jobs,
      workPerWorkerMin: RECORDS_PER_WORKER_MIN,
      onTiles,
      onProgress: (progress) => {
        stop.throwIfAborted();
        drawn = progress;
        reportDrawn();
      },
    });
  await Promise.all([indexing().catch(stopBoth), drawing().catch(stopBoth)]);
  stop.throwIfAborted();
}
