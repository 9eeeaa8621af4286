// Reads a file of drawings in a thread of its own, told apart by its content: GeoJSON, KML, KMZ, GPX or a zipped Shapefile.
import { DRAWINGS_KEPT_CHARACTERS_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { type DrawingsRead, drawingsFrom, readDrawings, toGeoJson } from './drawings-geojson.ts';
import { decoded, type FeaturesRead } from './file-features.ts';
import { readXml } from './read-xml.ts';
import { readZip } from './read-zip.ts';

self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  // Its clock begins now, and not while the code of this thread is loaded.
  self.postMessage('begun');
  self.postMessage(await readFile(file));
};

async function readFile(file: File): Promise<DrawingsRead> {
  try {
    const read = readBytes(new Uint8Array(await file.arrayBuffer()));
    const isTooMuch = 'drawings' in read && toGeoJson(read.drawings).length > DRAWINGS_KEPT_CHARACTERS_MAX;
    return isTooMuch ? { problem: messages.drawingFileTooMuch } : read;
  } catch {
    return { problem: messages.drawingFileUnreadable };
  }
}

function readBytes(bytes: Uint8Array): DrawingsRead {
  if (isZip(bytes)) return fromFeatures(readZip(bytes));
  const text = decoded(bytes);
  if (text === undefined) return { problem: messages.drawingFileEncoding };
  return /^\s*</.test(text) ? fromFeatures(readXml(text)) : readDrawings(text);
}

const fromFeatures = (read: FeaturesRead): DrawingsRead =>
  'problem' in read ? read : drawingsFrom(read.features);

const isZip = ([p, k, three, four]: Uint8Array) => p === 0x50 && k === 0x4b && three === 3 && four === 4;
