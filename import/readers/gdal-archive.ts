// Makes a folder with nothing in it but what GDAL is meant to read: it sees all files beside the one it opens, and some formats
// name others. Unpacks the KML in a KMZ, which this GDAL does not open.
import { copyFile, link, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { OperatorError } from '../../runtime/operator-error.ts';
import { isGeodatabaseName } from '../find-data-files.ts';
import { type UnpackBudget, unpackZipInto } from '../unpack-archive.ts';
import { firstBytes } from './geojson-bytes.ts';

/** The path to open, in `folder`; a geodatabase is a folder already. */
export async function unpackForGdal(o: {
  path: string;
  folder: string;
  workFolder: string;
  budget?: UnpackBudget | undefined;
}): Promise<string> {
  const { path, folder } = o;
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) throw new OperatorError(`There is no file ${path}: check the path.`);
  if (info.isDirectory()) return await geodatabaseNamed(path, folder);
  const [first, second] = await firstBytes(path, 2);
  if (first !== 0x50 || second !== 0x4b || !/\.kmz$/i.test(path)) return await alone(path, folder);
  await unpackZipInto(folder, o);
  return await mainKml(folder, basename(path));
}

/** GDAL knows a File Geodatabase by the name of its folder, which an archive of the files alone has lost. */
async function geodatabaseNamed(path: string, folder: string): Promise<string> {
  if (isGeodatabaseName(path)) return path;
  const named = join(folder, 'named.gdb');
  await mkdir(named);
  for (const name of await readdir(path)) await linkInto(named, join(path, name));
  return named;
}

/** The file with those of the same name and other endings: counties.gml and counties.xsd, roads.tab and roads.map. */
async function alone(path: string, folder: string): Promise<string> {
  const own = join(folder, 'alone');
  await mkdir(own);
  const stem = (name: string) => name.slice(0, name.lastIndexOf('.')).toLowerCase();
  const meant = stem(basename(path));
  for (const entry of await readdir(dirname(path), { withFileTypes: true })) {
    const isMeant = entry.name === basename(path) || (entry.isFile() && stem(entry.name) === meant);
    if (isMeant) await linkInto(own, join(dirname(path), entry.name));
  }
  return join(own, basename(path));
}

/** A second name costs nothing; on another disk there can be none. A symbolic link leads out of what GDAL sees. */
async function linkInto(folder: string, path: string): Promise<void> {
  const target = join(folder, basename(path));
  await link(await realpath(path), target).catch(() => copyFile(path, target));
}

/** The largest: a KMZ may have a small KML in front that only refers to the one with the shapes. */
async function mainKml(folder: string, fileName: string): Promise<string> {
  const names = await readdir(folder, { recursive: true });
  const kmls = await Promise.all(
    names
      .filter((name) => /\.kml$/i.test(name))
      .map(async (name) => ({ name, bytes: (await stat(join(folder, name))).size })),
  );
  const [main, next] = kmls.sort((one, other) => other.bytes - one.bytes);
  if (!main) {
    throw new OperatorError(
      `${fileName} holds no layer that Platbook can read: check that it is the right archive.`,
    );
  }
  if (next && next.bytes > main.bytes / 10) {
    throw new OperatorError(
      `${fileName} holds several KML files (${main.name}, ${next.name} …): unpack it, and import the folder.`,
    );
  }
  return join(folder, main.name);
}
