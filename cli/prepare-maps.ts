// Draws the maps and builds the place index for the loaded parcels, if they are missing or outdated.
import { areMapsDrawn, drawMaps } from '../basemap/draw-maps.ts';
import { DEMO_SEED, makeCounty } from '../demo/county/make-county.ts';
import { countyMap } from '../demo/map/county-map.ts';
import { countyPlaces } from '../demo/places/county-places.ts';
import { usPlaces } from '../gazetteer/us-places.ts';
import type { Config } from '../server/config.ts';
import type { ParcelSet } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { requireFreePort } from './listen.ts';
import { makeMapsFolder, mapsFolderOf, removeLeftovers } from './maps-folder.ts';
import { createProgressBar } from './progress-bar.ts';

type Parts = { config: Config; set: ParcelSet; places: PlaceStore };

export async function prepareMaps({ config, set, places }: Parts): Promise<void> {
  const folder = mapsFolderOf(config);
  // At every start: leftovers are too young to be removed right after the interruption.
  await removeLeftovers(folder);
  const isDemo = set.kind === 'demo';
  const areDrawn = await areMapsDrawn(folder, isDemo ? 'county and world' : 'world');
  const areIndexed = places.current()?.parcelVersion === set.version;
  if (areDrawn && areIndexed) return;
  await requireFreePort(config);
  await makeMapsFolder(folder);
  console.log('Preparing maps and places: there are none yet, or this version of Platbook makes others.');
  const bar = createProgressBar(process.stdout);
  try {
    const county = isDemo ? makeCounty({ seed: DEMO_SEED, onProgress: bar.show }) : undefined;
    if (!areDrawn) {
      await drawMaps({ county: county && countyMap(county), folder, onProgress: bar.show });
    }
    bar.show({ stage: 'Indexing places', fraction: 0 });
    if (!areIndexed) {
      await places.replaceAll({
        ...(county ? countyPlaces(county) : usPlaces()),
        parcelVersion: set.version,
      });
    }
  } finally {
    bar.end();
  }
}
