// Parcels on their way to the map. While they are loaded, what tiles show of them is written to a scratch file, sorted
// into blocks, which are tiles of one zoom. Tiles are then drawn block by block: each parcel is read once for all deeper
// zooms, and never from the database, which is busy with its indexes meanwhile.
import { PARCEL_TILE_ZOOM_MIN } from '../contract/limits.ts';
import type { Bounds, TileAddress } from '../geo/geometry.ts';
import { worldX, worldY } from '../geo/mercator.ts';
import { TILE_MARGIN, type TileRange, tileRange } from '../geo/tile-address.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { type Block, BlockFile, type Chunks } from './block-file.ts';
import { BLOCK_ZOOM, type TileRecord, writeTileRecord } from './tile-record.ts';

const COLUMNS = 2 ** BLOCK_ZOOM;

/** About as many as 2,000 counties have. More means that some coordinates are wrong. */
const BLOCKS_MAX = 80_000;

/** A parcel in more blocks than this is written once, and read with every block: a river, or all roads as one shape. */
const PARCEL_BLOCKS_MAX = 64;

/** `hasTile`: a parcel touches the block itself, not just the buffer of its tile. */
type TileBlock = Block & { hasTile: boolean };

/** The records that a tile is drawn from, by block. */
export type BlockJob = {
  address: TileAddress;
  blocks: readonly { x: number; y: number; chunks: Chunks }[];
  wide: Chunks;
  /** How many records have to be read. */
  work: number;
};

export class TileBlockWriter {
  readonly #file: BlockFile;
  readonly #blocks = new Map<number, TileBlock>();
  readonly #wide: Block = { chunks: [], records: 0 };

  private constructor(file: BlockFile) {
    this.#file = file;
  }

  static async create(path: string): Promise<TileBlockWriter> {
    return new TileBlockWriter(await BlockFile.create(path));
  }

  /** The file's descriptor, which all threads of the process may read from until `close`. */
  get file(): number {
    return this.#file.descriptor;
  }

  /** Call `settle` every now and then. */
  add(parcel: TileRecord): void {
    const touched = this.#touch(parcel.bounds);
    const blocks = bufferedRange(parcel.bounds);
    const record = writeTileRecord(parcel, blocks);
    const { minX, maxX, minY, maxY } = blocks;
    if ((maxX - minX + 1) * (maxY - minY + 1) > PARCEL_BLOCKS_MAX) {
      this.#file.add(this.#wide, record);
      return;
    }
    for (let y = minY; y <= maxY; y++) {
      for (let x = minX; x <= maxX; x++) {
        const isTouched = x >= touched.minX && x <= touched.maxX && y >= touched.minY && y <= touched.maxY;
        this.#file.add(this.#blockAt(x, y, isTouched), record);
      }
    }
  }

  /** The blocks that have a tile because of this parcel. */
  #touch(bounds: Bounds): TileRange {
    const touched = tileRange(bounds, BLOCK_ZOOM);
    const { minX, maxX, minY, maxY } = touched;
    const count = (maxX - minX + 1) * (maxY - minY + 1);
    if (this.#blocks.size + count > BLOCKS_MAX) {
      throw new OperatorError('The parcels cover too wide an area: are their coordinates right?');
    }
    if (count > 1) {
      for (let y = minY; y <= maxY; y++) for (let x = minX; x <= maxX; x++) this.#blockAt(x, y, true);
    }
    return touched;
  }

  #blockAt(x: number, y: number, hasTile: boolean): TileBlock {
    const number = y * COLUMNS + x;
    const found = this.#blocks.get(number);
    if (found) {
      found.hasTile ||= hasTile;
      return found;
    }
    const block = { chunks: [], records: 0, hasTile };
    this.#blocks.set(number, block);
    return block;
  }

  /** Writes to the file if much is waiting. */
  settle(): Promise<void> {
    return this.#file.settle();
  }

  /** One job a tile below BLOCK_ZOOM, and one a block with all tiles in it. The most work comes first. */
  async finish(): Promise<BlockJob[]> {
    await this.#file.writePending();
    const jobs: BlockJob[] = [];
    const addresses = new Set<number>();
    for (const [number, { hasTile }] of this.#blocks) if (hasTile) addresses.add(number);
    let level = addresses;
    for (let z = BLOCK_ZOOM; z >= PARCEL_TILE_ZOOM_MIN; z--) {
      const above = new Set<number>();
      for (const number of level) {
        const x = number % COLUMNS;
        const y = Math.floor(number / COLUMNS);
        jobs.push(this.#jobOf({ z, x, y }));
        above.add((y >> 1) * COLUMNS + (x >> 1));
      }
      level = above;
    }
    return jobs.sort((a, b) => b.work - a.work);
  }

  /** The buffer of a tile of a low zoom reaches beyond those of its blocks, so the blocks around it count, too. */
  #jobOf(address: TileAddress): BlockJob {
    const { z, x, y } = address;
    const perSide = 2 ** (BLOCK_ZOOM - z);
    const around = z < BLOCK_ZOOM ? 1 : 0;
    const blocks: { x: number; y: number; chunks: Chunks }[] = [];
    let work = this.#wide.records;
    for (let blockY = y * perSide - around; blockY < (y + 1) * perSide + around; blockY++) {
      for (let blockX = x * perSide - around; blockX < (x + 1) * perSide + around; blockX++) {
        const block = this.#blocks.get(blockY * COLUMNS + blockX);
        if (!block || block.records === 0) continue;
        blocks.push({ x: blockX, y: blockY, chunks: block.chunks });
        work += block.records;
      }
    }
    return { address, blocks, wide: this.#wide.chunks, work };
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

/** The blocks whose tiles show a parcel, in their buffer at least. */
function bufferedRange({ west, south, east, north }: Bounds): TileRange {
  const blockOf = (place: number) => Math.min(COLUMNS - 1, Math.max(0, Math.floor(place)));
  return {
    minX: blockOf(worldX(west) * COLUMNS - TILE_MARGIN),
    maxX: blockOf(worldX(east) * COLUMNS + TILE_MARGIN),
    minY: blockOf(worldY(north) * COLUMNS - TILE_MARGIN),
    maxY: blockOf(worldY(south) * COLUMNS + TILE_MARGIN),
  };
}
