// Draws the maps and builds the place index for the loaded parcels, if they are missing or belong to other parcels.
import { drawMaps } from '../basemap/draw-maps.ts';
import { DEMO_SEED, makeCounty } from '../demo/county/make-county.ts';
import { countyMap } from '../demo/map/county-map.ts';
import { countyPlaces } from '../demo/places/county-places.ts';
import { parcelPlaces, StreetList } from '../gazetteer/parcel-places.ts';
import type { ParcelSet, ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore, ReplacePlaces } from '../store/place-store.ts';
import { makeMapsFolder } from './maps-folder.ts';
import { missingMaps } from './missing-maps.ts';
import type { Progress } from './progress-bar.ts';

export type MapsPreparation = {
  folder: string;
  set: ParcelSet;
  parcels: Pick<ParcelStore, 'readSource'>;
  places: PlaceStore;
  /** Called before any work, if there is some. */
  onBegin?: () => Promise<void>;
  onProgress?: (progress: Progress) => void;
};

/** Answers what was made. */
export async function prepareMaps({
  folder,
  set,
  parcels,
  places,
  onBegin,
  onProgress = () => {},
}: MapsPreparation): Promise<{ maps: boolean; places: boolean }> {
  const missing = await missingMaps({ folder, set, places });
  if (!missing.maps && !missing.places) return missing;
  await onBegin?.();
  await makeMapsFolder(folder);
  const county = set.kind === 'demo' ? makeCounty({ seed: DEMO_SEED, onProgress }) : undefined;
  if (missing.maps) await drawMaps({ county: county && countyMap(county), folder, onProgress });
  if (missing.places) {
    const found = county ? countyPlaces(county) : await placesOfParcels({ set, parcels, onProgress });
    onProgress({ stage: 'Indexing places', fraction: 0 });
    await places.replaceAll({ ...found, parcelVersion: set.version });
  }
  return missing;
}

async function placesOfParcels({
  set,
  parcels,
  onProgress,
}: Pick<MapsPreparation, 'set' | 'parcels'> & {
  onProgress: (progress: Progress) => void;
}): Promise<Omit<ReplacePlaces, 'parcelVersion'>> {
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
  return parcelPlaces(streets, set.source);
}
