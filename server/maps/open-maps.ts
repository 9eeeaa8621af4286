// Opens the map files that exist: tile sets and elevation.
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ELEVATION_FILE } from '../../basemap/map-files.ts';
import { decodeElevation, type ElevationGrid } from '../../geo/elevation-grid.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { TILE_SETS } from './layer-sources.ts';
import { openTileArchive, type TileArchive } from './tile-archive.ts';

export type Maps = {
  /** By their names in layer-sources.ts; only those that exist. */
  archives: ReadonlyMap<string, TileArchive>;
  elevation: { grid: ElevationGrid; version: string } | undefined;
  close(): Promise<void>;
};

type Places = {
  /** Where Platbook's own maps have been drawn. */
  folder: string;
  /** A Protomaps extract, used instead of the county's own map. */
  basemapFile: string | undefined;
};

/** The license of OpenStreetMap asks for this credit, whatever an extract says about itself. */
const OSM_ATTRIBUTION =
  '<a href="https://protomaps.com">Protomaps</a> © <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>';

export async function openMaps({ folder, basemapFile }: Places): Promise<Maps> {
  const given = basemapFile === undefined ? undefined : await openBasemapFile(basemapFile);
  const archives = new Map<string, TileArchive>();
  for (const [name, { file, isOfCounty }] of Object.entries(TILE_SETS)) {
    const drawn = given && isOfCounty ? undefined : await openDrawn(join(folder, file));
    if (drawn) archives.set(name, drawn);
  }
  if (given) archives.set('basemap', { ...given, attribution: OSM_ATTRIBUTION });
  return {
    archives,
    elevation: given ? undefined : await readElevation(join(folder, ELEVATION_FILE)),
    close: async () => {
      await Promise.all([...archives.values()].map((archive) => archive.close()));
    },
  };
}

/** Throws an OperatorError if the file cannot be served as the basemap. Without a file there is nothing to check. */
export async function checkBasemapFile(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const archive = await openBasemapFile(path);
  await archive.close();
}

/** Maps in the folder that were drawn, but cannot be read. `problem` is the end of a sentence that begins with the path. */
export async function damagedMaps(folder: string): Promise<{ path: string; problem: string }[]> {
  const found: { path: string; problem: string }[] = [];
  for (const path of Object.values(TILE_SETS).map(({ file }) => join(folder, file))) {
    const archive = await openTileArchive(path);
    if (!('problem' in archive)) await archive.close();
    else if (!archive.isMissing) found.push({ path, problem: archive.problem });
  }
  const path = join(folder, ELEVATION_FILE);
  const bytes = await readFile(path).catch(() => undefined);
  if (bytes && !decodeElevation(bytes)) found.push({ path, problem: 'is not an elevation grid' });
  return found;
}

async function openBasemapFile(path: string): Promise<TileArchive> {
  const archive = await openTileArchive(path);
  if ('problem' in archive) {
    throw new OperatorError(
      `BASEMAP_PMTILES is "${path}", which ${archive.problem}: expected a Protomaps basemap.`,
    );
  }
  return archive;
}

/** A map that Platbook draws itself; undefined if it has not been drawn. */
async function openDrawn(path: string): Promise<TileArchive | undefined> {
  const archive = await openTileArchive(path);
  if (!('problem' in archive)) return archive;
  if (archive.isMissing) return undefined;
  throw new OperatorError(`${path} ${archive.problem}: remove it, and it is drawn again.`);
}

async function readElevation(path: string): Promise<Maps['elevation']> {
  try {
    const [bytes, { mtimeMs }] = await Promise.all([readFile(path), stat(path)]);
    const grid = decodeElevation(bytes);
    if (!grid) throw new OperatorError(`${path} is not an elevation grid: remove it, and it is drawn again.`);
    return { grid, version: Math.round(mtimeMs).toString(36) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
