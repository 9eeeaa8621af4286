// Makes the maps and the place index of the loaded parcels, if they are missing or belong to other parcels. On a database,
// one process makes them and the others fetch them.
import { drawMaps } from '../basemap/draw-maps.ts';
import { DEMO_SEED, makeCounty } from '../demo/county/make-county.ts';
import { countyMap } from '../demo/map/county-map.ts';
import { countyPlaces } from '../demo/places/county-places.ts';
import { parcelPlaces, type StreetLine, StreetList } from '../gazetteer/parcel-places.ts';
import type { ParcelSet, ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore, ReplacePlaces } from '../store/place-store.ts';
import { SharedFiles } from '../store/postgres/shared-files.ts';
import { makeMapsFolder } from './maps-folder.ts';
import { missingMaps } from './missing-maps.ts';
import { onWarning } from './open-parts.ts';
import type { Progress } from './progress-bar.ts';
import { fetchShared, keepShared, type MapsAndPlaces } from './shared-maps.ts';

export type MapsPreparation = {
  folder: string;
  databaseUrl?: string | undefined;
  set: ParcelSet;
  parcels: Pick<ParcelStore, 'readSource'>;
  places: PlaceStore;
  /** The streets of the street maps under the parcels. */
  streetLines?: AsyncIterable<readonly StreetLine[]> | undefined;
  /** The demo county, if it has been made already. */
  county?: ReturnType<typeof makeCounty> | undefined;
  onProgress?: (progress: Progress) => void;
};

/** Answers what is new in the folder. */
export async function prepareMaps(preparation: MapsPreparation): Promise<MapsAndPlaces> {
  const { databaseUrl, folder, set, onProgress } = preparation;
  const missing = await missingMaps(preparation);
  if (!missing.maps && !missing.places) return missing;
  await makeMapsFolder(folder);
  if (databaseUrl === undefined) {
    await makeMissing(missing, preparation);
    return missing;
  }
  const shared = new SharedFiles(databaseUrl);
  const onWait = () =>
    onProgress?.({ stage: 'Waiting for another process to prepare them', fraction: undefined });
  try {
    return await shared.inTurn(
      async () => {
        const exchange = { shared, folder, set, onWarning };
        const unshared = await fetchShared(missing, exchange);
        await makeMissing(unshared, preparation);
        await keepShared(unshared, exchange);
        return missing;
      },
      { onProgress: onWait },
    );
  } finally {
    await shared.close();
  }
}

async function makeMissing(missing: MapsAndPlaces, preparation: MapsPreparation): Promise<void> {
  if (!missing.maps && !missing.places) return;
  const { folder, set, places, onProgress = () => {} } = preparation;
  const isDemo = set.kind === 'demo';
  const county = isDemo ? (preparation.county ?? makeCounty({ seed: DEMO_SEED, onProgress })) : undefined;
  if (missing.maps) await drawMaps({ county: county && countyMap(county), folder, onProgress });
  if (missing.places) {
    const found = county ? countyPlaces(county) : await placesOfParcels(preparation, onProgress);
    onProgress({ stage: 'Indexing places', fraction: 0 });
    await places.replaceAll({ ...found, parcelVersion: set.version });
  }
}

async function placesOfParcels(
  { set, parcels, streetLines }: Pick<MapsPreparation, 'set' | 'parcels' | 'streetLines'>,
  onProgress: (progress: Progress) => void,
): Promise<Omit<ReplacePlaces, 'parcelVersion'>> {
  const streets = new StreetList();
  let done = 0;
  for (const source of set.sources) {
    streets.addSource(source);
    for await (const batch of parcels.readSource({ name: source.name, withShapes: false })) {
      for (const parcel of batch) streets.add(parcel);
      done += batch.length;
      onProgress({ stage: 'Gathering addresses', fraction: Math.min(1, done / set.count) });
    }
  }
  if (streetLines) {
    onProgress({ stage: 'Gathering streets', fraction: undefined });
    for await (const batch of streetLines) for (const line of batch) streets.addLine(line);
  }
  return parcelPlaces(streets, set.source);
}
