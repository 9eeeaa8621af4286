// Writes tiles into a PMTiles archive, version 3: clustered and deduplicated, with some 50 bytes of memory a tile. The
// tiles themselves wait in a scratch file.
// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';
import type { Bounds, TileAddress } from '../geo/geometry.ts';
import { GRID_PER_DEGREE } from '../geo/geometry.ts';
import { writeAt } from '../runtime/write-at.ts';
import { TILE_GZIP } from '../store/draw-tiles.ts';
import { ContentTable, grown } from './pmtiles-contents.ts';
import { type DirectoryEntries, HEADER_BYTES, packDirectories } from './pmtiles-directory.ts';
import { writeAtomically } from './write-atomically.ts';

export type TileType = 'mvt' | 'png' | 'jpeg' | 'webp';

/** For `vector_layers` of the metadata: which layers and fields the tiles have. */
export type VectorLayer = { id: string; fields: Readonly<Record<string, 'String' | 'Number' | 'Boolean'>> };

export type PmtilesWriter = {
  /** In any order. Vector tiles are gzipped here, unless they are already. */
  add(tile: { address: TileAddress; bytes: Uint8Array }): Promise<void>;
  /** Nothing is at `path` before. Where it fails, nothing is left behind. */
  finish(o: { bounds: Bounds; metadata: Record<string, unknown> }): Promise<{ bytes: number; tiles: number }>;
  /** Also after a failure, or after `finish`: then it does nothing. */
  abort(): Promise<void>;
};

const SPEC_VERSION = 3;
const COMPRESSION = { none: 1, gzip: 2 };
const TYPE_CODES: Readonly<Record<TileType, number>> = { mvt: 1, png: 2, jpeg: 3, webp: 4 };

/** Held in memory until it is written, at most. */
const PENDING_BYTES_MAX = 1024 * 1024;
const COPY_BYTES = 4 * 1024 * 1024;

export async function openPmtilesWriter({
  path,
  type,
}: {
  path: string;
  type: TileType;
}): Promise<PmtilesWriter> {
  // The file has no name once it is open, so that not even a killed process leaves it behind.
  const scratchPath = `${path}.${randomUUID()}.scratch`;
  const scratch = await open(scratchPath, 'wx+');
  await rm(scratchPath);

  const contents = new ContentTable();
  let tiles = 0;
  let tileIds = new Float64Array(1024);
  let contentOf = new Uint32Array(1024);
  let minZoom = Infinity;
  let maxZoom = 0;
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let written = 0;
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  function writePending(): Promise<void> {
    const bytes = Buffer.concat(pending);
    pending = [];
    pendingBytes = 0;
    writing = writing.then(async () => {
      await writeAt(scratch, bytes, written);
      written += bytes.length;
    });
    return writing;
  }

  async function close(): Promise<void> {
    if (isClosed) return;
    isClosed = true;
    await writing.catch(() => {});
    await scratch.close();
  }

  return {
    add: async ({ address, bytes }) => {
      const { z, x, y } = address;
      const digest = createHash('sha1').update(bytes).digest();
      // Half of a world map is identical tiles of sea and of plain land.
      let content = contents.find(digest);
      if (content === undefined) {
        const packed = type === 'mvt' && !isGzip(bytes) ? gzipSync(bytes, TILE_GZIP) : bytes;
        content = contents.add(digest, packed.length);
        pending.push(packed);
        pendingBytes += packed.length;
      }
      tileIds = grown(tileIds, tiles + 1);
      contentOf = grown(contentOf, tiles + 1);
      tileIds[tiles] = zxyToTileId(z, x, y);
      contentOf[tiles++] = content;
      minZoom = Math.min(minZoom, z);
      maxZoom = Math.max(maxZoom, z);
      if (pendingBytes > PENDING_BYTES_MAX) await writePending();
    },

    finish: async ({ bounds, metadata }) => {
      try {
        await writePending();
        const { entries, order, dataBytes } = placeTiles({
          tileIds: tileIds.subarray(0, tiles),
          contentOf,
          contents,
        });
        const { root, leaves } = packDirectories(entries);
        const json = gzipSync(JSON.stringify(metadata));
        const header = packHeader({
          type,
          sections: [root.length, json.length, leaves.length, dataBytes],
          counts: [tiles, entries.count, order.length],
          minZoom: Math.min(minZoom, maxZoom),
          maxZoom,
          bounds,
        });
        await writeAtomically(
          path,
          (async function* () {
            yield* [header, root, json, leaves];
            yield* orderedContents(scratch, contents, order);
          })(),
        );
        const bytes = HEADER_BYTES + root.length + json.length + leaves.length + dataBytes;
        return { bytes, tiles };
      } finally {
        await close();
      }
    },

    abort: close,
  };
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

type PlacedTiles = {
  entries: DirectoryEntries;
  /** The contents, as they follow each other in the archive: by the first tile that shows them. */
  order: Uint32Array;
  dataBytes: number;
};

function placeTiles({
  tileIds,
  contentOf,
  contents,
}: {
  tileIds: Float64Array;
  contentOf: Uint32Array;
  contents: ContentTable;
}): PlacedTiles {
  const tiles = tileIds.length;
  const sorted = Uint32Array.from({ length: tiles }, (_, tile) => tile).sort(
    (one, other) => tileIds[one]! - tileIds[other]!,
  );
  const entries = {
    count: 0,
    tileIds: new Float64Array(tiles),
    runLengths: new Uint32Array(tiles),
    offsets: new Float64Array(tiles),
    lengths: new Uint32Array(tiles),
  };
  const order = new Uint32Array(contents.count);
  const placed = new Float64Array(contents.count).fill(-1);
  let placedCount = 0;
  let dataBytes = 0;
  let idBefore = -1;
  let contentBefore = -1;
  for (const tile of sorted) {
    const tileId = tileIds[tile]!;
    const content = contentOf[tile]!;
    if (tileId === idBefore) throw new Error(`Two tiles have the number ${tileId}.`);
    if (content === contentBefore && tileId === idBefore + 1) {
      entries.runLengths[entries.count - 1]!++;
    } else {
      if (placed[content]! < 0) {
        placed[content] = dataBytes;
        order[placedCount++] = content;
        dataBytes += contents.length(content);
      }
      entries.tileIds[entries.count] = tileId;
      entries.runLengths[entries.count] = 1;
      entries.offsets[entries.count] = placed[content]!;
      entries.lengths[entries.count++] = contents.length(content);
    }
    idBefore = tileId;
    contentBefore = content;
  }
  return { entries, order, dataBytes };
}

/** Many reads at once: one after the other, each would wait for its turn of the event loop. */
async function* orderedContents(
  scratch: FileHandle,
  contents: ContentTable,
  order: Uint32Array,
): AsyncGenerator<Uint8Array> {
  for (let next = 0; next < order.length; ) {
    const first = next;
    let bytes = 0;
    while (next < order.length && (next === first || bytes + contents.length(order[next]!) <= COPY_BYTES)) {
      bytes += contents.length(order[next++]!);
    }
    const part = Buffer.allocUnsafeSlow(bytes);
    const reads: Promise<void>[] = [];
    let at = 0;
    for (let i = first; i < next; ) {
      // Contents that follow each other in the scratch file, too, are read at once.
      const offset = contents.offset(order[i]!);
      let length = 0;
      while (i < next && contents.offset(order[i]!) === offset + length)
        length += contents.length(order[i++]!);
      reads.push(readAt(scratch, part.subarray(at, at + length), offset));
      at += length;
    }
    await Promise.all(reads);
    yield part;
  }
}

async function readAt(file: FileHandle, into: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < into.length; ) {
    const { bytesRead } = await file.read(into, done, into.length - done, position + done);
    if (bytesRead === 0) throw new Error('The scratch file ends too early.');
    done += bytesRead;
  }
}

type Header = {
  type: TileType;
  /** Bytes of root directory, metadata, leaf directories and tiles, which follow the header in this order. */
  sections: readonly number[];
  /** The numbers of tiles, of directory entries and of distinct tiles. */
  counts: readonly number[];
  minZoom: number;
  maxZoom: number;
  bounds: Bounds;
};

function packHeader({ type, sections, counts, minZoom, maxZoom, bounds }: Header): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  let at = header.write('PMTiles');
  at = header.writeUInt8(SPEC_VERSION, at);
  let offset = HEADER_BYTES;
  for (const length of sections) {
    at = header.writeBigUInt64LE(BigInt(offset), at);
    at = header.writeBigUInt64LE(BigInt(length), at);
    offset += length;
  }
  for (const count of counts) at = header.writeBigUInt64LE(BigInt(count), at);
  const isClustered = 1;
  const tileCompression = type === 'mvt' ? COMPRESSION.gzip : COMPRESSION.none;
  for (const byte of [isClustered, COMPRESSION.gzip, tileCompression, TYPE_CODES[type], minZoom, maxZoom]) {
    at = header.writeUInt8(byte, at);
  }
  const { west, south, east, north } = bounds;
  for (const degrees of [west, south, east, north]) at = header.writeInt32LE(gridSteps(degrees), at);
  at = header.writeUInt8(Math.round((minZoom + maxZoom) / 2), at);
  at = header.writeInt32LE(gridSteps((west + east) / 2), at);
  header.writeInt32LE(gridSteps((south + north) / 2), at);
  return header;
}

/** PMTiles stores degrees in steps of 1e-7, as we do. */
function gridSteps(degrees: number): number {
  return Math.round(degrees * GRID_PER_DEGREE);
}
