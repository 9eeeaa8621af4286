// Draws the tiles of the stored zooms at load time, with a pool of worker threads.
import { availableParallelism } from 'node:os';
import { gzipSync } from 'node:zlib';
import { PARCEL_TILE_BYTES_MAX } from '../contract/limits.ts';
import type { TileAddress } from '../geo/geometry.ts';
import { ParcelSheet, type TileParcel } from '../geo/parcel-tile.ts';
import { openWorker, type WorkerCaller } from '../runtime/worker-call.ts';
import { STORED_TILE_ZOOM_MAX } from './parcel-store.ts';

export type DrawnTile = { address: TileAddress; gzip: Uint8Array };

/** What a worker that draws tiles answers. */
export type TileDrawingCalls<Job, Tile extends DrawnTile = DrawnTile> = {
  /** Empty tiles are left out. */
  draw(job: Job): Tile[] | Promise<Tile[]>;
};

/** More threads than this gain little, and each holds a tile's parcels in memory. */
const WORKERS_MAX = 8;
/** So that a worker has its next job at once, while the tiles of the last one are being stored. */
const JOBS_PER_WORKER = 2;

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

/**
 * Blocks of 4,096 symbols (memLevel 6) have codes of their own, which suits a tile's shapes and texts: that is smaller
 * than the default of 16,384, and level 5 takes a sixth less time than level 6 for a quarter of a percent more bytes.
 */
export const TILE_GZIP = { level: 5, memLevel: 6 };

/** Runs in the worker. The limit is on the gzipped size. */
export function drawTile(address: TileAddress, parcels: readonly TileParcel[]): DrawnTile[] {
  const sheet = new ParcelSheet(address.z);
  for (const parcel of parcels) sheet.add(parcel);
  return drawFromSheet({ sheet, address, parcels: sheet.largestFirst() });
}

type SheetTile = { sheet: ParcelSheet; address: TileAddress; parcels: Uint32Array };

export function drawFromSheet({ sheet, address, parcels }: SheetTile): DrawnTile[] {
  for (let bytesMax = UNCOMPRESSED_BYTES_MAX; ; ) {
    const tile = sheet.encodeTile({ address, parcels, bytesMax });
    if (!tile) return [];
    const gzip = gzipSync(tile, TILE_GZIP);
    if (gzip.byteLength <= PARCEL_TILE_BYTES_MAX) return [{ address, gzip }];
    bytesMax = Math.floor((0.95 * tile.byteLength * PARCEL_TILE_BYTES_MAX) / gzip.byteLength);
  }
}

/** A tile and all tiles in it, down to the deepest stored zoom. Runs in the worker, too. */
export function drawTilesWithin({ sheet, address, parcels }: SheetTile): DrawnTile[] {
  const { z, x, y } = address;
  const near = sheet.within(address, parcels);
  // What is in the buffer alone makes no tile.
  if (!sheet.touches(address, near)) return [];
  const drawn = drawFromSheet({ sheet, address, parcels: near });
  if (z === STORED_TILE_ZOOM_MAX) return drawn;
  for (const [right, down] of [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const) {
    const quarter = { z: z + 1, x: 2 * x + right, y: 2 * y + down };
    drawn.push(...drawTilesWithin({ sheet, address: quarter, parcels: near }));
  }
  return drawn;
}

export async function drawInPool<Job extends { work: number }, Tile extends DrawnTile = DrawnTile>({
  workerSource,
  workerData,
  jobs,
  workPerWorkerMin = 1,
  onTiles,
  onProgress,
}: {
  /** A worker that answers TileDrawingCalls. */
  workerSource: URL;
  workerData: unknown;
  /** The slowest first, so that they do not come last. */
  jobs: readonly Job[];
  /** Less than this is done before another worker has started. */
  workPerWorkerMin?: number;
  onTiles: (tiles: Tile[]) => Promise<void>;
  onProgress: (progress: { done: number; total: number }) => void;
}): Promise<void> {
  const total = jobs.reduce((sum, { work }) => sum + work, 0);
  let done = 0;
  let next = 0;
  const drawUntilDone = async (worker: WorkerCaller<TileDrawingCalls<Job, Tile>>) => {
    for (let job = jobs[next++]; job; job = jobs[next++]) {
      await onTiles(await worker.call('draw', job));
      done += job.work;
      onProgress({ done, total });
    }
  };

  onProgress({ done, total });
  const workersOfUse = Math.max(1, Math.floor(total / workPerWorkerMin));
  const workers = Array.from(
    { length: Math.min(jobs.length, availableParallelism(), WORKERS_MAX, workersOfUse) },
    () => openWorker<TileDrawingCalls<Job, Tile>>(workerSource, workerData),
  );
  try {
    await Promise.all(
      workers.flatMap((worker) => Array.from({ length: JOBS_PER_WORKER }, () => drawUntilDone(worker))),
    );
  } finally {
    // If one has failed, the others stop after their current call.
    next = jobs.length;
    await Promise.all(workers.map((worker) => worker.close()));
  }
}

/** Tiles for one call of a worker. */
export type AddressJob = { addresses: readonly TileAddress[]; work: number };

/** An estimate of the work: the area of the tiles, in tiles of the deepest stored zoom. */
const workOf = ({ z }: TileAddress) => 4 ** (STORED_TILE_ZOOM_MAX - z);
const WORK_PER_CALL = 64;

/** `addresses`: lowest zoom first. */
export function addressJobs(addresses: readonly TileAddress[]): AddressJob[] {
  const jobs: AddressJob[] = [];
  let batch: TileAddress[] = [];
  let work = 0;
  for (const address of addresses) {
    batch.push(address);
    work += workOf(address);
    if (work < WORK_PER_CALL) continue;
    jobs.push({ addresses: batch, work });
    batch = [];
    work = 0;
  }
  if (batch.length > 0) jobs.push({ addresses: batch, work });
  return jobs;
}
