// platbook demo: makes the demo county, loads it in place of all parcels, draws its maps and indexes its places.
import { drawMaps } from '../basemap/draw-maps.ts';
import { DEMO_SEED, makeCounty } from '../demo/county/make-county.ts';
import { countyMap, DEMO_SOURCE } from '../demo/map/county-map.ts';
import { countyPlaces } from '../demo/places/county-places.ts';
import type { Config } from '../server/config.ts';
import type { ParcelSet, ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { makeMapsFolder, mapsFolderOf } from './maps-folder.ts';
import { openStores } from './open-parts.ts';
import { createProgressBar } from './progress-bar.ts';

export async function demo(config: Config): Promise<void> {
  const stores = await openStores(config);
  try {
    const set = await loadDemoCounty({ ...stores, mapsFolder: mapsFolderOf(config) });
    console.log(`${set.count.toLocaleString('en-US')} parcels loaded: ${set.source}.`);
  } finally {
    await stores.close();
  }
}

export async function loadDemoCounty({
  parcels,
  places,
  mapsFolder,
  unlessLoaded = false,
}: {
  parcels: ParcelStore;
  places: PlaceStore;
  mapsFolder: string;
  /** Keeps the parcels that another process may have loaded meanwhile. */
  unlessLoaded?: boolean;
}): Promise<ParcelSet> {
  await makeMapsFolder(mapsFolder);
  console.log('Making the demo county, a fictional place to try Platbook on.');
  const bar = createProgressBar(process.stdout);
  try {
    const county = makeCounty({ seed: DEMO_SEED, onProgress: bar.show });
    const set = await parcels.replaceSource({
      parcels: county.parcels,
      expectedCount: county.parcels.length,
      name: 'demo',
      title: DEMO_SOURCE,
      attribution: null,
      kind: 'demo',
      dataDate: null,
      recipe: null,
      unlessLoaded,
      onProgress: ({ stage, done, total }) => bar.show({ stage, fraction: done / Math.max(1, total) }),
    });
    await drawMaps({ county: countyMap(county), folder: mapsFolder, onProgress: bar.show });
    bar.show({ stage: 'Indexing places', fraction: 0 });
    await places.replaceAll({ ...countyPlaces(county), parcelVersion: set.version });
    return set;
  } finally {
    bar.end();
  }
}
