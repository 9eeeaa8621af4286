// Draws the maps and makes findable the places that the loaded parcels need: those that are missing, and those that
// an older version or other parcels left behind.
import { join } from 'node:path';
import { drawDemoMaps } from '../basemap/draw-demo-maps.ts';
import { drawWorld } from '../basemap/draw-world.ts';
import { areMapsDrawn } from '../basemap/map-manifest.ts';
import { DEMO_SEED, makeCounty } from '../county/make-county.ts';
import type { Config } from '../server/config.ts';
import type { ParcelSet } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { refuseUnlessFree } from './listen.ts';
import { DEMO_SOURCE } from './load-demo-county.ts';
import { loadDemoPlaces } from './places/load-demo-places.ts';
import { loadUsPlaces } from './places/load-us-places.ts';
import { createProgressBar } from './progress-bar.ts';

export function mapsFolderOf({ dataDir }: Pick<Config, 'dataDir'>): string {
  return join(dataDir, 'maps');
}

type Missing = { config: Config; set: ParcelSet; places: PlaceStore };

export async function drawMissingMaps({ config, set, places }: Missing): Promise<void> {
  const folder = mapsFolderOf(config);
  const isDemo = set.source === DEMO_SOURCE;
  const parcelVersion = set.version;
  const areDrawn = await areMapsDrawn(folder, isDemo ? 'county and world' : 'world');
  const areFindable = places.current()?.madeFrom === parcelVersion;
  if (areDrawn && areFindable) return;
  await refuseUnlessFree(config);
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
