// Whether the maps are drawn, apart from the code that draws them, which every start would load.
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bounds } from '../geo/geometry.ts';
import { CONTOURS_FILE, COUNTY_FILE, ELEVATION_FILE, MANIFEST_FILE, WORLD_FILE } from './map-files.ts';

/** Increase it with every change of what is drawn: the next start then draws the maps again. */
export const MAPS_VERSION = 5;

export const COUNTY_FILES = [COUNTY_FILE, CONTOURS_FILE, ELEVATION_FILE];

export type MapManifest = {
  version: number;
  /** Null if only the world has been drawn. */
  county: { name: string; bounds: Bounds } | null;
};

/** Whether the folder is complete, and drawn by this version of Platbook. */
export async function areMapsDrawn(folder: string, content: 'county and world' | 'world'): Promise<boolean> {
  const hasCounty = content === 'county and world';
  try {
    const manifest: MapManifest = JSON.parse(await readFile(join(folder, MANIFEST_FILE), 'utf8'));
    const files = [WORLD_FILE, ...(hasCounty ? COUNTY_FILES : [])];
    await Promise.all(files.map((file) => access(join(folder, file))));
    return manifest.version === MAPS_VERSION && (manifest.county !== null) === hasCounty;
  } catch {
    return false;
  }
}
