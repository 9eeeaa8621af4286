// Drawings from a file: GeoJSON, KML, KMZ, GPX or a zipped Shapefile, told apart by their content. Nothing leaves the browser.
import { DRAWING_FILE_BYTES_MAX, DRAWINGS_KEPT_CHARACTERS_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { type DrawingsRead, drawingsFrom, readDrawings, toGeoJson } from './drawings-geojson.ts';
import { decoded, type FeaturesRead } from './file-features.ts';

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
