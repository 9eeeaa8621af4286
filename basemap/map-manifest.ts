// What lies in the folder of maps, written last: where it is right, all files are there and whole.
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bounds } from '../geo/geometry.ts';
import { COUNTY_FILES, MANIFEST_FILE, WORLD_FILE } from './map-files.ts';
import { writeWhole } from './write-whole.ts';

/** Counts up with every change of what is drawn, so that the next start draws it anew. */
export const MAPS_VERSION = 1;

export type MapManifest = {
  version: number;
  /** The county whose map and heights lie beside the world's; null where there is only the world. */
  county: { name: string; bounds: Bounds } | null;
  attribution: string;
};

/** Whether all of it was drawn, to the end and by this version. */
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

export async function writeManifest(folder: string, content: Omit<MapManifest, 'version'>): Promise<void> {
  const manifest: MapManifest = { version: MAPS_VERSION, ...content };
  await writeWhole(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, undefined, 2)}\n`);
}
