// Which of the maps and places are still to be made for the loaded parcels, apart from the code that makes them: most starts
// find all of them, and need not load it.
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { areMapsDrawn } from '../basemap/drawn-maps.ts';
import { GROUND_FILE } from '../basemap/map-files.ts';
import { damagedMaps } from '../server/maps/open-maps.ts';
import { openTileArchive } from '../server/maps/tile-archive.ts';
import { readLayersOrWarn, type StoredLayer } from '../store/layer-folder.ts';
import type { ParcelSet } from '../store/parcel-store.ts';
import type { PlaceStore } from '../store/place-store.ts';
import { setFileAside } from '../store/sqlite/damaged-file.ts';
import { refuseFolder, removeLeftovers } from './maps-folder.ts';
import { onWarning } from './open-parts.ts';
import type { Preparations } from './shared-maps.ts';

export type PreparedFor = {
  folder: string;
  layersFolder: string;
  /** The operator's own street map. */
  basemapFile?: string | undefined;
  set: ParcelSet;
};

export async function missingMaps({
  places,
  ...preparedFor
}: PreparedFor & { places: Pick<PlaceStore, 'current'> }): Promise<Preparations> {
  const { folder, set } = preparedFor;
  // At every start: leftovers are too young to be removed right after the interruption.
  await removeLeftovers(folder);
  await setDamagedAside(folder);
  return {
    maps: !(await areMapsDrawn(folder, set.kind === 'demo' ? 'county and world' : 'world')),
    places: places.current()?.parcelVersion !== (await placesVersion(preparedFor)),
    ground: await isGroundMissing({ folder, set }),
  };
}

/** The layers whose names can be searched. */
export async function namingLayers(layersFolder: string): Promise<StoredLayer[]> {
  // The code that opens the maps warns.
  const layers = await readLayersOrWarn(layersFolder, () => {});
  return layers.filter(({ kind }) => NAMING.has(kind));
}

const NAMING: ReadonlySet<string> = new Set(['basemap', 'roads', 'water', 'parks', 'places']);

/** What the places belong to: the parcels, and the street maps under them. */
export async function placesVersion({
  set,
  layersFolder,
  basemapFile,
}: Omit<PreparedFor, 'folder'>): Promise<string> {
  if (set.kind === 'demo') return set.version;
  const maps = (await namingLayers(layersFolder)).map(({ name, addedAt }) => `${name} ${addedAt}`);
  if (basemapFile !== undefined) maps.push(await startOf(basemapFile));
  if (maps.length === 0) return set.version;
  return `${set.version} ${createHash('sha256').update(maps.join()).digest('base64url').slice(0, 12)}`;
}

/** The header of an archive and its first directory: the same wherever the file is copied to. */
async function startOf(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    return buffer.toString('base64url', 0, bytesRead);
  } finally {
    await file.close();
  }
}

const START_BYTES = 16_384;

/** The name in the archive of what the parcels say of their ground. */
export function groundName({ version }: Pick<ParcelSet, 'version'>): string {
  return `Ground of parcels ${version}`;
}

/** The demo county has a map of its own. */
export async function isGroundMissing({
  folder,
  set,
}: Pick<PreparedFor, 'folder' | 'set'>): Promise<boolean> {
  if (set.kind === 'demo') return false;
  const archive = await openTileArchive(join(folder, GROUND_FILE));
  if ('problem' in archive) return true;
  await archive.close();
  return archive.name !== groundName(set);
}

/** They can always be drawn again, so a damaged one is only kept to be looked at. */
async function setDamagedAside(folder: string): Promise<void> {
  for (const { path, problem } of await damagedMaps(folder)) {
    await setFileAside(path).catch((error) => refuseFolder(folder, error));
    onWarning(`${path} ${problem}. It was set aside, and is drawn again.`);
  }
}
