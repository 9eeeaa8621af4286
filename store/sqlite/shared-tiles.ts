// The tiles that parcels of two or more sources touch. They are drawn from all of them, into a file of their own.
import { tileOfNumber } from '../../geo/tile-address.ts';
import { addressJobs, drawInPool } from '../draw-tiles.ts';
import type { LoadProgress } from '../parcel-store.ts';
import type { ReaderSource } from './parcel-reader.ts';
import { type TileSlab, TileSlabWriter } from './tile-slab.ts';

/** A source, and the tiles that it has drawn alone. */
type TileOwner = { reader: ReaderSource; tiles: TileSlab };

type SharedTiles = {
  path: string;
  /** All sources after the change, in order. */
  owners: readonly TileOwner[];
  /** The tiles of the source that changes: as they were, and as they will be. */
  changing: readonly TileSlab[];
  /** The shared tiles before the change. */
  before: TileSlab | undefined;
  signal: AbortSignal;
  onProgress: ((progress: LoadProgress) => void) | undefined;
};

const COPIES_PER_WRITE = 100;

/** Draws only the tiles that the changing source touches or has touched, and copies the rest. False if there are none. */
export async function writeSharedTiles({
  path,
  owners,
  changing,
  before,
  signal,
  onProgress,
}: SharedTiles): Promise<boolean> {
  const shared = numbersInSeveral(owners.map(({ tiles }) => tiles));
  if (shared.length === 0) return false;
  // Without the tiles before, because there are none or they are damaged, nothing can be copied.
  const isChanged = (number: number) => !before || changing.some((tiles) => tiles.has(number));
  const toDraw = shared.filter(isChanged);
  const toCopy = shared.filter((number) => !isChanged(number));
  const involved = owners.filter(({ tiles }) => toDraw.some((number) => tiles.has(number)));

  const slab = await TileSlabWriter.create(path);
  try {
    for (let start = 0; start < toCopy.length; start += COPIES_PER_WRITE) {
      const addresses = toCopy.slice(start, start + COPIES_PER_WRITE).map(tileOfNumber);
      const copies = await Promise.all(
        addresses.map(async (address) => ({ address, gzip: await before?.read(address) })),
      );
      await slab.add(copies.flatMap(({ address, gzip }) => (gzip ? [{ address, gzip }] : [])));
    }
    if (toDraw.length > 0) {
      await drawInPool({
        workerSource: new URL('./tile-worker.ts', import.meta.url),
        workerData: { sources: involved.map(({ reader }) => reader) },
        jobs: addressJobs(toDraw.map(tileOfNumber)),
        onTiles: (tiles) => slab.add(tiles),
        onProgress: (progress) => {
          signal.throwIfAborted();
          onProgress?.({ stage: 'Drawing tiles shared with other sources', ...progress });
        },
      });
    }
    await slab.finish();
  } finally {
    await slab.close();
  }
  return true;
}

/** The numbers of the tiles that two or more have, in order. */
function numbersInSeveral(slabs: readonly TileSlab[]): number[] {
  const all = new Float64Array(slabs.reduce((sum, { numbers }) => sum + numbers.length, 0));
  let end = 0;
  for (const { numbers } of slabs) {
    all.set(numbers, end);
    end += numbers.length;
  }
  all.sort();
  const found: number[] = [];
  for (let at = 1; at < all.length; at++) {
    const number = all[at]!;
    if (number === all[at - 1] && number !== found.at(-1)) found.push(number);
  }
  return found;
}
