// Draws the maps and makes findable the places that the loaded parcels need: those that are missing, and those that
// an older version or other parcels left behind.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { drawWorld } from '../basemap/draw-world.ts';
import { areMapsDrawn } from '../basemap/map-manifest.ts';
import { DEMO_SEED, makeCounty } from '../demo/county/make-county.ts';
import { drawDemoMaps } from '../demo/map/draw-demo-maps.ts';
import { loadDemoPlaces } from '../demo/places/load-demo-places.ts';
import { loadUsPlaces } from '../gazetteer/load-us-places.ts';
import type { Config } from '../server/config.ts';
import type { ParcelSet } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { refuseUnlessFree } from './listen.ts';
import { makeMapsFolder } from './make-maps-folder.ts';
import { createProgressBar } from './progress-bar.ts';

export function mapsFolderOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'maps');
}

/** Nothing takes nearly as long to write, so whoever began such a file is gone. */
const LEFTOVER_MS = 60 * 60 * 1000;
/** What writeWhole and PlaceFileStore call a file until it is whole: by a number of its own, or of its process. */
const UNFINISHED = /\.[0-9a-f-]+\.(new|loading)$/;

/** Removes what an interrupted preparation left behind: nobody else would ever. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const path of names.filter((name) => UNFINISHED.test(name)).map((name) => join(folder, name))) {
    try {
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > LEFTOVER_MS) await rm(path, { force: true });
    } catch {
      // Another process was quicker, or the folder is read-only: either way nothing depends on it.
    }
  }
}

type Missing = { config: Config; set: ParcelSet; places: PlaceStore };

export async function drawMissingMaps({ config, set, places }: Missing): Promise<void> {
  const folder = mapsFolderOf(config);
  // At every start: right after the interruption, what it left is too young.
  await removeLeftovers(folder);
  const isDemo = set.kind === 'demo';
  const parcelVersion = set.version;
  const areDrawn = await areMapsDrawn(folder, isDemo ? 'county and world' : 'world');
  const areFindable = places.current()?.madeFrom === parcelVersion;
  if (areDrawn && areFindable) return;
  await refuseUnlessFree(config);
  await makeMapsFolder(folder);
  console.log('Preparing maps and places: there are none yet, or this version of Platbook makes others.');
  const bar = createProgressBar(process.stdout);
  try {
    if (isDemo) {
      const county = makeCounty({ seed: DEMO_SEED, onProgress: bar.show });
      if (!areDrawn) await drawDemoMaps({ county, folder, onProgress: bar.show });
      bar.show({ stage: 'Indexing places', fraction: 0 });
      if (!areFindable) await loadDemoPlaces({ places, county, parcelVersion });
    } else {
      if (!areDrawn) await drawWorld({ folder, onProgress: bar.show });
      bar.show({ stage: 'Indexing places', fraction: 0 });
      if (!areFindable) await loadUsPlaces({ places, parcelVersion });
    }
  } finally {
    bar.end();
  }
}
