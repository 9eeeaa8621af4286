// The header, metadata and directories of a PMTiles archive, version 3, read as far as wanted tiles need it.
// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
import { gunzipSync } from 'node:zlib';
import { bytesToHeader, Compression, type Header, TileType } from 'pmtiles';
import { grown } from '../basemap/pmtiles-contents.ts';
import { HEADER_BYTES } from '../basemap/pmtiles-directory.ts';
import type { TileType as WrittenType } from '../basemap/pmtiles-writer.ts';
import { VarintReader } from '../geo/geometry-code.ts';
import { OperatorError } from '../runtime/operator-error.ts';
import { type ArchiveBytes, type ByteRange, FIRST_RANGE } from './archive-bytes.ts';
import { requestsFor } from './merge-ranges.ts';
import type { TileIdRanges } from './tile-id-ranges.ts';

export type ArchiveIndex = {
  header: Header;
  type: WrittenType;
  metadata: Record<string, unknown>;
};

const METADATA_BYTES_MAX = 32_000_000;
const DIRECTORY_BYTES_MAX = 256_000_000;
/** The specification recommends one level of leaves. */
const LEVELS_MAX = 4;

const TYPES: ReadonlyMap<number, WrittenType> = new Map([
  [TileType.Mvt, 'mvt'],
  [TileType.Png, 'png'],
  [TileType.Jpeg, 'jpeg'],
  [TileType.Webp, 'webp'],
]);

export async function readArchiveIndex(
  archive: ArchiveBytes,
  expects: 'vector' | 'raster' | undefined,
): Promise<ArchiveIndex> {
  const { name } = archive;
  const header = parseHeader(await archive.read(FIRST_RANGE), archive);
  const type = TYPES.get(header.tileType);
  if (type === undefined) {
    throw new OperatorError(
      `${name} has tiles of a kind that cannot be shown: vector tiles, PNG, JPEG and WebP can.`,
    );
  }
  if (expects === 'vector' && type !== 'mvt') {
    throw new OperatorError(
      `${name} has pictures (${type}), and a map of vector tiles is needed: choose another archive.`,
    );
  }
  if (expects === 'raster' && type === 'mvt') {
    throw new OperatorError(`${name} has vector tiles, and pictures are needed: choose another archive.`);
  }
  if (header.tileCompression !== Compression.None && header.tileCompression !== Compression.Gzip) {
    throw new OperatorError(
      `${name} has tiles that are compressed otherwise than by gzip: convert it to gzip.`,
    );
  }
  return { header, type, metadata: await readMetadata(archive, header) };
}

function parseHeader(first: Buffer, { name, size }: ArchiveBytes): Header {
  if (first.length === 0) throw new OperatorError(`${name} is an empty file.`);
  const text = first.toString('latin1', 0, 16);
  if (text.startsWith('SQLite format 3')) {
    throw new OperatorError(
      `${name} is an SQLite file, perhaps MBTiles: convert it with \`pmtiles convert\`.`,
    );
  }
  const isOld = text.startsWith('PM') && !text.startsWith('PMTiles');
  if (isOld || (text.startsWith('PMTiles') && first[7] !== 3)) {
    throw new OperatorError(
      `${name} is a PMTiles archive of version ${isOld ? first[2] : first[7]}, and version 3 is needed: convert it with \`pmtiles convert\`.`,
    );
  }
  if (!text.startsWith('PMTiles')) throw new OperatorError(`${name} is not a PMTiles archive.`);
  if (first.length < HEADER_BYTES) throw cutOff(name);
  const header = bytesToHeader(new Uint8Array(first).buffer);
  const end = Math.max(
    header.rootDirectoryOffset + header.rootDirectoryLength,
    header.jsonMetadataOffset + header.jsonMetadataLength,
    header.leafDirectoryOffset + (header.leafDirectoryLength ?? 0),
    header.tileDataOffset + (header.tileDataLength ?? 0),
  );
  if (size !== undefined && size < end) throw cutOff(name);
  return header;
}

function cutOff(name: string): OperatorError {
  return new OperatorError(`${name} is cut off: its end is missing, so get it again.`);
}

function damaged(name: string): OperatorError {
  return new OperatorError(`${name} is damaged: its directory of tiles cannot be read, so get it again.`);
}

async function readMetadata(archive: ArchiveBytes, header: Header): Promise<Record<string, unknown>> {
  const range = { offset: header.jsonMetadataOffset, length: header.jsonMetadataLength };
  if (range.length === 0) return {};
  if (range.length > METADATA_BYTES_MAX) throw damaged(archive.name);
  const bytes = unpack(await archive.read(range), { archive, header, bytesMax: METADATA_BYTES_MAX });
  try {
    const metadata: unknown = JSON.parse(bytes.toString('utf8'));
    // Lists too deep in each other can be read, and not be written.
    JSON.stringify(metadata);
    if (typeof metadata === 'object' && metadata !== null) return metadata as Record<string, unknown>;
  } catch {
    // Below.
  }
  throw new OperatorError(`${archive.name} is damaged: its description is not JSON, so get it again.`);
}

function unpack(
  bytes: Buffer,
  { archive, header, bytesMax }: { archive: ArchiveBytes; header: Header; bytesMax: number },
): Buffer {
  if (header.internalCompression === Compression.None) return bytes;
  if (header.internalCompression !== Compression.Gzip) {
    throw new OperatorError(
      `${archive.name} has a directory that is compressed otherwise than by gzip: convert it to gzip.`,
    );
  }
  try {
    return gunzipSync(bytes, { maxOutputLength: bytesMax });
  } catch {
    throw damaged(archive.name);
  }
}

/** Tiles in any order, in columns: 24 bytes an entry. `runLengths` tiles from an id on have the same bytes. */
export class TileEntries {
  count = 0;
  tileIds = new Float64Array(1024);
  runLengths = new Uint32Array(1024);
  /** In the whole file. */
  offsets = new Float64Array(1024);
  lengths = new Uint32Array(1024);

  add(entry: { tileId: number; runLength: number; offset: number; length: number }): void {
    const at = this.count++;
    this.tileIds = grown(this.tileIds, this.count);
    this.runLengths = grown(this.runLengths, this.count);
    this.offsets = grown(this.offsets, this.count);
    this.lengths = grown(this.lengths, this.count);
    this.tileIds[at] = entry.tileId;
    this.runLengths[at] = entry.runLength;
    this.offsets[at] = entry.offset;
    this.lengths[at] = entry.length;
  }
}

/** The wanted tiles. Only leaf directories that may name some of them are read. */
export async function readEntries(o: {
  archive: ArchiveBytes;
  header: Header;
  wanted: TileIdRanges;
  onProgress: (done: number, total: number) => void;
}): Promise<TileEntries> {
  const { archive, header, wanted } = o;
  const { name } = archive;
  const entries = new TileEntries();
  const dataBytes = header.tileDataLength ?? Infinity;
  const leafBytes = header.leafDirectoryLength ?? 0;

  /** `end` is the first id behind the directory. The leaves it names, if they are wanted, with their own ends. */
  function take(bytes: Buffer, end: number): (ByteRange & { end: number })[] {
    const directory = readDirectory(unpack(bytes, { archive, header, bytesMax: DIRECTORY_BYTES_MAX }), name);
    const leaves: (ByteRange & { end: number })[] = [];
    directory.forEach(({ tileId, runLength, offset, length }, i) => {
      if (length === 0 || offset + length > (runLength === 0 ? leafBytes : dataBytes)) throw damaged(name);
      if (runLength === 0) {
        const leafEnd = Math.min(end, directory[i + 1]?.tileId ?? end);
        if (wanted.touches(tileId, leafEnd)) {
          leaves.push({ offset: header.leafDirectoryOffset + offset, length, end: leafEnd });
        }
        return;
      }
      for (const { start, end: last } of wanted.within(tileId, tileId + runLength)) {
        entries.add({
          tileId: start,
          runLength: last - start,
          offset: header.tileDataOffset + offset,
          length,
        });
      }
    });
    return leaves;
  }

  const root = await archive.read({ offset: header.rootDirectoryOffset, length: header.rootDirectoryLength });
  let leaves = take(root, Infinity);
  for (let level = 1; leaves.length > 0; level++) {
    if (level === LEVELS_MAX) throw damaged(name);
    leaves = await takeLeaves(leaves);
  }
  return entries;

  async function takeLeaves(level: readonly (ByteRange & { end: number })[]) {
    const below: (ByteRange & { end: number })[] = [];
    const sorted = level.toSorted((a, b) => a.offset - b.offset);
    // Each is read once: thousands of pointers to one leaf are made to do harm.
    if (sorted.some(({ offset }, i) => i > 0 && offset < sorted[i - 1]!.offset + sorted[i - 1]!.length))
      throw damaged(name);
    const requests = requestsFor(sorted);
    let next = 0;
    for (const [i, range] of requests.entries()) {
      o.onProgress(i, requests.length);
      // A leaf that begins in this part may end behind it.
      const own: (ByteRange & { end: number })[] = [];
      while (next < sorted.length && sorted[next]!.offset < range.offset + range.length)
        own.push(sorted[next++]!);
      const last = own.at(-1);
      if (!last) continue;
      const length = Math.max(range.length, last.offset + last.length - range.offset);
      const bytes = await archive.read({ offset: range.offset, length });
      for (const leaf of own) {
        const from = leaf.offset - range.offset;
        below.push(...take(bytes.subarray(from, from + leaf.length), leaf.end));
      }
    }
    o.onProgress(requests.length, requests.length);
    return below;
  }
}

type Entry = { tileId: number; runLength: number; offset: number; length: number };

function readDirectory(bytes: Buffer, name: string): Entry[] {
  const reader = new VarintReader(bytes);
  const count = reader.varint();
  // Each has four bytes at least.
  if (!(count > 0 && count <= bytes.length / 4)) throw damaged(name);
  const entries: Entry[] = [];
  let tileId = 0;
  for (let i = 0; i < count; i++) {
    const step = reader.varint();
    if (i > 0 && step === 0) throw damaged(name);
    tileId += step;
    entries.push({ tileId, runLength: 0, offset: 0, length: 0 });
  }
  for (const entry of entries) entry.runLength = reader.varint();
  for (const entry of entries) entry.length = reader.varint();
  entries.forEach((entry, i) => {
    const value = reader.varint();
    const before = entries[i - 1];
    // Zero means: directly after the previous entry.
    entry.offset = value > 0 ? value - 1 : before ? before.offset + before.length : NaN;
  });
  // Numbers behind the end of the bytes are not numbers.
  const last = entries.at(-1)!;
  if (![last.tileId, last.runLength, last.length, last.offset].every(Number.isSafeInteger))
    throw damaged(name);
  return entries;
}
