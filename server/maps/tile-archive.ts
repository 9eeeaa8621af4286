// Reads a PMTiles file from disk, of vector tiles or of pictures: its header, its metadata and its tiles.
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  Compression,
  type DecompressFunc,
  type Header,
  PMTiles,
  SharedPromiseCache,
  type Source,
  TileType,
} from 'pmtiles';
import { z } from 'zod';
import { schemaProblem } from '../../basemap/basemap-schema.ts';
import type { Bounds, TileAddress } from '../../geo/geometry.ts';
import { VarintReader } from '../../geo/geometry-code.ts';

/** A few bytes may unpack to gigabytes. The largest tiles and directories have a tenth of this. */
const UNPACKED = { maxOutputLength: 64 * 1024 * 1024 };
const gunzipAsync = promisify(gunzip);
export const unpackTile = (tile: Uint8Array) => gunzipAsync(tile, UNPACKED);

/** For directories and metadata. The library's own loads all of fetch for this, which takes a start as long as a map. */
const unpack: DecompressFunc = async (bytes, compression) => {
  if (compression === Compression.None || compression === Compression.Unknown) return bytes;
  if (compression !== Compression.Gzip) throw new Error('The archive is not packed with gzip.');
  const { buffer, byteOffset, byteLength } = await unpackTile(new Uint8Array(bytes));
  return buffer.slice(byteOffset, byteOffset + byteLength);
};

/** Ten times as much as real ones have: the library makes an object of each entry. */
const DIRECTORY_BYTES_MAX = 2 * 1024 * 1024;

/** The library would believe a directory that it has thousands of millions of entries. */
const unpackDirectory: DecompressFunc = async (bytes, compression) => {
  const directory = await unpack(bytes, compression);
  const count = new VarintReader(new Uint8Array(directory)).varint();
  if (directory.byteLength > DIRECTORY_BYTES_MAX || !(count <= directory.byteLength / 4)) {
    throw new Error('The archive has a directory that is too large.');
  }
  return directory;
};

export type TileArchive = {
  /** Differs whenever the file differs. */
  version: string;
  /** As its metadata say. */
  name: string;
  zoomMin: number;
  zoomMax: number;
  bounds: Bounds;
  /** The names of the layers in its tiles; undefined if the metadata does not say. */
  layers: ReadonlySet<string> | undefined;
  /** Why its tiles cannot be a street map; the end of a sentence. */
  schemaProblem?: string | undefined;
  /** HTML for the map's attribution control; empty if the metadata has none. */
  attribution: string;
  /** Whether the metadata name OpenStreetMap or Protomaps, whose builds are drawn from it. */
  isOfOpenStreetMap?: boolean | undefined;
  /** Of pictures, such as image/webp; undefined for vector tiles. */
  mediaType: string | undefined;
  isGzipped: boolean;
  /** As stored, so gzipped if `isGzipped`. */
  find(address: TileAddress): Promise<Uint8Array | undefined>;
  findUnpacked(address: TileAddress): Promise<Uint8Array | undefined>;
  close(): Promise<void>;
};

/** `problem` is the end of a sentence that begins with the file's name. */
export type ArchiveProblem = { problem: string; isMissing: boolean };

const metadata = z.object({
  vector_layers: z
    .array(
      z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()).optional().catch(undefined) }),
    )
    .optional()
    .catch(undefined),
  attribution: z.string().catch(''),
  name: z.string().catch(''),
});

/** What the tiles of an archive are meant to be. */
export type Expected = 'vector tiles' | 'pictures';

export async function openTileArchive(
  path: string,
  expected: Expected = 'vector tiles',
): Promise<TileArchive | ArchiveProblem> {
  let file: FileHandle;
  try {
    // A pipe would wait for its writer.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return { problem: reasons[code ?? ''] ?? 'cannot be opened', isMissing: code === 'ENOENT' };
  }
  const read = await readArchive(file, { path, expected });
  if ('problem' in read) await file.close();
  return read;
}

const reasons: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read by this user',
};

async function readArchive(
  file: FileHandle,
  { path, expected }: { path: string; expected: Expected },
): Promise<TileArchive | ArchiveProblem> {
  const { size, mtimeMs } = await file.stat();
  const source = sourceOf(file, { path, size });
  const directories = new SharedPromiseCache(undefined, undefined, unpackDirectory);
  const packed = new PMTiles(source, directories, async (bytes) => bytes);
  let header: Header;
  let said: string;
  let about: z.infer<typeof metadata>;
  try {
    header = await packed.getHeader();
    const contents = await new PMTiles(source, directories, unpack).getMetadata();
    about = metadata.parse(contents);
    // Lists too deep in each other can be read, and not be written.
    said = JSON.stringify(contents);
  } catch {
    return { problem: 'is not a PMTiles archive', isMissing: false };
  }
  const problem = problemOf(header, { size, expected });
  if (problem !== undefined) return { problem, isMissing: false };

  const isGzipped = header.tileCompression === Compression.Gzip;
  async function find({ z, x, y }: TileAddress): Promise<Uint8Array | undefined> {
    const tile = await packed.getZxy(z, x, y);
    return tile && new Uint8Array(tile.data);
  }
  return {
    version: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`,
    name: about.name,
    zoomMin: header.minZoom,
    zoomMax: header.maxZoom,
    bounds: { west: header.minLon, south: header.minLat, east: header.maxLon, north: header.maxLat },
    layers: about.vector_layers && new Set(about.vector_layers.map(({ id }) => id)),
    schemaProblem: schemaProblem(about.vector_layers),
    attribution: about.attribution,
    isOfOpenStreetMap: /openstreetmap|protomaps|planetiler:osm/i.test(said),
    mediaType: MEDIA_TYPES[header.tileType],
    isGzipped,
    find,
    findUnpacked: async (address) => {
      const tile = await find(address);
      return tile && isGzipped ? unpackTile(tile) : tile;
    },
    close: () => file.close(),
  };
}

const MEDIA_TYPES: Partial<Record<TileType, string>> = {
  [TileType.Png]: 'image/png',
  [TileType.Jpeg]: 'image/jpeg',
  [TileType.Webp]: 'image/webp',
};

function problemOf(
  { tileType, tileCompression, tileDataOffset, tileDataLength }: Header,
  { size, expected }: { size: number; expected: Expected },
): string | undefined {
  const isVector = tileType === TileType.Mvt;
  if (expected === 'pictures' && (isVector || MEDIA_TYPES[tileType] === undefined))
    return 'holds no pictures';
  if (expected === 'vector tiles' && !isVector) return 'holds no vector tiles';
  const isPlain = tileCompression === Compression.None || tileCompression === Compression.Unknown;
  if (isVector ? tileCompression !== Compression.Gzip && !isPlain : !isPlain) {
    return 'is packed in a way that browsers may not unpack: gzip is expected';
  }
  if (tileDataOffset + (tileDataLength ?? 0) > size) return 'is cut off';
  return undefined;
}

function sourceOf(file: FileHandle, { path, size }: { path: string; size: number }): Source {
  return {
    getKey: () => path,
    getBytes: async (offset, claimed) => {
      const length = Math.max(0, Math.min(claimed, size - offset));
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, offset);
      return { data: buffer.buffer.slice(0, bytesRead) };
    },
  };
}
