// Writes the files of a source, beside those that are being read.
import { FlatArea } from '../../geo/flat-area.ts';
import { decodeInto, encodeGeometry } from '../../geo/geometry-code.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { openWorker, type WorkerCaller } from '../../runtime/worker-call.ts';
import { Coverage } from '../coverage.ts';
import { indexAndDraw } from '../index-and-draw.ts';
import { ParcelPacker } from '../packed-parcels.ts';
import { tilePropertiesOf } from '../parcel-row.ts';
import { type Extent, type LoadFacts, type ReplaceSource, WRITING_PARCELS } from '../parcel-store.ts';
import { SearchableFields } from '../searchable-fields.ts';
import { TileBlockWriter } from '../tile-blocks.ts';
import type { ParcelFiles } from './parcel-files.ts';
import type { ParcelWriterCalls } from './parcel-writer-worker.ts';
import { TileSlabWriter } from './tile-slab.ts';

type Load = {
  files: ParcelFiles;
  replacement: ReplaceSource;
  /** The source that PINs are qualified with, if they are. */
  qualifier: string | undefined;
  signal: AbortSignal;
};

/** What is known of the parcels once they are written. */
export type WrittenParcels = Extent & LoadFacts;

/** Small batches, so that the event loop can answer other requests in between. */
const PARCELS_PER_BATCH = 500;

type Writer = WorkerCaller<ParcelWriterCalls>;

export async function loadParcels(load: Load): Promise<WrittenParcels> {
  const { files } = load;
  const writer: Writer = openWorker(new URL('./parcel-writer-worker.ts', import.meta.url), {
    path: files.db,
    columnsPath: files.columns,
  });
  const blocks = await TileBlockWriter.create(files.blocks);
  try {
    const written = await writeParcels(load, { writer, blocks });
    await drawAndIndex(load, { writer, blocks });
    return written;
  } finally {
    await Promise.all([writer.close(), blocks.close()]);
  }
}

type Targets = { writer: Writer; blocks: TileBlockWriter };

async function writeParcels(
  { replacement, qualifier, signal }: Load,
  { writer, blocks }: Targets,
): Promise<WrittenParcels> {
  const { parcels, expectedCount, onProgress } = replacement;
  const coverage = new Coverage();
  const searchable = new SearchableFields();
  let done = 0;
  let unitCount = 0;
  const packer = new ParcelPacker();
  const area = new FlatArea();
  let written: Promise<void> = Promise.resolve();
  // Pipelined with backpressure: one batch is written while the next is encoded, and no more than that.
  const send = async () => {
    const before = written;
    done += packer.count;
    written = writer.call('add', packer.take());
    written.catch(() => {});
    await blocks.settle();
    await before;
    signal.throwIfAborted();
    onProgress?.({ stage: WRITING_PARCELS, done, total: Math.max(done, expectedCount) });
  };

  for await (const parcel of parcels) {
    const { centroid } = parcel;
    const geometry =
      parcel.geometry instanceof Uint8Array ? parcel.geometry : encodeGeometry(parcel.geometry);
    decodeInto(area, geometry);
    const bounds = coverage.add(area, centroid);
    searchable.add(parcel);
    unitCount += parcel.units?.length ?? 0;
    blocks.add({ bounds, centroid, properties: tilePropertiesOf(parcel, qualifier), geometry });
    packer.add(parcel, { bounds, geometry });
    if (packer.count === PARCELS_PER_BATCH) await send();
  }
  await send();
  await written;
  if (done === 0) throw new OperatorError('There are no parcels to load.');
  return { count: done, unitCount, searchable: searchable.list(), ...coverage.extent() };
}

async function drawAndIndex(
  { files, replacement, signal }: Load,
  { writer, blocks }: Targets,
): Promise<void> {
  const slab = await TileSlabWriter.create(files.tiles);
  try {
    await indexAndDraw({
      index: indexSteps(writer),
      blocks: { file: blocks.file, jobs: await blocks.finish() },
      onTiles: (tiles) => slab.add(tiles),
      signal,
      onProgress: replacement.onProgress,
    });
    await slab.finish();
  } finally {
    await slab.close();
  }
}

async function* indexSteps(writer: Writer): AsyncGenerator<{ done: number; total: number }> {
  for (;;) {
    const step = await writer.call('indexOneStep', undefined);
    if (!step) return;
    yield step;
  }
}
