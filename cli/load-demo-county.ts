// Makes the demo county and puts it into the store, in place of whatever parcels are there.
import { DEMO_SEED, makeCounty } from '../county/make-county.ts';
import type { ParcelSet, ParcelStore } from '../store/parcel-store.ts';
import { createProgressBar } from './progress-bar.ts';

const DEMO_SOURCE = 'Demo county (fictional)';

export async function loadDemoCounty(parcels: ParcelStore): Promise<ParcelSet> {
  console.log('Making the demo county, a fictional place to try Platbook on.');
  const bar = createProgressBar(process.stdout);
  try {
    const county = makeCounty({ seed: DEMO_SEED, onProgress: bar.show });
    return await parcels.replaceAll({
      parcels: county.parcels,
      expectedCount: county.parcels.length,
      source: DEMO_SOURCE,
      onProgress: ({ stage, done, total }) => bar.show({ stage, fraction: done / Math.max(1, total) }),
    });
  } finally {
    bar.end();
  }
}
