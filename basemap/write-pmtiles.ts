// Writes vector tiles into a PMTiles archive, version 3: clustered, gzipped, and deduplicated.
// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';
import type { Bounds } from '../geo/geometry.ts';
import { GRID_PER_DEGREE } from '../geo/geometry.ts';
import type { MapTile } from '../geo/map-tiles.ts';
import { type DirectoryEntry, HEADER_BYTES, packDirectories } from './pmtiles-directory.ts';
import { writeAtomically } from './write-atomically.ts';

export type PmtilesOptions = {
  path: string;
  /** In any order. */
  tiles: Iterable<MapTile>;
  bounds: Bounds;
  /** `vector_layers` says which layers and fields the tiles have. */
  metadata: { name: string; attribution: string; vector_layers: readonly VectorLayer[] };
};

export type VectorLayer = { id: string; fields: Readonly<Record<string, 'String' | 'Number' | 'Boolean'>> };

const SPEC_VERSION = 3;
const GZIP = 2;
const MVT = 1;

type PackedTile = { tileId: number; z: number; gzip: Uint8Array; digest: string };

export async function writePmtiles({ path, tiles, bounds, metadata }: PmtilesOptions): Promise<void> {
  const packed = packTiles(tiles);
  const { entries, contents } = placeTiles(packed);
  const { root, leaves } = packDirectories(entries);
  const json = gzipSync(JSON.stringify(metadata));
  const data = Buffer.concat(contents);
  const sections = [root, json, leaves, data].map(({ length }) => length);
  const zooms = packed.map(({ z }) => z);
  const header = packHeader({
    sections,
    counts: [packed.length, entries.length, contents.length],
    minZoom: zooms.reduce((least, z) => Math.min(least, z), Infinity),
    maxZoom: zooms.reduce((most, z) => Math.max(most, z), 0),
    bounds,
  });
  await writeAtomically(path, Buffer.concat([header, root, json, leaves, data]));
}

function packTiles(tiles: Iterable<MapTile>): PackedTile[] {
  // Deduplication: half of a world map is identical tiles of sea and of plain land.
  const known = new Map<string, Uint8Array>();
  const packed: PackedTile[] = [];
  for (const { address, bytes } of tiles) {
    const digest = createHash('sha1').update(bytes).digest('base64');
    const gzip = known.get(digest) ?? gzipSync(bytes);
    known.set(digest, gzip);
    packed.push({ tileId: zxyToTileId(address.z, address.x, address.y), z: address.z, gzip, digest });
  }
  return packed.sort((one, other) => one.tileId - other.tileId);
}

function placeTiles(packed: readonly PackedTile[]): { entries: DirectoryEntry[]; contents: Uint8Array[] } {
  const entries: DirectoryEntry[] = [];
  const contents: Uint8Array[] = [];
  const offsets = new Map<string, number>();
  let end = 0;
  for (const { tileId, gzip, digest } of packed) {
    const known = offsets.get(digest);
    const offset = known ?? end;
    if (known === undefined) {
      offsets.set(digest, offset);
      contents.push(gzip);
      end += gzip.length;
    }
    const before = entries.at(-1);
    const isNext = before && before.offset === offset && before.tileId + before.runLength === tileId;
    if (isNext) before.runLength++;
    else entries.push({ tileId, runLength: 1, offset, length: gzip.length });
  }
  return { entries, contents };
}

type Header = {
  /** Bytes of root directory, metadata, leaf directories and tiles, which follow the header in this order. */
  sections: readonly number[];
  /** The numbers of tiles, of directory entries and of distinct tiles. */
  counts: readonly number[];
  minZoom: number;
  maxZoom: number;
  bounds: Bounds;
};

function packHeader({ sections, counts, minZoom, maxZoom, bounds }: Header): Uint8Array {
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
  for (const byte of [isClustered, GZIP, GZIP, MVT, minZoom, maxZoom]) at = header.writeUInt8(byte, at);
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
