// Which format a file has: by its first bytes, which do not lie, and then by its name.
import { open } from 'node:fs/promises';
import { extname } from 'node:path';
import { gunzipSync, constants as zlib } from 'node:zlib';

export type FileFormat =
  | 'empty'
  | 'zip'
  | 'gzip'
  | 'shapefile'
  /** Another file of a Shapefile: the .shp beside it is meant. */
  | 'shapefile part'
  | 'dbf'
  | 'geopackage'
  | 'geoparquet'
  | 'geojson'
  | 'csv'
  | 'web page'
  /** An archive that cannot be unpacked here. */
  | 'foreign archive'
  /** Whatever GDAL makes of it. */
  | 'other';

const HEAD_BYTES = 2048;

const BY_EXTENSION: Readonly<Record<string, FileFormat>> = {
  '.shp': 'shapefile',
  '.shx': 'shapefile part',
  '.prj': 'shapefile part',
  '.cpg': 'shapefile part',
  '.sbn': 'shapefile part',
  '.sbx': 'shapefile part',
  '.dbf': 'dbf',
  '.csv': 'csv',
  '.tsv': 'csv',
  '.txt': 'csv',
  // Their readers say what is wrong with such a file.
  '.zip': 'zip',
  '.gz': 'gzip',
  '.gpkg': 'geopackage',
  '.parquet': 'geoparquet',
  '.geoparquet': 'geoparquet',
  '.geojson': 'geojson',
  '.json': 'geojson',
  '.geojsonl': 'geojson',
  '.geojsons': 'geojson',
  '.ndjson': 'geojson',
};

/** The beginnings of 7z, RAR, bzip2 and xz; a tar has its mark further on. */
const FOREIGN_ARCHIVES = ['377abcaf271c', '526172211a07', '425a68', 'fd377a585a00'];

export async function detectFormat(path: string): Promise<FileFormat> {
  const head = await headOf(path);
  if (head.length === 0) return 'empty';
  const extension = extname(path).toLowerCase();
  const text = head.toString('latin1');
  if (text.startsWith('PK\x03\x04') || text.startsWith('PK\x05\x06'))
    return extension === '.kmz' ? 'other' : 'zip';
  if (head[0] === 0x1f && head[1] === 0x8b) return formatInGzip(head);
  if (text.startsWith('SQLite format 3\0')) return 'geopackage';
  if (text.startsWith('fgb')) return 'other';
  if (text.startsWith('PAR1')) return 'geoparquet';
  const hex = head.toString('hex', 0, 6);
  if (FOREIGN_ARCHIVES.some((mark) => hex.startsWith(mark)) || text.startsWith('ustar', 257))
    return 'foreign archive';
  return formatOfText(text) ?? BY_EXTENSION[extension] ?? 'other';
}

/** JSON and web pages. Anything else in angle brackets is KML or GML, which GDAL reads. */
function formatOfText(head: string): FileFormat | undefined {
  // Without the byte order mark of UTF-8. A record separator may stand before each feature.
  const text = head.replace(/^\xef\xbb\xbf/, '').trimStart();
  // TopoJSON, whose shapes share their lines, is left to GDAL.
  if (/^\{\s*"type"\s*:\s*"Topology"/.test(text)) return 'other';
  if ('{[\u001e'.includes(text.charAt(0) || ' ')) return 'geojson';
  if (/^<!doctype html|^<html|^<head|^<body/i.test(text)) return 'web page';
  return /^<\?xml/i.test(text) && /<html[\s>]/i.test(text) ? 'web page' : undefined;
}

/** GeoJSON is read as it is packed; anything else is unpacked first. */
function formatInGzip(head: Buffer): FileFormat {
  try {
    // The head ends in the middle, which is not an error with this flag.
    const options = { finishFlush: zlib.Z_SYNC_FLUSH, maxOutputLength: 1024 * HEAD_BYTES };
    const inside = gunzipSync(head, options).toString('latin1');
    if (inside.startsWith('ustar', 257)) return 'foreign archive';
    return formatOfText(inside) === 'geojson' ? 'geojson' : 'gzip';
  } catch {
    return 'gzip';
  }
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}
