// The folder of what a version of Platbook can make again: parcels, and the maps and places that are drawn for them. Each format
// has one of its own, so that going back to the version before finds everything as that version left it.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { PARCEL_FORMAT } from '../contract/parcel-columns.ts';

/** Before, all of it lay in the data folder itself. */
export const FIRST_FORMAT_WITH_FOLDER = 6;
/** Older ones named no sources, so nothing can be imported again from them. */
export const FIRST_FORMAT_WITH_SOURCES = 4;

type Folder = { dataDir: string };

export function formatFolderOf({ dataDir }: Folder, format: number = PARCEL_FORMAT): string {
  return format < FIRST_FORMAT_WITH_FOLDER ? dataDir : join(dataDir, `format-${format}`);
}

export function mapsFolderOf(folder: Folder): string {
  return join(formatFolderOf(folder), 'maps');
}

/** The formats that have a folder, the newest first. */
export async function formatsIn(dataDir: string): Promise<number[]> {
  const names = await readdir(dataDir).catch(() => []);
  return names
    .flatMap((name) => /^format-(\d+)$/.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => b - a);
}
