// Makes a folder with nothing in it but what GDAL is meant to read: it sees all files beside the one it opens, and some formats
// name others. Unpacks a File Geodatabase in a zip, where every jump would begin at the front again, and the KML in a KMZ, which
// this GDAL does not open.
import { createWriteStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type Entry, openPromise } from 'yauzl';
import { OperatorError } from '../../runtime/operator-error.ts';
import { isGeodatabaseName } from '../find-data-files.ts';
import { checkNames, nameRefused } from '../zip-names.ts';
import { firstBytes } from './geojson-bytes.ts';

/** Real archives of parcels shrink to a twentieth at best: far beyond it, one is made to fill the disk. */
const MAX_RATIO = 200;
const ALWAYS_ALLOWED_BYTES = 256 * 1024 * 1024;

/** The path to open, in `folder`; a geodatabase is a folder already. */
export async function unpackForGdal(o: { path: string; folder: string }): Promise<string> {
  const { path, folder } = o;
  const info = await stat(path).catch(() => undefined);
  if (info === undefined) throw new OperatorError(`There is no file ${path}: check the path.`);
  if (info.isDirectory()) return await geodatabaseNamed(path, folder);
  const [first, second] = await firstBytes(path, 2);
  if (first !== 0x50 || second !== 0x4b || !/\.(?:zip|kmz)$/i.test(path)) return await alone(path, folder);
  const fileName = basename(path);
  const zip = await openPromise(path, { autoClose: false }).catch((error: Error) => {
    throw new OperatorError(`${fileName} is a damaged zip archive (${error.message}): download it again.`);
  });
  try {
    const entries: Entry[] = [];
    for await (const entry of zip.eachEntry()) entries.push(entry);
    const wanted = wantedEntries(entries, fileName);
    checkNames(fileName, wanted.entries);
    const bytes = wanted.entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0);
    if (bytes > Math.max(ALWAYS_ALLOWED_BYTES, info.size * MAX_RATIO)) {
      throw new OperatorError(
        `${fileName} would unpack to ${Math.round(bytes / 1e6).toLocaleString('en-US')} MB, far more than parcels need: unpack it yourself if you trust it, and import the result.`,
      );
    }
    for (const entry of wanted.entries) {
      const target = join(folder, entry.fileName);
      await mkdir(dirname(target), { recursive: true });
      // yauzl refuses an entry that holds more than it declares, and names that lead out of the folder.
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(target));
    }
    return join(folder, wanted.main);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    const refused = nameRefused(fileName, error);
    if (refused) throw refused;
    const { message } = error as Error;
    throw new OperatorError(`${fileName} is a damaged zip archive (${message}): download it again.`, {
      cause: error,
    });
  } finally {
    zip.close();
  }
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

/** The geodatabase, at any depth, or the first file of a format that is left to GDAL, with the files beside it. */
function wantedEntries(all: readonly Entry[], fileName: string): { main: string; entries: Entry[] } {
  const entries = all.filter(
    (entry) => !entry.fileName.endsWith('/') && !entry.fileName.startsWith('__MACOSX/'),
  );
  const geodatabases = new Set(
    entries.map((entry) => /^(?:.*\/)?[^/]+\.gdb(?=\/)/i.exec(entry.fileName)?.[0]),
  );
  geodatabases.delete(undefined);
  const [geodatabase, another] = geodatabases;
  if (another !== undefined) {
    throw new OperatorError(
      `${fileName} holds several File Geodatabases (${[...geodatabases].join(', ')}): unpack it, and import the one with the parcels.`,
    );
  }
  if (geodatabase !== undefined) {
    return {
      main: geodatabase,
      entries: entries.filter((entry) => entry.fileName.startsWith(`${geodatabase}/`)),
    };
  }
  const main =
    mainKml(entries, fileName) ??
    entries.find((entry) => /\.(?:gml|tab|mif|dxf|json)$/i.test(entry.fileName))?.fileName;
  if (main === undefined) {
    throw new OperatorError(
      `${fileName} holds no layer that Platbook can read: check that it is the right archive.`,
    );
  }
  return { main, entries: entries.filter((entry) => dirname(entry.fileName) === dirname(main)) };
}

/** The largest: a KMZ may have a small KML in front that only refers to the one with the shapes. */
function mainKml(entries: readonly Entry[], fileName: string): string | undefined {
  const kmls = entries.filter((entry) => /\.kml$/i.test(entry.fileName));
  kmls.sort((one, other) => other.uncompressedSize - one.uncompressedSize);
  const [main, next] = kmls;
  if (main && next && next.uncompressedSize > main.uncompressedSize / 10) {
    throw new OperatorError(
      `${fileName} holds several KML files (${main.fileName}, ${next.fileName} …): unpack it, and import the folder.`,
    );
  }
  return main?.fileName;
}
