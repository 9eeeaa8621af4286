// The day of a layer's data: that of the newest of its files, as they were written.
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { siblingOf } from './readers/sibling-file.ts';

/** Files that hold the data of one layer together, by the one that is opened. */
const COMPANIONS: Readonly<Record<string, readonly string[]>> = {
  '.shp': ['.dbf', '.shx'],
  '.tab': ['.dat', '.map', '.id'],
  '.mif': ['.mid'],
};

/** Zip archives begin to count in 1980, and say so where they do not know the time. */
const FIRST_YEAR = 1981;
const DAY_MS = 86_400_000;

/** `path` is a file or the folder of a File Geodatabase. Undefined where the time of its files is not known. */
export async function dayOfLayerFiles(path: string): Promise<string | undefined> {
  const times = await Promise.all((await filesOf(path)).map(async (file) => (await stat(file)).mtime));
  const newest = times.reduce((one, other) => (other > one ? other : one), new Date(0));
  const isKnown = newest.getUTCFullYear() >= FIRST_YEAR && newest.getTime() < Date.now() + DAY_MS;
  return isKnown ? newest.toISOString().slice(0, 10) : undefined;
}

async function filesOf(path: string): Promise<string[]> {
  if ((await stat(path)).isDirectory()) {
    const names = await readdir(path);
    return names.filter((name) => !/\.lock$/i.test(name)).map((name) => join(path, name));
  }
  const endings = COMPANIONS[extname(path).toLowerCase()] ?? [];
  const companions = await Promise.all(endings.map((ending) => siblingOf(path, ending)));
  return [path, ...companions.filter((file) => file !== undefined)];
}
