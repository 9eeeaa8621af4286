// Files that belong together by name, whatever the case of their letters: Parcels.shp and PARCELS.DBF.
import { readdir } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';

/** The file beside `path` with the same name and another extension, such as `.dbf`. */
export async function siblingOf(path: string, extension: string): Promise<string | undefined> {
  const folder = dirname(path);
  const stem = basename(path, extname(path));
  const wanted = `${stem}${extension}`.toLowerCase();
  const found = (await readdir(folder)).filter((name) => name.toLowerCase() === wanted);
  // Two that differ by case only can lie beside each other: the one spelled like the file is meant.
  const best = found.find((name) => basename(name, extname(name)) === stem) ?? found[0];
  return best === undefined ? undefined : join(folder, best);
}
