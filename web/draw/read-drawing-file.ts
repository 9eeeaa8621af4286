// Drawings from a file: GeoJSON, KML, KMZ, GPX or a zipped Shapefile, told apart by their content. Nothing leaves the browser.
import { DRAWING_FILE_BYTES_MAX, DRAWINGS_KEPT_CHARACTERS_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { type DrawingsRead, drawingsFrom, readDrawings, toGeoJson } from './drawings-geojson.ts';

/** Features that are not looked at yet, or why there are none. */
export type FeaturesRead = { features: unknown[] } | { problem: string };

/** For a file dialog. Some systems know no type for these endings. */
export const DRAWING_FILE_TYPES =
  '.geojson,.json,.kml,.kmz,.gpx,.zip,application/geo+json,application/json,application/vnd.google-earth.kml+xml,application/gpx+xml,application/zip';

export async function readDrawingFile(file: File): Promise<DrawingsRead> {
  if (file.size > DRAWING_FILE_BYTES_MAX) return { problem: messages.drawingFileTooLarge };
  try {
    const read = await readBytes(new Uint8Array(await file.arrayBuffer()));
    const isTooMuch = 'drawings' in read && toGeoJson(read.drawings).length > DRAWINGS_KEPT_CHARACTERS_MAX;
    return isTooMuch ? { problem: messages.drawingFileTooMuch } : read;
  } catch {
    return { problem: messages.drawingFileUnreadable };
  }
}

async function readBytes(bytes: Uint8Array): Promise<DrawingsRead> {
  if (isZip(bytes)) {
    const { readZip } = await import('./read-zip.ts');
    return fromFeatures(await readZip(bytes));
  }
  const text = decoded(bytes);
  if (text === undefined) return { problem: messages.drawingFileEncoding };
  if (!/^\s*</.test(text)) return readDrawings(text);
  const { readXml } = await import('./read-xml.ts');
  return fromFeatures(readXml(text));
}

const fromFeatures = (read: FeaturesRead): DrawingsRead =>
  'problem' in read ? read : drawingsFrom(read.features);

const isZip = ([p, k, three, four]: Uint8Array) => p === 0x50 && k === 0x4b && three === 3 && four === 4;

/** In the encoding of its byte order mark or of its XML declaration, else UTF-8. Undefined where it is in another one. */
export function decoded(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  const declared = /^<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1];
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : (declared ?? 'utf-8');
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return;
  }
}
