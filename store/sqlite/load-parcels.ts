// Writes the files of a new parcel set, beside those that are being read.

import { boundsOf } from '../../geo/bounds-of.ts';
import type { TileAddress } from '../../geo/geometry.ts';
import { encodeGeometry } from '../../geo/geometry-code.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { openWorker } from '../../runtime/worker-call.ts';
import { Coverage } from '../coverage.ts';
import { drawTiles } from '../draw-tiles.ts';
import type { ReplaceParcels } from '../parcel-store.ts';
import type { ParcelFiles } from './parcel-files.ts';
import type { PackedParcel, ParcelWriterCalls } from './parcel-writer-worker.ts';
import { TileSlabWriter } from './tile-slab.ts';

type Load = { files: ParcelFiles; replacement: ReplaceParcels; signal: AbortSignal };

/** Small batches, so that the event loop can answer other requests in between. */
const PARCELS_PER_BATCH = 500;

export async function loadParcels(load: Load): Promise<void> {
  await writeTiles(load, await writeParcels(load));
}

/** Returns the addresses of the tiles that have parcels. */
async function writeParcels({ files, replacement, signal }: Load): Promise<TileAddress[]> {
  const { parcels, expectedCount, source, kind, onProgress } = replacement;
  const writer = openWorker<ParcelWriterCalls>(new URL('./parcel-writer-worker.ts', import.meta.url), {
    path: files.db,
  });
  try {
    const coverage = new Coverage();
    let done = 0;
    let batch: PackedParcel[] = [];
    let written: Promise<void> = Promise.resolve();
    // Pipelined with backpressure: one batch is written while the next is encoded, and no more than that.
    const send = async () => {
      const before = written;
      written = writer.call('add', batch);
      written.catch(() => {});
      done += batch.length;
      batch = [];
      await before;
      signal.throwIfAborted();
      onProgress?.({ stage: 'Writing parcels', done, total: Math.max(done, expectedCount) });
    };

    for await (const parcel of parcels) {
      const bounds = boundsOf(parcel.geometry);
      coverage.add(bounds);
      batch.push({ ...parcel, bounds, geometry: encodeGeometry(parcel.geometry) });
      if (batch.length === PARCELS_PER_BATCH) await send();
    }
    await send();
    await written;
    if (done === 0) throw new OperatorError('There are no parcels to load.');

    for (;;) {
      const step = await writer.call('indexOneStep', { source, kind, bounds: coverage.bounds });
      if (!step) break;
      signal.throwIfAborted();
      onProgress?.({ stage: 'Indexing', ...step });
    }
    return coverage.tiles();
  } finally {
    await writer.close();
  }
}

async function writeTiles({ files, replacement, signal }: Load, addresses: TileAddress[]): Promise<void> {
  const slab = await TileSlabWriter.create(files.tiles);
  try {
    await drawTiles({
      workerSource: new URL('./tile-worker.ts', import.meta.url),
      workerData: { path: files.db },
      addresses,
      onTiles: (tiles) => slab.add(tiles),
      onProgress: (progress) => {
        signal.throwIfAborted();
        replacement.onProgress?.({ stage: 'Drawing tiles', ...progress });
      },
    });
    await slab.finish();
  } finally {
    await slab.close();
  }
}
