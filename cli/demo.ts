// platbook demo: the demo county, made anew.
import type { Config } from '../server/config.ts';
import { mapsFolderOf } from './draw-missing-maps.ts';
import { loadDemoCounty } from './load-demo-county.ts';
import { openStores } from './open-stores.ts';

export async function demo(config: Config): Promise<void> {
  const stores = await openStores(config);
  try {
    const set = await loadDemoCounty({ ...stores, mapsFolder: mapsFolderOf(config) });
    console.log(`${set.count.toLocaleString('en-US')} parcels loaded: ${set.source}.`);
  } finally {
    await stores.close();
  }
}
