// Opens what the map is drawn from: whichever of the files are there.

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeElevation, type ElevationGrid } from '../../geo/elevation-grid.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { openTileArchive, type TileArchive } from './tile-archive.ts';

export type Maps = {
  world: TileArchive | undefined;
  basemap: (TileArchive & { attribution: string }) | undefined;
  contours: TileArchive | undefined;
  elevation: { grid: ElevationGrid; version: string } | undefined;
  close(): Promise<void>;
};

type Places = {
  /** Where the maps of the demo county and of the world have been drawn into. */
  folder: string;
  /** A Protomaps extract instead of the demo county. */
  basemapFile: string | undefined;
};

const DEMO_ATTRIBUTION = 'Demo county (fictional)';
const OSM_ATTRIBUTION =
  '<a href="https://protomaps.com">Protomaps</a> © <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>';

export async function openMaps({ folder, basemapFile }: Places): Promise<Maps> {
  // Real land has no use for the hills of the county: its own layers stay together.
  const ofCounty = <Opened>(file: string, open: (path: string) => Promise<Opened | undefined>) =>
    basemapFile === undefined ? open(join(folder, file)) : undefined;
  const given = basemapFile === undefined ? undefined : await openBasemapFile(basemapFile);
  const county = await ofCounty('county.pmtiles', openDrawn);
  const maps = {
    world: await openDrawn(join(folder, 'world.pmtiles')),
    basemap: given
      ? { ...given, attribution: OSM_ATTRIBUTION }
      : county && { ...county, attribution: DEMO_ATTRIBUTION },
    contours: await ofCounty('contours.pmtiles', openDrawn),
    elevation: await ofCounty('elevation.bin', readElevation),
  };
  return {
    ...maps,
    close: async () => {
      await Promise.all([maps.world, maps.basemap, maps.contours].map((archive) => archive?.close()));
    },
  };
}

/** Refuses a file that could not be served; without one there is nothing to refuse. */
export async function checkBasemapFile(path: string | undefined): Promise<void> {
  if (path === undefined) return;
  const archive = await openBasemapFile(path);
  await archive.close();
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

/** A map that Platbook draws itself; undefined where it has not been drawn. */
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
    if (!grid) throw new OperatorError(`${path} is no elevation grid: remove it, and it is drawn again.`);
    return { grid, version: Math.round(mtimeMs).toString(36) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
