// Makes the maps and the place index of the loaded parcels, if they are missing or belong to other parcels. On a database,
// one process makes them and the others fetch them.
import { join } from 'node:path';
import { drawFeatures } from '../basemap/draw-features.ts';
import { drawMaps } from '../basemap/draw-maps.ts';
import { GROUND_FILE } from '../basemap/map-files.ts';
import { DEMO_SEED, makeCounty } from '../demo/county/make-county.ts';
import { countyMap } from '../demo/map/county-map.ts';
import { countyPlaces } from '../demo/places/county-places.ts';
import { parcelPlaces, StreetList } from '../gazetteer/parcel-places.ts';
import { groundOfParcels } from '../layers/ground-of-parcels.ts';
import type { MapNames } from '../layers/map-names.ts';
import type { ParcelStore } from '../store/parcel-store.ts';
import type { PlaceStore, ReplacePlaces } from '../store/place-store.ts';
import { SharedFiles } from '../store/postgres/shared-files.ts';
import { makeMapsFolder } from './maps-folder.ts';
import { groundName, missingMaps, namingLayers, type PreparedFor, placesVersion } from './missing-maps.ts';
import { namesOfMap } from './names-of-map.ts';
import { onWarning } from './open-parts.ts';
import type { Progress } from './progress-bar.ts';
import { fetchShared, isAnything, keepShared, type Preparations } from './shared-maps.ts';

export type MapsPreparation = PreparedFor & {
  databaseUrl?: string | undefined;
  /** For scratch files. */
  workFolder: string;
  parcels: Pick<ParcelStore, 'readSource' | 'inBox'>;
  places: PlaceStore;
  /** The ground is left to a later preparation. */
  withoutGround?: boolean | undefined;
  /** The demo county, if it has been made already. */
  county?: ReturnType<typeof makeCounty> | undefined;
  onProgress?: (progress: Progress) => void;
};

export async function prepareMaps(preparation: MapsPreparation): Promise<void> {
  const { databaseUrl, folder, set, onProgress } = preparation;
  const all = await missingMaps(preparation);
  const missing = preparation.withoutGround ? { ...all, ground: false } : all;
  if (!isAnything(missing)) return;
  await makeMapsFolder(folder);
  const version = await placesVersion(preparation);
  if (databaseUrl === undefined) return makeMissing(missing, version, preparation);
  const shared = new SharedFiles(databaseUrl);
  const onWait = () =>
    onProgress?.({ stage: 'Waiting for another process to prepare them', fraction: undefined });
  try {
    await shared.inTurn(
      async () => {
        const exchange = { shared, folder, set, placesVersion: version, onWarning };
        const unshared = await fetchShared(missing, exchange);
        await makeMissing(unshared, version, preparation);
        await keepShared(unshared, exchange);
      },
      { onProgress: onWait },
    );
  } finally {
    await shared.close();
  }
}

async function makeMissing(
  missing: Preparations,
  parcelVersion: string,
  preparation: MapsPreparation,
): Promise<void> {
  if (!isAnything(missing)) return;
  const { folder, set, places, onProgress = () => {} } = preparation;
  const isDemo = set.kind === 'demo';
  const county = isDemo ? (preparation.county ?? makeCounty({ seed: DEMO_SEED, onProgress })) : undefined;
  if (missing.maps) await drawMaps({ county: county && countyMap(county), folder, onProgress });
  if (missing.places) {
    const found = county ? countyPlaces(county) : await placesOfParcels(preparation, onProgress);
    onProgress({ stage: 'Indexing places', fraction: 0 });
    await places.replaceAll({ ...found, parcelVersion });
  }
  if (missing.ground) await drawGround(preparation, onProgress);
}

/** What the parcels themselves say of their ground: for a county without any street map. */
async function drawGround(
  { folder, workFolder, set, parcels }: MapsPreparation,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const stage = 'Reading streets off the parcels';
  await drawFeatures({
    path: join(folder, GROUND_FILE),
    workFolder,
    name: groundName(set),
    attribution: '',
    maxZoom: GROUND_ZOOM_MAX,
    features: groundOfParcels({ set, parcels, onProgress: (fraction) => onProgress({ stage, fraction }) }),
  });
}

const GROUND_ZOOM_MAX = 15;

/** What all street maps under the parcels name. */
async function* mapNames({ layersFolder, basemapFile, set }: PreparedFor): AsyncGenerator<MapNames> {
  const land = set.sources.map(({ bounds }) => bounds);
  const paths = basemapFile === undefined ? [] : [basemapFile];
  for (const { files } of await namingLayers(layersFolder)) {
    if (files.tiles !== undefined) paths.push(join(layersFolder, files.tiles));
  }
  for (const path of paths) {
    if (!(yield* namesOfMap(path, land)))
      onWarning(`${path}: some of its tiles cannot be read. The search does not find what they name.`);
  }
}

async function placesOfParcels(
  preparation: MapsPreparation,
  onProgress: (progress: Progress) => void,
): Promise<Omit<ReplacePlaces, 'parcelVersion'>> {
  const { set, parcels } = preparation;
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
  onProgress({ stage: 'Gathering streets', fraction: undefined });
  for await (const { lines, grounds } of mapNames(preparation)) {
    for (const line of lines) streets.addLine(line);
    for (const ground of grounds) streets.addGround(ground);
  }
  return parcelPlaces(streets, set.source);
}
