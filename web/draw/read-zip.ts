// A zip as features: a KMZ, or the Shapefiles in it, brought to longitude and latitude. Loaded with the first such file.
import { unzipSync } from 'fflate';
import type { Geometry } from 'geojson';
import proj4 from 'proj4';
import { parseDbf, parseShp } from 'shpjs';
import { DRAWING_LNG_MAX, DRAWING_UNZIPPED_BYTES_MAX, LAT_MAX } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { decoded, type FeaturesRead } from './file-features.ts';
import { readXml } from './read-xml.ts';
import { rounded } from './rounded.ts';

type Files = ReadonlyMap<string, Uint8Array>;

export async function readZip(bytes: Uint8Array): Promise<FeaturesRead> {
  const files = unpacked(bytes);
  if ('problem' in files) return files;
  const names = [...files.keys()];
  // Google Earth takes the first one; by convention it is doc.kml.
  const kml = files.get('doc.kml') ?? files.get(names.find((name) => name.endsWith('.kml')) ?? '');
  if (kml) {
    const text = decoded(kml);
    return text === undefined ? { problem: messages.drawingFileEncoding } : readXml(text);
  }
  const stems = names.filter((name) => name.endsWith('.shp')).map((name) => name.slice(0, -'.shp'.length));
  if (stems.length === 0) return { problem: messages.drawingZipUnknown };
  const features: unknown[] = [];
  for (const stem of stems) {
    const read = readShapefile(files, stem);
    if ('problem' in read) return read;
    features.push(...read.features);
  }
  return { features };
}

/** Those that are read, by their names in lower case. */
function unpacked(bytes: Uint8Array): Files | { problem: string } {
  let total = 0;
  const isWanted = (name: string) =>
    /\.(kml|shp|dbf|prj|cpg)$/i.test(name) && !/(^|\/)(__macosx\/|\._)/i.test(name);
  // The sizes are what the zip says; it is never unpacked into more than that.
  const contents = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!isWanted(name)) return false;
      total += originalSize;
      return total <= DRAWING_UNZIPPED_BYTES_MAX;
    },
  });
  if (total > DRAWING_UNZIPPED_BYTES_MAX) return { problem: messages.drawingZipTooLarge };
  return new Map(Object.entries(contents).map(([name, content]) => [name.toLowerCase(), content]));
}

function readShapefile(files: Files, stem: string): FeaturesRead {
  const textOf = (ending: string) => {
    const content = files.get(`${stem}.${ending}`);
    return content && new TextDecoder().decode(content).trim();
  };
  const projection = textOf('prj');
  if (projection && !isKnown(projection)) return { problem: messages.drawingProjectionUnknown };
  const shp = viewOf(files.get(`${stem}.shp`)!);
  // In words of two bytes. The reader would stop in silence where a file is cut off.
  if (shp.getInt32(24) * 2 > shp.byteLength) return { problem: messages.drawingShapefileCut };
  const shapes = parseShp(shp, projection);
  const dbf = files.get(`${stem}.dbf`);
  const rows = dbf ? parseDbf(viewOf(dbf), textOf('cpg')) : [];
  // Coordinates of a plane, and no word of which.
  if (!projection && shapes.some((shape) => shape && !isInDegrees(shape))) {
    return { problem: messages.drawingProjectionMissing };
  }
  return {
    features: shapes.flatMap((shape, row) =>
      shape ? [{ type: 'Feature', properties: plainValues(rows[row] ?? {}), geometry: rounded(shape) }] : [],
    ),
  };
}

/** The reader would take the coordinates of an unknown one for degrees. */
function isKnown(projection: string): boolean {
  try {
    proj4(projection);
    return true;
  } catch {
    return false;
  }
}

function isInDegrees(shape: Geometry): boolean {
  if (shape.type === 'GeometryCollection') return false;
  const [lng, lat] = (shape.coordinates as unknown[]).flat(3) as number[];
  return lng === undefined || (Math.abs(lng) <= DRAWING_LNG_MAX && Math.abs(lat!) <= LAT_MAX);
}

/** Dates as text. */
function plainValues(row: Record<string, unknown>): Record<string, unknown> {
  const values = Object.entries(row).filter(
    ([, value]) => value !== null && value !== undefined && value !== '',
  );
  return Object.fromEntries(
    values.map(([key, value]) => [key, value instanceof Date ? value.toISOString().slice(0, 10) : value]),
  );
}

/** A copy: what was unpacked may lie anywhere in a larger buffer. */
const viewOf = (bytes: Uint8Array) => new DataView(bytes.slice().buffer);
