// A data folder as an earlier release has left it: a county of twelve parcels, and a person who saved two of them.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countyText, rowsOf } from '../county-text.ts';

/** The newest first. */
export const releases = ['0.1.0', '0.1.0-format-4'];

/** `source` is the file that its county was imported from: it is there again. */
export async function folderOfRelease(
  release: string,
  folder: string,
): Promise<{ dataDir: string; source: string }> {
  const place = await mkdtemp(join(folder, `${release}-`));
  const dataDir = join(place, 'data');
  await mkdir(dataDir);
  execFileSync('tar', ['xzf', join(import.meta.dirname, `${release}.tgz`), '-C', dataDir]);
  const manifest = join(dataDir, 'parcels.json');
  await writeFile(manifest, (await readFile(manifest, 'utf8')).replace('/tmp/platbook-release', place));
  const source = join(place, 'orange.geojson');
  await writeFile(source, countyText(rowsOf('OAK', 12)));
  return { dataDir, source };
}
