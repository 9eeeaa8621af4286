// Reads KML. Not left to GDAL, as the driver in gdal3.js drops every field but the name and the description.
import { basename, extname } from 'node:path';
import { OperatorError } from '../../runtime/operator-error.ts';
import {
  FEATURES_PER_BATCH,
  type LayerField,
  type OpenSource,
  type RawFeature,
  type ReadOptions,
} from '../layer.ts';
import { firstBytes, readBytes } from './geojson-bytes.ts';
import { geometryOfRows } from './geometry-parts.ts';
import { elements, parsePlacemark, startOf } from './kml-placemark.ts';

/** Fields and shapes are told by so many rows, and by the schema. */
const SAMPLE_ROWS = 1000;
const HEAD_BYTES = 65_536;
/** No real shape comes near: its end is missing. */
const MAX_PLACEMARK_CHARACTERS = 64 * 1024 * 1024;
const END = '</Placemark';

/** By its first bytes. One with prefixes (`<kml:Placemark>`), which is rare, is left to GDAL. */
export async function isPlainKml(path: string): Promise<boolean> {
  if (!/\.kml$/i.test(path)) return false;
  return /<kml[\s>]/.test(Buffer.from(await firstBytes(path, HEAD_BYTES)).toString('latin1'));
}

/** `fileName` is the one that the operator knows. */
export async function openKml(o: { path: string; fileName: string }): Promise<OpenSource> {
  const head = Buffer.from(await firstBytes(o.path, HEAD_BYTES)).toString('utf8');
  const names = new Set<string>();
  const schema = /<Schema[\s>][\s\S]*?<\/Schema/.exec(head)?.[0] ?? '';
  for (const field of elements(schema, 'SimpleField')) {
    const name = /\bname\s*=\s*"([^"&]+)"/.exec(field.head)?.[1];
    if (name !== undefined) names.add(name);
  }
  const sample: RawFeature[] = [];
  for await (const batch of readKml(o, { limit: SAMPLE_ROWS })) {
    for (const { properties } of batch) for (const name in properties) names.add(name);
    sample.push(...batch);
  }
  if (sample.length === 0)
    throw new OperatorError(`${o.fileName} has no Placemark: check that it is the right file.`);
  return {
    layers: [
      {
        name: basename(o.fileName, extname(o.fileName)),
        geometry: geometryOfRows(sample.map(({ geometry }) => geometry)),
        fields: [...names].map((name): LayerField => ({ name, type: 'text' })),
        crs: { kind: 'epsg', code: 4326 },
        count: undefined,
        read: (options) => readKml(o, options ?? {}),
      },
    ],
    close: async () => {},
  };
}

async function* readKml(
  o: { path: string; fileName: string },
  { signal, limit = Number.POSITIVE_INFINITY }: ReadOptions,
): AsyncGenerator<RawFeature[]> {
  let batch: RawFeature[] = [];
  let row = 0;
  for await (const text of placemarks(o)) {
    signal?.throwIfAborted();
    if (row >= limit) break;
    batch.push({ row: ++row, ...parsePlacemark(text) });
    if (batch.length < FEATURES_PER_BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* placemarks(o: { path: string; fileName: string }): AsyncGenerator<string> {
  const decoder = new TextDecoder(await encodingOf(o.path));
  const cut = (reason: string) =>
    new OperatorError(`${o.fileName} ${reason}: download or export it again, or ask for a Shapefile.`);
  let text = '';
  /** No end of a Placemark begins before it. */
  let searched = 0;
  for await (const chunk of readBytes(o.path)) {
    text += decoder.decode(chunk, { stream: true });
    let from = 0;
    for (;;) {
      const end = text.indexOf(END, searched);
      if (end < 0) break;
      // Only what stands before it is searched for a beginning: there may be thousands of ends without one.
      const before = text.slice(from, end);
      const start = placemarkIn(before);
      if (start >= 0) yield before.slice(start);
      from = end + END.length;
      searched = from;
    }
    text = text.slice(from);
    searched = Math.max(0, text.length - END.length);
    if (text.length > MAX_PLACEMARK_CHARACTERS) throw cut('has a Placemark that does not end');
  }
  if (placemarkIn(text) >= 0 || !text.includes('</kml')) throw cut('ends in the middle');
}

/** As the first line says; UTF-8 where it names nothing that is known. */
async function encodingOf(path: string): Promise<string> {
  const head = Buffer.from(await firstBytes(path, 200)).toString('latin1');
  const said = /^[^<]*<\?xml[^>]*\bencoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ?? '';
  try {
    return new TextDecoder(said).encoding;
  } catch {
    return 'utf-8';
  }
}

/** Where the first one begins that is not empty (`<Placemark/>`). */
function placemarkIn(text: string): number {
  let start = startOf(text, 'Placemark', 0);
  while (start >= 0) {
    const headEnd = text.indexOf('>', start);
    if (text.charAt(headEnd - 1) !== '/') break;
    start = startOf(text, 'Placemark', headEnd);
  }
  return start;
}
