// Draws any number of features into one PMTiles archive of vector tiles, in flat memory and with worker threads.
import type { Bounds } from '../geo/geometry.ts';
import type { StepProgress } from '../import/layer.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { drawInPool } from '../store/draw-tiles.ts';
import {
  DRAW_LIMITS,
  type DrawLimits,
  type DrawnSquareTile,
  drawSquare,
  type SquareWorkerData,
} from './draw-square.ts';
import { openPmtilesWriter, type PmtilesWriter } from './pmtiles-writer.ts';
import { FeatureStage, type SquareJob } from './stage-features.ts';
import type { ZoomedFeature } from './zoomed-feature.ts';

export type DrawFeaturesOptions = {
  path: string;
  /** For a scratch file, about as large as the features. */
  workFolder: string;
  name: string;
  /** HTML for the map's attribution control. */
  attribution: string;
  maxZoom: number;
  /** In batches. Within a layer of a tile they keep their order. */
  features: AsyncIterable<readonly ZoomedFeature[]> | Iterable<readonly ZoomedFeature[]>;
  /** Of the archive; by default those of the features. */
  bounds?: Bounds | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: StepProgress) => void) | undefined;
  /** For tests. */
  limits?: Partial<DrawLimits>;
};

export type DrawnFeatures = {
  bytes: number;
  tiles: number;
  bounds: Bounds;
  features: number;
  /** Tiles that would have been too large, and how many shapes were left out of them, counted in each. */
  thinned: { tiles: number; leftOut: number };
};

/** Less than this is drawn before a thread has started. */
const THREAD_WORK_MIN = 1_000_000;

export async function drawFeatures(o: DrawFeaturesOptions): Promise<DrawnFeatures> {
  const { path, workFolder, name, attribution, maxZoom, signal } = o;
  const stage = await FeatureStage.create(workFolder, maxZoom);
  let writer: PmtilesWriter | undefined;
  try {
    for await (const batch of o.features) {
      signal?.throwIfAborted();
      for (const feature of batch) stage.add(feature);
      await stage.settle();
      o.onProgress?.({ stage: 'Reading shapes', done: stage.features, total: undefined, unit: 'rows' });
    }
    if (stage.features === 0) throw new OperatorError(`${name} has no shapes that can be drawn.`);
    const jobs = await stage.finish();
    writer = await openPmtilesWriter({ path, type: 'mvt' });
    const thinned = await drawJobs({ file: stage.file, jobs, writer, options: o });
    const bounds = o.bounds ?? stage.bounds;
    const metadata = { name, attribution, vector_layers: stage.vectorLayers() };
    const { bytes, tiles } = await writer.finish({ bounds, metadata });
    return { bytes, tiles, bounds, features: stage.features, thinned };
  } finally {
    await writer?.abort();
    await stage.close();
  }
}

async function drawJobs(o: {
  file: number;
  jobs: readonly SquareJob[];
  writer: PmtilesWriter;
  options: DrawFeaturesOptions;
}): Promise<DrawnFeatures['thinned']> {
  const { file, jobs, writer } = o;
  const { signal, onProgress } = o.options;
  const workerData: SquareWorkerData = { file, limits: { ...DRAW_LIMITS, ...o.options.limits } };
  const thinned = { tiles: 0, leftOut: 0 };
  const onTiles = async (tiles: readonly DrawnSquareTile[]) => {
    for (const { address, gzip, leftOut } of tiles) {
      if (leftOut > 0) thinned.tiles++;
      thinned.leftOut += leftOut;
      await writer.add({ address, bytes: gzip });
    }
  };
  const report = ({ done, total }: { done: number; total: number }) => {
    signal?.throwIfAborted();
    onProgress?.({ stage: 'Drawing tiles', done, total, unit: 'steps' });
  };
  const total = jobs.reduce((sum, { work }) => sum + work, 0);
  if (total < THREAD_WORK_MIN) {
    for (const job of jobs) await onTiles(drawSquare(job, workerData));
    report({ done: total, total });
  } else {
    await drawInPool<SquareJob, DrawnSquareTile>({
      workerSource: new URL('./square-worker.ts', import.meta.url),
      workerData,
      jobs,
      onTiles,
      onProgress: report,
    });
  }
  return thinned;
}
