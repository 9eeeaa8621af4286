// The files of parcel sets in the data folder: finds the current set, publishes a new one, removes the others.
//
// A set is parcels-<version>.db and parcels-<version>.tiles. While it is being written, its names end in .loading.
// The .db is renamed last and removed first, so a set with a .db is complete.
import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

export type ParcelFiles = { db: string; tiles: string };

export function parcelFiles(dataDir: string, version: string): ParcelFiles {
  const path = join(dataDir, `parcels-${version}`);
  return { db: `${path}.db`, tiles: `${path}.tiles` };
}

export function loadingFiles(dataDir: string, version: string): ParcelFiles {
  const { db, tiles } = parcelFiles(dataDir, version);
  return { db: `${db}.loading`, tiles: `${tiles}.loading` };
}

/** The newest complete version; undefined if there is none. */
export async function newestVersion(dataDir: string): Promise<string | undefined> {
  const versions = (await readdir(dataDir)).flatMap((name) => /^parcels-(\d+)\.db$/.exec(name)?.[1] ?? []);
  return versions.sort((a, b) => Number(a) - Number(b)).at(-1);
}

/** Removes older and unfinished sets. */
export async function removeOtherVersions(dataDir: string, version: string | undefined): Promise<void> {
  const others = (await readdir(dataDir)).filter(
    (name) => /^parcels-\d+\./.test(name) && !isPartOf(name, version),
  );
  // Databases first: a set without one counts as incomplete.
  const databasesFirst = others.sort((a, b) => Number(b.endsWith('.db')) - Number(a.endsWith('.db')));
  for (const name of databasesFirst) await rm(join(dataDir, name), { force: true });
}

function isPartOf(name: string, version: string | undefined): boolean {
  return name === `parcels-${version}.db` || name === `parcels-${version}.tiles`;
}

export async function removeSet({ db, tiles }: ParcelFiles): Promise<void> {
  await rm(db, { force: true });
  await rm(tiles, { force: true });
}

/** Crash-safe: syncs and renames the finished files so that a crash leaves either the whole set or none of it. */
export async function publishSet(dataDir: string, version: string): Promise<void> {
  const from = loadingFiles(dataDir, version);
  const to = parcelFiles(dataDir, version);
  await sync(from.db, 'r+');
  await sync(from.tiles, 'r+');
  await rename(from.tiles, to.tiles);
  await syncFolder(dataDir);
  await rename(from.db, to.db);
  await syncFolder(dataDir);
}

/** Makes renames in a folder durable. Windows has no such call. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await sync(path, 'r');
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
