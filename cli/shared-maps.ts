// Maps and places that another process on the same database has made: fetched into this one's folder, or kept there for
// others. Without a database nothing is shared.
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { COUNTY_FILES, MAPS_VERSION } from '../basemap/drawn-maps.ts';
import { MANIFEST_FILE, WORLD_FILE } from '../basemap/map-files.ts';
import { writeAtomically } from '../basemap/write-atomically.ts';
import type { ParcelSet } from '../store/parcel-store.ts';
import type { SharedFiles, SharedFilesId } from '../store/postgres/shared-files.ts';
import { PLACES_FILE } from '../store/sqlite/place-file-store.ts';
import { PLACE_FORMAT } from '../store/sqlite/place-schema.ts';
import { makeMapsFolder } from './maps-folder.ts';

/** Of maps and places, one or the other or both. */
export type MapsAndPlaces = { maps: boolean; places: boolean };
type Exchange = {
  shared: SharedFiles;
  folder: string;
  set: Pick<ParcelSet, 'kind' | 'version'>;
  onWarning: (line: string) => void;
};

/** Answers what is still missing. A database that fails is not a reason not to start: what is missing is then made here. */
export async function fetchShared(
  missing: MapsAndPlaces,
  { shared, folder, set, onWarning }: Exchange,
): Promise<MapsAndPlaces> {
  const fetch = (id: SharedFilesId) =>
    shared.read(id, async ({ name, parts, modifiedMs }) => {
      const path = join(folder, name);
      await writeAtomically(path, parts);
      // The versions in addresses and ETags are made of it: the same in all processes, so that caches can be shared.
      await utimes(path, new Date(), new Date(modifiedMs));
    });
  try {
    await makeMapsFolder(folder);
    return {
      maps: missing.maps && !(await fetch(mapsId(set))),
      places: missing.places && !(await fetch(placesId(set))),
    };
  } catch (error) {
    onWarning(`Maps and places could not be fetched from the database: ${(error as Error).message}`);
    return missing;
  }
}

/** A failure costs nothing but the time of the next process that makes them. */
export async function keepShared(
  made: MapsAndPlaces,
  { shared, folder, set, onWarning }: Exchange,
): Promise<void> {
  const filesOf = (names: readonly string[]) => names.map((name) => ({ name, path: join(folder, name) }));
  try {
    // The manifest last, as it is when maps are drawn: it proves the others complete.
    const maps = [...(set.kind === 'demo' ? COUNTY_FILES : []), WORLD_FILE, MANIFEST_FILE];
    if (made.maps) await shared.write(mapsId(set), filesOf(maps));
    if (made.places) await shared.write(placesId(set), filesOf([PLACES_FILE]));
  } catch (error) {
    onWarning(`Maps and places could not be kept for other processes: ${(error as Error).message}`);
  }
}

function mapsId({ kind }: Exchange['set']): SharedFilesId {
  return { kind: 'maps', key: `version ${MAPS_VERSION}, ${kind === 'demo' ? 'county and world' : 'world'}` };
}

function placesId({ version }: Exchange['set']): SharedFilesId {
  return { kind: 'places', key: `format ${PLACE_FORMAT}, parcels ${version}` };
}
