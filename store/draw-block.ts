// Draws the tiles of a job from the scratch file of tile-blocks.ts.
import { boxesTouch } from '../geo/bounds-of.ts';
import { ParcelSheet } from '../geo/parcel-tile.ts';
import { bufferedTileBounds } from '../geo/tile-address.ts';
import { type Chunks, readChunks } from './block-file.ts';
import { type DrawnTile, drawFromSheet, drawTilesWithin, STORED_TILE_PARCELS_MAX } from './draw-tiles.ts';
import { gridBox } from './storage-grid.ts';
import type { BlockJob } from './tile-blocks.ts';
import {
  BLOCK_ZOOM,
  firstBlock,
  type RecordPlace,
  readTileRecord,
  recordBox,
  recordLength,
} from './tile-record.ts';

/** `parcelsMax` is for a tile of a low zoom; in a block, every parcel has a tile where there is room for it. */
export function drawBlock(file: number, job: BlockJob, parcelsMax = STORED_TILE_PARCELS_MAX): DrawnTile[] {
  const { address } = job;
  const isBlock = address.z === BLOCK_ZOOM;
  const sheet = new ParcelSheet(address.z);
  forEachLargest(file, job, isBlock ? Infinity : parcelsMax, (place) =>
    sheet.add(readTileRecord(place, isBlock)),
  );
  const tile = { sheet, address, parcels: sheet.largestFirst() };
  return isBlock ? drawTilesWithin(tile) : drawFromSheet(tile);
}

/** Where there are more than `limit`, those with the smallest boxes are left out. */
function forEachLargest(
  file: number,
  job: BlockJob,
  limit: number,
  onRecord: (place: RecordPlace) => void,
): void {
  let smallest = 0;
  let ofThatSize = Infinity;
  if (job.work > limit) {
    // The sizes are read first: a tile of a low zoom may have millions of parcels, and not all of them fit into memory.
    const sizes: number[] = [];
    forEachRecord(file, job, (_, size) => sizes.push(size));
    if (sizes.length > limit) {
      const sorted = Float64Array.from(sizes).sort();
      smallest = sorted[sorted.length - limit]!;
      ofThatSize = limit - sizes.reduce((count, size) => count + (size > smallest ? 1 : 0), 0);
    }
  }
  forEachRecord(file, job, (place, size) => {
    if (size > smallest || (size === smallest && ofThatSize-- > 0)) onRecord(place);
  });
}

/** Each record that the tile or its buffer may show, once, with the area of its box. */
function forEachRecord(
  file: number,
  { address, blocks, wide }: BlockJob,
  onRecord: (place: RecordPlace, size: number) => void,
): void {
  const box = gridBox(bufferedTileBounds(address));
  const west = Math.min(...blocks.map(({ x }) => x));
  const north = Math.min(...blocks.map(({ y }) => y));
  for (const { x, y, chunks } of blocks) {
    forEachIn(file, chunks, (place) => {
      // Other blocks of the job may have the record, too. It counts in the north-western one of those only.
      const first = firstBlock(place);
      if (x === Math.max(first.x, west) && y === Math.max(first.y, north)) offer(place);
    });
  }
  forEachIn(file, wide, offer);

  function offer(place: RecordPlace): void {
    const own = recordBox(place);
    if (boxesTouch(own, box)) onRecord(place, (own.east - own.west) * (own.north - own.south));
  }
}

function forEachIn(file: number, chunks: Chunks, onRecord: (place: RecordPlace) => void): void {
  for (const bytes of readChunks(file, chunks)) {
    for (let at = 0; at < bytes.length; at += recordLength({ bytes, at })) onRecord({ bytes, at });
  }
}
