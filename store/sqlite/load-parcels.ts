// Writes the files of a source, beside those that are being read.

import { boundsOf } from '../../geo/bounds-of.ts';
import type { Bounds, LngLat, TileAddress } from '../../geo/geometry.ts';
import { encodeGeometry } from '../../geo/geometry-code.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { openWorker } from '../../runtime/worker-call.ts';
import { Coverage } from '../coverage.ts';
import { drawTiles } from '../draw-tiles.ts';
import { packMore } from '../parcel-row.ts';
import { type ParcelRecord, type ReplaceSource, WRITING_PARCELS } from '../parcel-store.ts';
import type { ParcelFiles } from './parcel-files.ts';
import type { ReaderSource } from './parcel-reader.ts';
import type { PackedParcel, ParcelWriterCalls } from './parcel-writer-worker.ts';
import { TileSlabWriter } from './tile-slab.ts';

type Load = { files: ParcelFiles; replacement: ReplaceSource; signal: AbortSignal };

/** What is known of the parcels once they are written. */
export type WrittenParcels = { count: number; bounds: Bounds; center: LngLat; tiles: TileAddress[] };

/** Small batches, so that the event loop can answer other requests in between. */
const PARCELS_PER_BATCH = 500;

export async function writeParcels({ files, replacement, signal }: Load): Promise<WrittenParcels> {
  const { parcels, expectedCount, onProgress } = replacement;
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
      onProgress?.({ stage: WRITING_PARCELS, done, total: Math.max(done, expectedCount) });
    };

    for await (const parcel of parcels) {
      const bounds = boundsOf(parcel.geometry);
      coverage.add(bounds, parcel.centroid);
      batch.push(packParcel(parcel, bounds));
      if (batch.length === PARCELS_PER_BATCH) await send();
    }
    await send();
    await written;
    if (done === 0) throw new OperatorError('There are no parcels to load.');

    for (;;) {
      const step = await writer.call('indexOneStep', undefined);
      if (!step) break;
      signal.throwIfAborted();
      onProgress?.({ stage: 'Indexing', ...step });
    }
    return { count: done, bounds: coverage.bounds, center: coverage.center(), tiles: coverage.tiles() };
  } finally {
    await writer.close();
  }
}

function packParcel({ more, units, ...parcel }: ParcelRecord, bounds: Bounds): PackedParcel {
  return {
    ...parcel,
    bounds,
    geometry: encodeGeometry(parcel.geometry),
    more: packMore(more),
    units: units?.map(({ more, ...unit }) => ({ ...unit, more: packMore(more) })),
  };
}

/** Draws the tiles that have parcels. */
export async function writeTiles(
  { files, replacement, signal }: Load,
  { reader, addresses }: { reader: ReaderSource; addresses: TileAddress[] },
): Promise<void> {
  const slab = await TileSlabWriter.create(files.tiles);
  try {
    await drawTiles({
      workerSource: new URL('./tile-worker.ts', import.meta.url),
      workerData: { sources: [reader] },
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
