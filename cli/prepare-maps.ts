// Draws the maps and builds the place index for the loaded parcels, if they are missing or belong to other parcels.
import { areMapsDrawn, drawMaps } from '../basemap/draw-maps.ts';
import { DEMO_SEED, makeCounty } from '../demo/county/make-county.ts';
import { countyMap } from '../demo/map/county-map.ts';
import { countyPlaces } from '../demo/places/county-places.ts';
import { parcelPlaces, StreetList } from '../gazetteer/parcel-places.ts';
import type { ParcelSet, ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore, ReplacePlaces } from '../store/place-store.ts';
import { makeMapsFolder, removeLeftovers } from './maps-folder.ts';
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
  // At every start: leftovers are too young to be removed right after the interruption.
  await removeLeftovers(folder);
  const isDemo = set.kind === 'demo';
  const areDrawn = await areMapsDrawn(folder, isDemo ? 'county and world' : 'world');
  const areIndexed = places.current()?.parcelVersion === set.version;
  if (areDrawn && areIndexed) return { maps: false, places: false };
  await onBegin?.();
  await makeMapsFolder(folder);
  const county = isDemo ? makeCounty({ seed: DEMO_SEED, onProgress }) : undefined;
  if (!areDrawn) await drawMaps({ county: county && countyMap(county), folder, onProgress });
  if (!areIndexed) {
    const found = county ? countyPlaces(county) : await placesOfParcels({ set, parcels, onProgress });
    onProgress({ stage: 'Indexing places', fraction: 0 });
    await places.replaceAll({ ...found, parcelVersion: set.version });
  }
  return { maps: !areDrawn, places: !areIndexed };
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
  for (const { name } of set.sources) {
    for await (const batch of parcels.readSource({ name, withShapes: false })) {
      for (const parcel of batch) streets.add(parcel);
      done += batch.length;
      onProgress({ stage: 'Gathering addresses', fraction: Math.min(1, done / set.count) });
    }
  }
  return parcelPlaces(streets, set.source);
}
