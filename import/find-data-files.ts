// Finds the files with layers in a folder and below, in the order of their names.
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';

/** Deeper than any archive of a county. */
const MAX_DEPTH = 8;

/** Formats that are layers for sure. */
const LAYERS = /\.(?:shp|gpkg|geojson|geojsonl|geojsons|ndjson|fgb|parquet|geoparquet)(?:\.gz)?$/i;
/** What may be a table, a layer, or something that describes one. */
const PERHAPS = /\.(?:csv|tsv|dbf|json)(?:\.gz)?$/i;
/** Left to GDAL, where nothing else is there. */
const FOR_GDAL = /\.(?:kml|kmz|gml|tab|mif|dxf|dgn|gmt|gpx|e00|sqlite)$/i;

/** Of every File Geodatabase. */
const FIRST_TABLE = 'a00000001.gdbtable';

export type DataFiles = {
  /** Paths of files and File Geodatabases. */
  layers: string[];
  perhaps: string[];
  forGdal: string[];
  archives: string[];
};

export async function findDataFiles(folder: string): Promise<DataFiles> {
  const found: DataFiles = { layers: [], perhaps: [], forGdal: [], archives: [] };
  await search(folder, found, 0);
  // The attributes of a Shapefile are not a table of their own.
  const shapes = new Set(found.layers.filter((path) => /\.shp$/i.test(path)).map(stem));
  found.perhaps = found.perhaps.filter((path) => !(/\.dbf$/i.test(path) && shapes.has(stem(path))));
  return found;
}

async function search(folder: string, found: DataFiles, depth: number): Promise<void> {
  if (depth > MAX_DEPTH) return;
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some(({ name }) => name.toLowerCase() === FIRST_TABLE)) {
    found.layers.push(folder);
    return;
  }
  entries.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name === '__MACOSX') continue;
    if (entry.isDirectory()) {
      if (isGeodatabaseName(entry.name)) found.layers.push(path);
      else await search(path, found, depth + 1);
    } else if (LAYERS.test(entry.name)) found.layers.push(path);
    else if (PERHAPS.test(entry.name)) found.perhaps.push(path);
    else if (FOR_GDAL.test(entry.name)) found.forGdal.push(path);
    else if (/\.zip$/i.test(entry.name)) found.archives.push(path);
  }
}

/** By its name, or by what is in it: some archives hold the files of a File Geodatabase without their folder. */
export async function isGeodatabase(folder: string): Promise<boolean> {
  if (isGeodatabaseName(folder)) return true;
  return (await readdir(folder)).some((name) => name.toLowerCase() === FIRST_TABLE);
}

export function isGeodatabaseName(name: string): boolean {
  return /\.gdb$/i.test(name);
}

function stem(path: string): string {
  return path.slice(0, path.length - extname(path).length).toLowerCase();
}
