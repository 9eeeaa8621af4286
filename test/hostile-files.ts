// Files made to do harm, a few bytes each or made in a moment: what reads them would take gigabytes, or never end.
import { closeSync, openSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { constants, deflateRawSync, gzipSync } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { zipBytes } from './zip-bytes.ts';

const BLOCK_BYTES = 16 * 2 ** 20;

/** So many blocks of 16 MB of zeros, packed; each block stands for itself, so that they are packed but once. */
function packedZeros(blocks: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(BLOCK_BYTES), { finishFlush: constants.Z_FULL_FLUSH });
  return Buffer.concat([...Array.from({ length: blocks }, () => block), Buffer.from([3, 0])]);
}

export function gzipBomb(gigabytes: number): Buffer {
  const head = Buffer.from('1f8b0800000000000003', 'hex');
  return Buffer.concat([head, packedZeros(64 * gigabytes), Buffer.alloc(8)]);
}

/** One strip of 64 x 64 pixels that unpacks to gigabytes. `compression` is 8 for Deflate. */
export function writeBombTiff(path: string, gigabytes: number): void {
  const strip = Buffer.concat([Buffer.from('789c', 'hex'), packedZeros(64 * gigabytes)]);
  writeTiff(path, { strip, compression: 8, nextDirectory: 0 });
}

/** LZW of ever longer strings of zeros, begun anew each 3,800 codes. */
export function writeLzwTiff(path: string, megabytes: number): void {
  const codes: [code: number, bits: number][] = [[256, 9]];
  let bits = 9;
  codes.push([0, 9]);
  for (let next = 258; next < 4094; next++) {
    codes.push([next, bits]);
    if (next + 2 >= 2 ** bits && bits < 12) bits++;
  }
  const period: boolean[] = [];
  for (const [code, width] of codes)
    for (let bit = width - 1; bit >= 0; bit--) period.push(((code >> bit) & 1) === 1);
  // Eight periods end at a whole byte; the clear code of the next one has the width of the one before.
  const bytes = Buffer.alloc(period.length);
  for (let i = 0; i < period.length * 8; i++) {
    if (period[i % period.length]) bytes[i >> 3]! |= 0x80 >> (i & 7);
  }
  writeTiff(path, {
    strip: Buffer.concat(Array.from({ length: Math.ceil((megabytes * 1e6) / bytes.length) }, () => bytes)),
    compression: 5,
    nextDirectory: 0,
  });
}

/** Each directory says that it is the next one. */
export function writeLoopTiff(path: string): void {
  writeTiff(path, { strip: Buffer.alloc(64 * 64), compression: 1, nextDirectory: 'itself' });
}

function writeTiff(
  path: string,
  o: { strip: Buffer; compression: number; nextDirectory: 0 | 'itself' },
): void {
  const { strip, compression } = o;
  const size = 64;
  const doubles = Buffer.alloc(72);
  for (const [i, value] of [10, 10, 0, 0, 0, 0, 1_450_000, 700_000, 0].entries()) {
    doubles.writeDoubleLE(value, i * 8);
  }
  const keys = Buffer.from(Uint16Array.from([1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 2264]).buffer);
  const stripAt = 8 + doubles.length + keys.length;
  const directoryAt = stripAt + strip.length + (strip.length % 2);
  const tags: [tag: number, type: number, count: number, value: number][] = [
    [256, 4, 1, size],
    [257, 4, 1, size],
    [258, 3, 1, 8],
    [259, 3, 1, compression],
    [262, 3, 1, 1],
    [273, 4, 1, stripAt],
    [277, 3, 1, 1],
    [278, 4, 1, size],
    [279, 4, 1, strip.length],
    [33_550, 12, 3, 8],
    [33_922, 12, 6, 32],
    [34_735, 3, 12, 80],
  ];
  const directory = Buffer.alloc(2 + tags.length * 12 + 4);
  directory.writeUInt16LE(tags.length);
  tags.forEach(([tag, type, count, value], i) => {
    const at = 2 + i * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(count, at + 4);
    directory.writeUInt32LE(value, at + 8);
  });
  directory.writeUInt32LE(o.nextDirectory === 'itself' ? directoryAt : 0, directory.length - 4);
  const head = Buffer.from('49492a0000000000', 'hex');
  head.writeUInt32LE(directoryAt, 4);
  writeFileSync(path, Buffer.concat([head, doubles, keys, strip, Buffer.alloc(strip.length % 2), directory]));
}

/** A number of so many bits of 7. */
function varint(value: number): number[] {
  const bytes: number[] = [];
  for (; value > 127; value = Math.floor(value / 128)) bytes.push((value % 128) | 128);
  return [...bytes, value];
}

type Entry = { tileId: number; runLength: number; length: number; offset: number };

function directoryBytes(entries: readonly Entry[]): Buffer {
  const bytes = varint(entries.length);
  for (const [i, { tileId }] of entries.entries()) {
    bytes.push(...varint(tileId - (entries[i - 1]?.tileId ?? 0)));
  }
  for (const { runLength } of entries) bytes.push(...varint(runLength));
  for (const { length } of entries) bytes.push(...varint(length));
  for (const { offset } of entries) bytes.push(...varint(offset + 1));
  return gzipSync(Buffer.from(bytes), { level: 9 });
}

/** `type` is 1 for vector tiles, 2 for PNG. */
function archive(o: { root: Buffer; leaves?: Buffer; tiles: Buffer; type: 1 | 2; json?: string }): Buffer {
  const { root, leaves = Buffer.alloc(0), tiles, type } = o;
  const metadata = gzipSync(o.json ?? JSON.stringify({ vector_layers: [{ id: 'zoning', fields: {} }] }));
  const header = Buffer.alloc(127);
  header.write('PMTiles', 'latin1');
  header[7] = 3;
  let at = 127;
  [root, metadata, leaves, tiles].forEach(({ length }, i) => {
    header.writeBigUInt64LE(BigInt(at), 8 + i * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + i * 16);
    at += length;
  });
  header.set([1, 2, 2, type, 0, 14], 96);
  const bounds = [-1_800_000_000, -850_000_000, 1_800_000_000, 850_000_000];
  for (const [i, degrees] of bounds.entries()) header.writeInt32LE(degrees, 102 + i * 4);
  return Buffer.concat([header, root, metadata, leaves, tiles]);
}

/** So many pointers of the root lead to one leaf, which is read for each. */
export function oneLeafArchive(pointers: number): Buffer {
  const tiles = gzipSync(Buffer.alloc(10));
  const count = 20_000;
  const leaf = directoryBytes(
    Array.from({ length: count }, (_, i) => ({ tileId: i, runLength: 1, length: tiles.length, offset: 0 })),
  );
  const root = Array.from({ length: pointers }, (_, i) => ({
    tileId: i,
    runLength: 0,
    length: leaf.length,
    offset: 0,
  }));
  return archive({ root: directoryBytes(root), leaves: leaf, tiles, type: 1 });
}

/** A root directory that says it has so many entries, and ends. */
export function endlessDirectoryArchive(entries: number): Buffer {
  return archive({ root: gzipSync(Buffer.from(varint(entries))), tiles: Buffer.alloc(1), type: 1 });
}

export function archiveOfMetadata(json: string): Buffer {
  const tiles = gzipSync('');
  const root = directoryBytes([{ tileId: 0, runLength: 1, length: tiles.length, offset: 0 }]);
  return archive({ root, tiles, type: 1, json });
}

/** A picture that is packed, and unpacks to gigabytes. */
export function bombPictureArchive(gigabytes: number): Buffer {
  const tiles = gzipBomb(gigabytes);
  const root = directoryBytes([{ tileId: 0, runLength: 1, length: tiles.length, offset: 0 }]);
  return archive({ root, tiles, type: 2 });
}

const feature = (properties: string, coordinates: string) =>
  `{"type":"FeatureCollection","features":[{"type":"Feature","properties":${properties},"geometry":{"type":"Polygon","coordinates":${coordinates}}}]}`;
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

export const nestedCoordinates = (depth: number) => feature('{"PIN":"1"}', nested(depth));
export const nestedProperties = (depth: number) =>
  feature(`{"PIN":"1","X":${nested(depth)}}`, '[[[-81,35],[-81.1,35],[-81,35.1],[-81,35]]]');

/** The run of one page says that it is two thousand million rows long. */
export function lyingParquet(): Buffer {
  const rows = 1000;
  const data = Array.from({ length: rows }, (_, i) => i + 0.5);
  const bytes = Buffer.from(
    parquetWriteBuffer({
      columnData: [
        { name: 'PIN', data },
        { name: 'geometry', data: data.map(() => new Uint8Array([1])) },
      ],
      schema: [
        { name: 'root', num_children: 2 },
        { name: 'PIN', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
        { name: 'geometry', type: 'BYTE_ARRAY', repetition_type: 'OPTIONAL' },
      ],
      codec: 'UNCOMPRESSED',
    }),
  );
  // Behind the head of the page the definition levels: a run of 1000 ones.
  const at = bytes.indexOf(Buffer.from([0, 0, 0xd0, 0x0f, 1]));
  if (at < 0) throw new Error('The page has another form.');
  bytes.set([0xfe, 0xff, 0xff, 0xff, 0x0f, 1], at + 2);
  return bytes;
}

/** Ends of Placemarks without a beginning, and beginnings that are one another's end. */
export const endsWithoutBeginning = (count: number) =>
  `<?xml version="1.0"?><kml>${'</Placemark>'.repeat(count)}</kml>`;
export const beginningsInTags = (count: number) =>
  `<?xml version="1.0"?><kml>${'<Placemark '.repeat(count)}/></Placemark></kml>`;

/** A layer that is a view: its rows joined with themselves five times. */
export function writeJoiningView(path: string): void {
  const database = new DatabaseSync(path);
  database.exec(`
    CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT, srs_id INTEGER);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, geometry_type_name TEXT, srs_id INTEGER);
    CREATE TABLE lot (pin TEXT, shape BLOB);
    INSERT INTO lot WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000) SELECT 'P' || i, NULL FROM n;
    CREATE VIEW parcels AS SELECT count(*) || a.pin AS pin, a.shape FROM lot a, lot b, lot c, lot d, lot e WHERE a.pin || b.pin <> c.pin || d.pin || e.pin;
    INSERT INTO gpkg_contents VALUES ('parcels', 'features', 4326);
    INSERT INTO gpkg_geometry_columns VALUES ('parcels', 'shape', 'POLYGON', 4326);
  `);
  database.close();
}

/** A zip in a zip, so deep. */
export function nestedZip(depth: number): Buffer {
  let bytes: Buffer = Buffer.from('<kml></kml>');
  for (let i = 0; i < depth; i++) bytes = zipBytes([{ name: i === 0 ? 'a.kml' : 'a.zip', bytes }]);
  return bytes;
}

/** One line of so many bytes; the file takes no room on the disk. */
export function writeLongLine(path: string, bytes: number): void {
  const file = openSync(path, 'w');
  writeSync(file, 'PIN,WKT\n1,"');
  closeSync(file);
  truncateSync(path, bytes);
}

/** A table of four thousand million rows of no bytes. */
export function emptyRowsDbf(): Buffer {
  const bytes = Buffer.alloc(32 + 32 + 1 + 16);
  bytes[0] = 3;
  bytes.writeUInt32LE(0xffffffff, 4);
  bytes.writeUInt16LE(65, 8);
  bytes.write('PIN', 32, 'latin1');
  bytes.write('C', 43, 'latin1');
  bytes[64] = 13;
  return bytes;
}

/** Records that say they are two gigabytes long, in a file that says so, too. */
export function lyingShapefile(): Buffer {
  const bytes = Buffer.alloc(100 + 8 + 48);
  bytes.writeInt32BE(9994, 0);
  bytes.writeInt32BE(0x7ffffff0, 24);
  bytes.writeInt32LE(1000, 28);
  bytes.writeInt32LE(5, 32);
  bytes.writeInt32BE(1, 100);
  bytes.writeInt32BE(0x3ffffff0, 104);
  bytes.writeInt32LE(5, 108);
  bytes.writeInt32LE(0x7fffffff, 144);
  bytes.writeInt32LE(0x7fffffff, 148);
  return bytes;
}
