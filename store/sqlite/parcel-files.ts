// The files of parcels in the data folder: their names, and which of them are leftovers.
//
// A source is parcels-<name>-<version>.db, .tiles and .columns, and for a moment .blocks, a scratch file. The tiles that several
// sources share are shared-<version>.tiles.
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { syncFile, syncFolder } from '../sync-files.ts';
import { type Manifest, readManifest, UNFINISHED_MANIFEST_FILE } from './parcel-manifest.ts';

export type ParcelFiles = { db: string; tiles: string; columns: string; blocks: string };
export type SourceVersion = { name: string; version: string };

const baseName = ({ name, version }: SourceVersion) => `parcels-${name}-${version}`;
const sharedName = (version: string) => `shared-${version}.tiles`;

export function parcelFiles(dataDir: string, source: SourceVersion): ParcelFiles {
  const path = join(dataDir, baseName(source));
  return { db: `${path}.db`, tiles: `${path}.tiles`, columns: `${path}.columns`, blocks: `${path}.blocks` };
}

export function sharedTilesFile(dataDir: string, version: string): string {
  return join(dataDir, sharedName(version));
}

/** Before format 4 a set was one pair of files without a manifest: parcels-<version>.db and .tiles. */
const ONE_SET = /^parcels-\d+\.(db|tiles)(\.loading(-journal)?)?$/;
/** A version is a time in milliseconds, so it has 13 digits or more: other people's files hardly look like that. */
const OURS =
  /^(parcels-[a-z0-9][a-z0-9-]{0,39}-\d{13,}\.(db(-journal)?|tiles|columns|blocks)|shared-\d{13,}\.tiles)$/;

/** The newest set of a format before 4; undefined if there is none. */
export async function versionWithoutManifest(dataDir: string): Promise<string | undefined> {
  const versions = (await readdir(dataDir)).flatMap((name) => /^parcels-(\d+)\.db$/.exec(name)?.[1] ?? []);
  return versions.sort((a, b) => Number(a) - Number(b)).at(-1);
}

export function databaseWithoutManifest(dataDir: string, version: string): string {
  return join(dataDir, `parcels-${version}.db`);
}

/** Whether all parcels in the folder are those of the demo county, which can be made again. */
export async function hasOnlyDemo(dataDir: string): Promise<boolean> {
  const found = (await readdir(dataDir)).filter((name) => OURS.test(name));
  return found.length > 0 && found.every((name) => /^parcels-demo-\d+\./.test(name));
}

/**
 * Removes what interrupted and replaced loads have left. Only the process that holds the load lock may call it: the
 * files of a running load are in no manifest yet. On Windows a file that is still being read stays, until the next load.
 */
export async function removeLeftovers(dataDir: string): Promise<void> {
  const manifest = await readManifest(dataDir);
  const isNeeded = neededBy(manifest && 'outdated' in manifest ? undefined : manifest);
  for (const name of await readdir(dataDir)) {
    const isLeftover =
      // A set without a manifest is a leftover only once there is a manifest.
      ONE_SET.test(name) ? manifest !== undefined : OURS.test(name) || name === UNFINISHED_MANIFEST_FILE;
    if (isLeftover && !isNeeded(name)) await rm(join(dataDir, name), { force: true });
  }
}

function neededBy(manifest: Manifest | undefined): (name: string) => boolean {
  const needed = new Set<string>();
  for (const source of manifest?.sources ?? []) {
    for (const ending of ['db', 'tiles', 'columns']) needed.add(`${baseName(source)}.${ending}`);
  }
  if (manifest?.sharedTiles) needed.add(sharedName(manifest.sharedTiles));
  return (name) => needed.has(name);
}

/** Makes finished files durable, before a manifest names them. */
export async function syncFiles(dataDir: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) await syncFile(path, 'r+');
  await syncFolder(dataDir);
}
