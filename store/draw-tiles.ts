// Draws the tiles of the stored zooms at load time, with a pool of worker threads.
import { availableParallelism } from 'node:os';
import { gzipSync } from 'node:zlib';
import { PARCEL_TILE_BYTES_MAX } from '../contract/limits.ts';
import type { TileAddress } from '../geo/geometry.ts';
import { encodeParcelTile, type TileParcel } from '../geo/parcel-tile.ts';
import { openWorker, type WorkerCaller } from '../runtime/worker-call.ts';
import { STORED_TILE_ZOOM_MAX } from './parcel-store.ts';

export type DrawnTile = { address: TileAddress; gzip: Uint8Array };

/** The calls that each store's tile worker answers. */
export type TileDrawingCalls = {
  /** Empty tiles are left out. */
  draw(addresses: readonly TileAddress[]): DrawnTile[] | Promise<DrawnTile[]>;
};

/** More threads than this gain little, and each holds a tile's parcels in memory. */
const WORKERS_MAX = 8;
/** For fewer tiles, starting another thread takes longer than drawing them. */
const TILES_PER_WORKER = 50;

/**
 * Bounds the memory for drawing a low-zoom tile. The largest parcels are read first; more than these never fit into
 * a tile anyway.
 */
export const STORED_TILE_PARCELS_MAX = 50_000;

/**
 * The limit of the first try, as if gzip shrank a tile to a third. If it shrinks less, and the result is too large,
 * the tile is drawn again with fewer parcels.
 */
const UNCOMPRESSED_BYTES_MAX = 3 * PARCEL_TILE_BYTES_MAX;

/** Runs in the worker. The limit is on the gzipped size. */
export function drawTile(address: TileAddress, parcels: TileParcel[]): DrawnTile[] {
  for (let bytesMax = UNCOMPRESSED_BYTES_MAX; ; ) {
    const tile = encodeParcelTile({ address, parcels, bytesMax });
    if (!tile) return [];
    const gzip = gzipSync(tile);
    if (gzip.byteLength <= PARCEL_TILE_BYTES_MAX) return [{ address, gzip }];
    bytesMax = Math.floor((0.95 * tile.byteLength * PARCEL_TILE_BYTES_MAX) / gzip.byteLength);
  }
}

/** An estimate of the work: the area of the tiles, in tiles of the deepest stored zoom. */
function workOf(addresses: readonly TileAddress[]): number {
  return addresses.reduce((sum, { z }) => sum + 4 ** (STORED_TILE_ZOOM_MAX - z), 0);
}
const WORK_PER_CALL = 64;

export async function drawTiles({
  workerSource,
  workerData,
  addresses,
  onTiles,
  onProgress,
}: {
  /** A worker that answers TileDrawingCalls. */
  workerSource: URL;
  workerData: unknown;
  /** Lowest zoom first, so that the slowest tiles do not come last. */
  addresses: readonly TileAddress[];
  onTiles: (tiles: DrawnTile[]) => Promise<void>;
  onProgress: (progress: { done: number; total: number }) => void;
}): Promise<void> {
  const total = workOf(addresses);
  let done = 0;
  let next = 0;
  const takeBatch = () => {
    const start = next;
    while (next < addresses.length && workOf(addresses.slice(start, next)) < WORK_PER_CALL) next++;
    return addresses.slice(start, next);
  };
  const drawUntilDone = async (worker: WorkerCaller<TileDrawingCalls>) => {
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      await onTiles(await worker.call('draw', batch));
      done += workOf(batch);
      onProgress({ done, total });
    }
  };

  onProgress({ done, total });
  const useful = Math.ceil(addresses.length / TILES_PER_WORKER);
  const workers = Array.from({ length: Math.min(useful, availableParallelism(), WORKERS_MAX) }, () =>
    openWorker<TileDrawingCalls>(workerSource, workerData),
  );
  try {
    await Promise.all(workers.map(drawUntilDone));
  } finally {
    // If one has failed, the others stop after their current call.
    next = addresses.length;
    await Promise.all(workers.map((worker) => worker.close()));
  }
}
