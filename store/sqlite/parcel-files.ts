// The files of parcels in a format's folder: their names, and which of them are leftovers.
//
// A source is parcels-<name>-<version>.db, .tiles and .columns, and for a moment .blocks, a scratch file. The tiles that several
// sources share are shared-<version>.tiles.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PARCEL_FORMAT } from '../../contract/parcel-columns.ts';
import { formatFolderOf, formatsIn } from '../format-folder.ts';
import { syncFile, syncFolder } from '../sync-files.ts';
import { MANIFEST_FILE, type Manifest, readManifest, UNFINISHED_MANIFEST_FILE } from './parcel-manifest.ts';

export type ParcelFiles = { db: string; tiles: string; columns: string; blocks: string };
export type SourceVersion = { name: string; version: string };

const baseName = ({ name, version }: SourceVersion) => `parcels-${name}-${version}`;
const sharedName = (version: string) => `shared-${version}.tiles`;

export function parcelFiles(formatFolder: string, source: SourceVersion): ParcelFiles {
  const path = join(formatFolder, baseName(source));
  return { db: `${path}.db`, tiles: `${path}.tiles`, columns: `${path}.columns`, blocks: `${path}.blocks` };
}

export function sharedTilesFile(formatFolder: string, version: string): string {
  return join(formatFolder, sharedName(version));
}

/** A version is a time in milliseconds, so it has 13 digits or more: other people's files hardly look like that. */
const OURS =
  /^(parcels-[a-z0-9][a-z0-9-]{0,39}-\d{13,}\.(db(-journal)?|tiles|columns|blocks)|shared-\d{13,}\.tiles)$/;

/** Whether all parcels in the folder are those of the demo county, which can be made again. */
export async function hasOnlyDemo(formatFolder: string): Promise<boolean> {
  const found = (await readdir(formatFolder)).filter((name) => OURS.test(name));
  return found.length > 0 && found.every((name) => /^parcels-demo-\d+\./.test(name));
}

/**
 * Removes what interrupted and replaced loads have left. Only the process that holds the load lock may call it: the
 * files of a running load are in no manifest yet. On Windows a file that is still being read stays, until the next load.
 */
export async function removeLeftovers(formatFolder: string): Promise<void> {
  const manifest = await readManifest(formatFolder);
  const isNeeded = neededBy(manifest);
  for (const name of await readdir(formatFolder)) {
    const isLeftover = OURS.test(name) || name === UNFINISHED_MANIFEST_FILE;
    if (isLeftover && !isNeeded(name)) await rm(join(formatFolder, name), { force: true });
  }
}

/** What versions before have left: the folders of their formats, and what lay in the data folder itself. */
export async function removeOlderFiles(dataDir: string): Promise<void> {
  for (const format of await formatsIn(dataDir)) {
    if (format < PARCEL_FORMAT)
      await rm(formatFolderOf({ dataDir }, format), { recursive: true, force: true });
  }
  // The manifest first: without it the rest are leftovers, whatever happens then.
  const names = await readdir(dataDir);
  const others = names.filter((name) => OURS.test(name) || OLDER_PARTS.includes(name));
  for (const name of [MANIFEST_FILE, ...others])
    await rm(join(dataDir, name), { recursive: true, force: true });
}

/** Besides parcels, before formats had folders. */
const OLDER_PARTS = [UNFINISHED_MANIFEST_FILE, 'load.lock', 'maps', 'columns'];

function neededBy(manifest: Manifest | undefined): (name: string) => boolean {
  const needed = new Set<string>();
  for (const source of manifest?.sources ?? []) {
    for (const ending of ['db', 'tiles', 'columns']) needed.add(`${baseName(source)}.${ending}`);
  }
  if (manifest?.sharedTiles) needed.add(sharedName(manifest.sharedTiles));
  return (name) => needed.has(name);
}

/** Makes finished files durable, before a manifest names them. */
export async function syncFiles(formatFolder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) await syncFile(path, 'r+');
  await syncFolder(formatFolder);
}
