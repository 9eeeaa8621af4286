// Maps and places that another process on the same database has made: fetched into this one's folder, or kept there for
// others. Without a database nothing is shared.
import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { COUNTY_FILES, MAPS_VERSION } from '../basemap/drawn-maps.ts';
import { GROUND_FILE, MANIFEST_FILE, WORLD_FILE } from '../basemap/map-files.ts';
import { writeAtomically } from '../basemap/write-atomically.ts';
import type { ParcelSet } from '../store/parcel-store.ts';
import type { SharedFile, SharedFiles, SharedFilesId } from '../store/postgres/shared-files.ts';
import { PLACES_FILE } from '../store/sqlite/place-file-store.ts';
import { PLACE_FORMAT } from '../store/sqlite/place-schema.ts';
import { makeMapsFolder } from './maps-folder.ts';

/** What is made for parcels: the maps of the world or of the demo county, the places, and what the parcels say of their ground. */
export type Preparations = { maps: boolean; places: boolean; ground: boolean };
const PARTS = ['maps', 'places', 'ground'] as const;

export function isAnything(preparations: Preparations): boolean {
  return PARTS.some((part) => preparations[part]);
}

type Exchange = {
  shared: SharedFiles;
  folder: string;
  set: Pick<ParcelSet, 'kind' | 'version'>;
  /** What the places belong to. */
  placesVersion: string;
  onWarning: (line: string) => void;
};

/** Answers what is still missing. A database that fails is not a reason not to start: what is missing is then made here. */
export async function fetchShared(missing: Preparations, exchange: Exchange): Promise<Preparations> {
  const { shared, folder, onWarning } = exchange;
  try {
    await makeMapsFolder(folder);
    return await shared.reading(async (read) => {
      const left = { ...missing };
      for (const part of PARTS) {
        if (!missing[part]) continue;
        left[part] = !(await read(idOf(part, exchange), (file) => saveShared(folder, file)));
      }
      return left;
    });
  } catch (error) {
    onWarning(`Maps and places could not be fetched from the database: ${(error as Error).message}`);
    return missing;
  }
}

export async function saveShared(folder: string, { name, parts, modifiedMs }: SharedFile): Promise<void> {
  const path = join(folder, name);
  await writeAtomically(path, parts);
  // The versions in addresses and ETags are made of it: the same in all processes, so that caches can be shared.
  await utimes(path, new Date(), new Date(modifiedMs));
}

/** A failure costs nothing but the time of the next process that makes them. */
export async function keepShared(made: Preparations, exchange: Exchange): Promise<void> {
  const { shared, folder, set, onWarning } = exchange;
  const files: Record<keyof Preparations, readonly string[]> = {
    // The manifest last, as it is when maps are drawn: it proves the others complete.
    maps: [...(set.kind === 'demo' ? COUNTY_FILES : []), WORLD_FILE, MANIFEST_FILE],
    places: [PLACES_FILE],
    ground: [GROUND_FILE],
  };
  try {
    for (const part of PARTS) {
      if (!made[part]) continue;
      await shared.write([
        { ...idOf(part, exchange), files: files[part].map((name) => ({ name, path: join(folder, name) })) },
      ]);
    }
  } catch (error) {
    onWarning(`Maps and places could not be kept for other processes: ${(error as Error).message}`);
  }
}

function idOf(part: keyof Preparations, { set, placesVersion }: Exchange): SharedFilesId {
  const keys: Record<keyof Preparations, string> = {
    maps: `version ${MAPS_VERSION}, ${set.kind === 'demo' ? 'county and world' : 'world'}`,
    places: `format ${PLACE_FORMAT}, parcels ${placesVersion}`,
    ground: `version ${MAPS_VERSION}, parcels ${set.version}`,
  };
  return { kind: part, key: keys[part] };
}
