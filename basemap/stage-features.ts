// Features on their way into tiles: written to a scratch file, sorted into blocks. A block is a tile with all tiles in it
// down to the end of its band of zooms, so that it is drawn from its own records alone.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { widenBounds } from '../geo/bounds-of.ts';
import { cutIntoTiles, inSquare, type TileSquare } from '../geo/cut-into-tiles.ts';
import { type Bounds, isArea, isLine } from '../geo/geometry.ts';
import { worldX, worldY } from '../geo/mercator.ts';
import { shapeAtZoom, type ZoomPlane } from '../geo/shape-at-zoom.ts';
import { TILE_MARGIN, tileNumber } from '../geo/tile-address.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { type Block, BlockFile, type Chunks } from '../store/block-file.ts';
import type { VectorLayer } from './pmtiles-writer.ts';
import {
  encodeMapGeometry,
  encodePart,
  featureText,
  type RecordHead,
  type WorldBox,
  writeRecord,
} from './staged-feature.ts';
import type { ZoomedFeature } from './zoomed-feature.ts';

/** Zooms from `first`, which is the blocks' own, to `last`. */
type Band = { first: number; last: number };
const BAND_ZOOMS = 4;

/** As many as a continent has. More means that some coordinates are wrong. */
const BLOCKS_MAX = 500_000;

/**
 * A feature with so many corners, counted once for each block it touches, is simplified and cut here, once for all blocks.
 * Of others, each block has a copy.
 */
const COPIED_CORNERS_MAX = 20_000;

/** Half a pixel: tiles are shown 512 px wide. */
export const TOLERANCE_UNITS = 4;
/** The last zoom is overzoomed on the screen, where half a pixel would show. */
export const LAST_ZOOM_TOLERANCE_UNITS = 0.75;
/** Two pixels by two. */
const SMALLEST_AREA_UNITS = 256;

/** The tiles of one zoom in a block. */
export type SquareJob = {
  plane: ZoomPlane;
  square: TileSquare;
  chunks: Chunks;
  records: number;
  bytes: number;
  /** An estimate, for the progress. */
  work: number;
};

export class FeatureStage {
  readonly #maxZoom: number;
  readonly #file: BlockFile;
  readonly #bands: readonly Band[];
  readonly #blocks = new Map<number, Block & { band: Band; x: number; y: number }>();
  readonly #layers = new Map<string, Record<string, VectorLayer['fields'][string]>>();
  readonly bounds: Bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  features = 0;
  #minZoom = Infinity;

  private constructor(file: BlockFile, maxZoom: number) {
    this.#file = file;
    this.#maxZoom = maxZoom;
    this.#bands = bandsTo(maxZoom);
  }

  static async create(folder: string, maxZoom: number): Promise<FeatureStage> {
    return new FeatureStage(await BlockFile.create(join(folder, `features-${randomUUID()}`)), maxZoom);
  }

  /** The scratch file's descriptor, which all threads may read from until `close`. */
  get file(): number {
    return this.#file.descriptor;
  }

  /** Call `settle` every now and then. */
  add(feature: ZoomedFeature): void {
    const { geometry } = feature;
    const minZoom = Math.max(0, feature.minZoom);
    const maxZoom = Math.min(this.#maxZoom, feature.maxZoom ?? this.#maxZoom);
    this.#note(feature);
    const { bytes, bounds, corners } = encodeMapGeometry(geometry);
    if (minZoom > maxZoom || corners === 0) return;
    this.#minZoom = Math.min(this.#minZoom, minZoom);
    widenBounds(this.bounds, bounds);
    const box = worldBox(bounds);
    const rank = rankOf(feature, box, this.features++);
    const head = { minZoom, maxZoom, rank, box, isArea: isArea(geometry) };
    const text = featureText(feature);
    let record: Uint8Array | undefined;
    for (const band of this.#bands) {
      if (band.last < minZoom || band.first > maxZoom) continue;
      const { minX, maxX, minY, maxY } = blockRange(box, band.first);
      const count = (maxX - minX + 1) * (maxY - minY + 1);
      if (count > BLOCKS_MAX) throw tooWide();
      if (count > 1 && count * corners > COPIED_CORNERS_MAX) {
        this.#addParts({ feature, head, text, band });
        // The parts have used the memory of the record.
        record = undefined;
        continue;
      }
      record ??= writeRecord(head, text, { geometry: bytes });
      for (let y = minY; y <= maxY; y++) {
        for (let x = minX; x <= maxX; x++) this.#file.add(this.#blockAt(band, x, y), record);
      }
    }
  }

  #addParts(o: { feature: ZoomedFeature; head: RecordHead; text: string; band: Band }): void {
    const { feature, head, text, band } = o;
    const { minZoom, maxZoom } = head;
    for (let z = Math.max(minZoom, band.first); z <= Math.min(maxZoom, band.last); z++) {
      const tiles = 2 ** (z - band.first);
      const shape = inSquare(shapeAtZoom(feature.geometry, planeOf(z, this.#maxZoom)), z, tiles);
      cutIntoTiles(shape, { tiles }, (part) => {
        const { x, y } = part.square;
        const ownHead = { ...head, minZoom: z, maxZoom: z };
        const record = writeRecord(ownHead, text, { part: encodePart(part) });
        this.#file.add(this.#blockAt(band, x / tiles, y / tiles), record);
      });
    }
  }

  #blockAt(band: Band, x: number, y: number): Block {
    const number = tileNumber({ z: band.first, x, y });
    const found = this.#blocks.get(number);
    if (found) return found;
    if (this.#blocks.size === BLOCKS_MAX) throw tooWide();
    const block = { chunks: [], records: 0, band, x, y };
    this.#blocks.set(number, block);
    return block;
  }

  #note({ layer, properties }: ZoomedFeature): void {
    const fields = this.#layers.get(layer) ?? {};
    this.#layers.set(layer, fields);
    for (const key in properties) {
      const type = typeof properties[key];
      if (type in FIELD_TYPES) fields[key] ??= FIELD_TYPES[type as keyof typeof FIELD_TYPES];
    }
  }

  /** Writes to the file if much is waiting. */
  settle(): Promise<void> {
    return this.#file.settle();
  }

  /** The layers and fields of the tiles, for the archive's metadata. */
  vectorLayers(): VectorLayer[] {
    return [...this.#layers].map(([id, fields]) => ({ id, fields }));
  }

  /** One for each zoom of a block. The most work comes first. */
  async finish(): Promise<SquareJob[]> {
    await this.#file.writePending();
    const jobs: SquareJob[] = [];
    for (const { band, x, y, chunks, records } of this.#blocks.values()) {
      const bytes = chunks.reduce((sum, length, i) => (i % 2 === 1 ? sum + length : sum), 0);
      for (let z = Math.max(band.first, this.#minZoom); z <= band.last; z++) {
        const tiles = 2 ** (z - band.first);
        const square = { x: x * tiles, y: y * tiles, tiles };
        // More tiles take longer, but not as much longer as there are more of them.
        const work = bytes * (1 + z - band.first);
        jobs.push({ plane: planeOf(z, this.#maxZoom), square, chunks, records, bytes, work });
      }
    }
    return jobs.sort((a, b) => b.work - a.work);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

const FIELD_TYPES = { string: 'String', number: 'Number', boolean: 'Boolean' } as const;

function bandsTo(maxZoom: number): Band[] {
  const bands: Band[] = [];
  for (let last = maxZoom; last >= 0; last -= BAND_ZOOMS) {
    bands.push({ first: Math.max(0, last - BAND_ZOOMS + 1), last });
  }
  return bands;
}

function planeOf(z: number, maxZoom: number): ZoomPlane {
  return z === maxZoom
    ? { z, tolerance: LAST_ZOOM_TOLERANCE_UNITS, smallestArea: 0 }
    : { z, tolerance: TOLERANCE_UNITS, smallestArea: SMALLEST_AREA_UNITS };
}

function tooWide(): OperatorError {
  return new OperatorError('The shapes cover too wide an area: are their coordinates right?');
}

function worldBox({ west, south, east, north }: Bounds): WorldBox {
  return [worldX(west), worldY(north), worldX(east), worldY(south)];
}

/** The blocks whose tiles show a feature, in their buffer at least. */
function blockRange([west, north, east, south]: WorldBox, z: number) {
  const columns = 2 ** z;
  const blockOf = (place: number) => Math.min(columns - 1, Math.max(0, Math.floor(place)));
  return {
    minX: blockOf(west * columns - TILE_MARGIN),
    maxX: blockOf(east * columns + TILE_MARGIN),
    minY: blockOf(north * columns - TILE_MARGIN),
    maxY: blockOf(south * columns + TILE_MARGIN),
  };
}

/**
 * Areas by the side of a square as large as their box, lines by its diagonal, points above all of them. A hash of the
 * number makes ranks differ, so that of features alike some are left out everywhere, not all in one place.
 */
function rankOf({ geometry }: ZoomedFeature, [west, north, east, south]: WorldBox, number: number): number {
  const share = (Math.imul(number, 2_654_435_761) >>> 0) / 2 ** 32;
  if (geometry.type === 'Point') return 2 + share;
  const width = east - west;
  const height = south - north;
  return (isLine(geometry) ? Math.hypot(width, height) : Math.sqrt(width * height)) * (1 + share / 100);
}
