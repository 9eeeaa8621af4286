// Draws the tiles of the stored zooms once, at load time, with a few worker threads.
import { availableParallelism } from 'node:os';
import { gzipSync } from 'node:zlib';
import { PARCEL_TILE_BYTES_MAX } from '../contract/limits.ts';
import type { TileAddress } from '../geo/geometry.ts';
import { encodeParcelTile, type TileParcel } from '../geo/parcel-tile.ts';
import { openWorker, type WorkerCaller } from '../runtime/worker-call.ts';
import { STORED_TILE_ZOOM_MAX } from './parcel-store.ts';

export type DrawnTile = { address: TileAddress; gzip: Uint8Array };

/** What each store's tile worker answers. */
export type TileDrawingCalls = {
  /** Empty tiles are left out. */
  draw(addresses: readonly TileAddress[]): DrawnTile[] | Promise<DrawnTile[]>;
};

/** More threads than this gain little, and each holds a tile's parcels in memory. */
const WORKERS_MAX = 8;
/** Fewer tiles are drawn sooner than another thread is started. */
const TILES_PER_WORKER = 50;

/**
 * More parcels than fit into a tile's bytes, where the largest go in first: reading no more of them bounds the memory
 * of a wide tile, however many parcels lie in it.
 */
export const TILE_PARCELS_MAX = 50_000;

/** A tile of parcels shrinks to less than half when packed; one that does not is drawn again with fewer. */
const UNPACKED_BYTES_MAX = 3 * PARCEL_TILE_BYTES_MAX;

/** In the worker. What travels counts: the packed tile stays within its limit. */
export function drawTile(address: TileAddress, parcels: TileParcel[]): DrawnTile[] {
  for (let bytesMax = UNPACKED_BYTES_MAX; ; ) {
    const tile = encodeParcelTile({ address, parcels, bytesMax });
    if (!tile) return [];
    const gzip = gzipSync(tile);
    if (gzip.byteLength <= PARCEL_TILE_BYTES_MAX) return [{ address, gzip }];
    bytesMax = Math.floor((0.95 * tile.byteLength * PARCEL_TILE_BYTES_MAX) / gzip.byteLength);
  }
}

/** The land that tiles cover, in tiles of the deepest stored zoom: about the work they take, at every zoom. */
function landOf(addresses: readonly TileAddress[]): number {
  return addresses.reduce((sum, { z }) => sum + 4 ** (STORED_TILE_ZOOM_MAX - z), 0);
}
const LAND_PER_CALL = 64;

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
  /** Widest first, so that the longest work does not come last. */
  addresses: readonly TileAddress[];
  onTiles: (tiles: DrawnTile[]) => Promise<void>;
  onProgress: (progress: { done: number; total: number }) => void;
}): Promise<void> {
  const total = landOf(addresses);
  let done = 0;
  let next = 0;
  const takeSome = () => {
    const start = next;
    while (next < addresses.length && landOf(addresses.slice(start, next)) < LAND_PER_CALL) next++;
    return addresses.slice(start, next);
  };
  const drawUntilDone = async (worker: WorkerCaller<TileDrawingCalls>) => {
    for (let some = takeSome(); some.length > 0; some = takeSome()) {
      await onTiles(await worker.call('draw', some));
      done += landOf(some);
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
    // Where one has failed, the others find nothing left to do.
    next = addresses.length;
    await Promise.all(workers.map((worker) => worker.close()));
  }
}
