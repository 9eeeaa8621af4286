// Makes the demo county, puts it into the store in place of whatever parcels are there, draws its maps and makes its
// places findable.

import { DEMO_SEED, makeCounty } from '../demo/county/make-county.ts';
import { drawDemoMaps } from '../demo/map/draw-demo-maps.ts';
import { loadDemoPlaces } from '../demo/places/load-demo-places.ts';
import type { ParcelSet, ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { makeMapsFolder } from './make-maps-folder.ts';
import { createProgressBar } from './progress-bar.ts';

/** The name of the demo county's source, for display only. */
export const DEMO_SOURCE = 'Demo county (fictional)';

export async function loadDemoCounty({
  parcels,
  places,
  mapsFolder,
  unlessLoaded = false,
}: {
  parcels: ParcelStore;
  places: PlaceStore;
  mapsFolder: string;
  /** Takes what another process loads meanwhile. */
  unlessLoaded?: boolean;
}): Promise<ParcelSet> {
  await makeMapsFolder(mapsFolder);
  console.log('Making the demo county, a fictional place to try Platbook on.');
  const bar = createProgressBar(process.stdout);
  try {
    const county = makeCounty({ seed: DEMO_SEED, onProgress: bar.show });
    const set = await parcels.replaceAll({
      parcels: county.parcels,
      expectedCount: county.parcels.length,
      source: DEMO_SOURCE,
      kind: 'demo',
      unlessLoaded,
      onProgress: ({ stage, done, total }) => bar.show({ stage, fraction: done / Math.max(1, total) }),
    });
    await drawDemoMaps({ county, folder: mapsFolder, onProgress: bar.show });
    bar.show({ stage: 'Indexing places', fraction: 0 });
    await loadDemoPlaces({ places, county, parcelVersion: set.version });
    return set;
  } finally {
    bar.end();
  }
}
