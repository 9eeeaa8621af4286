// Draws the maps and builds the place index for the loaded parcels, if they are missing or belong to other parcels. Most
// starts find both, so the code that makes them is loaded only when it is needed.
import { areMapsDrawn } from '../basemap/drawn-maps.ts';
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
  const demo = isDemo ? await makeDemo(onProgress) : undefined;
  if (!areDrawn) {
    const { drawMaps } = await import('../basemap/draw-maps.ts');
    await drawMaps({ county: demo?.map(), folder, onProgress });
  }
  if (!areIndexed) {
    const found = demo ? demo.places() : await placesOfParcels({ set, parcels, onProgress });
    onProgress({ stage: 'Indexing places', fraction: 0 });
    await places.replaceAll({ ...found, parcelVersion: set.version });
  }
  return { maps: !areDrawn, places: !areIndexed };
}

async function makeDemo(onProgress: (progress: Progress) => void) {
  const [{ DEMO_SEED, makeCounty }, { countyMap }, { countyPlaces }] = await Promise.all([
    import('../demo/county/make-county.ts'),
    import('../demo/map/county-map.ts'),
    import('../demo/places/county-places.ts'),
  ]);
  const county = makeCounty({ seed: DEMO_SEED, onProgress });
  return { map: () => countyMap(county), places: () => countyPlaces(county) };
}

async function placesOfParcels({
  set,
  parcels,
  onProgress,
}: Pick<MapsPreparation, 'set' | 'parcels'> & {
  onProgress: (progress: Progress) => void;
}): Promise<Omit<ReplacePlaces, 'parcelVersion'>> {
  const { parcelPlaces, StreetList } = await import('../gazetteer/parcel-places.ts');
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
