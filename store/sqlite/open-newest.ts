// Opens the sources that a manifest names, as far as their files are sound. A source with a damaged file is left out, and the
// others are served.
import { join } from 'node:path';
import type { StoredSource } from '../parcel-sources.ts';
import { DamagedFile, setFileAside } from './damaged-file.ts';
import { OpenParcelSet } from './open-parcel-set.ts';
import { hasOnlyDemo, parcelFiles, sharedTilesFile } from './parcel-files.ts';
import { BrokenManifest, MANIFEST_FILE, type Manifest, readManifest } from './parcel-manifest.ts';

export type DamagedSource = { source: StoredSource; error: DamagedFile };
export type OpenedNewest = { set: OpenParcelSet | undefined; damaged: readonly DamagedSource[] };

type Folder = { formatFolder: string; onWarning: (line: string) => void };

/** If files have vanished, because another load has replaced them meanwhile, reads the manifest again. */
export async function openNewest(folder: Folder, first: Manifest): Promise<OpenedNewest> {
  const { formatFolder } = folder;
  let manifest = first;
  let damaged: DamagedSource[] = [];
  for (;;) {
    if (manifest.sources.length === 0) return { set: undefined, damaged: await reported(folder, damaged) };
    try {
      const set = await OpenParcelSet.open(formatFolder, manifest);
      return { set, damaged: await reported(folder, damaged) };
    } catch (error) {
      const now = await readManifest(formatFolder);
      if (now && now.version !== manifest.version) {
        manifest = now;
        damaged = [];
        continue;
      }
      if (!(error instanceof DamagedFile)) throw error;
      const source = sourceOf(formatFolder, manifest, error.path);
      if (source) {
        damaged.push({ source, error });
        manifest = { ...manifest, sources: manifest.sources.filter((other) => other !== source) };
      } else if (manifest.sharedTiles && error.path === sharedTilesFile(formatFolder, manifest.sharedTiles)) {
        folder.onWarning(
          `${error.message} Where counties meet, the map shows one of them only, until one is imported again (platbook refresh).`,
        );
        manifest = { ...manifest, sharedTiles: null };
      } else throw error;
    }
  }
}

function sourceOf(formatFolder: string, { sources }: Manifest, path: string): StoredSource | undefined {
  return sources.find((source) => {
    const { db, tiles, columns } = parcelFiles(formatFolder, source);
    return path === db || path === tiles || path === columns;
  });
}

/** The demo county is made again, so its files are set aside. Those of a county stay until it is imported again. */
async function reported({ onWarning }: Folder, damaged: DamagedSource[]): Promise<DamagedSource[]> {
  for (const { source, error } of damaged) {
    if (source.kind === 'demo') {
      // A missing one has been set aside by another process.
      if (!(await setFileAside(error.path))) continue;
      onWarning(`${error.message} It was set aside; the demo county has to be made again (platbook demo).`);
    } else onWarning(notServed({ source, error }));
  }
  return damaged.filter(({ source }) => source.kind !== 'demo');
}

function notServed({ source, error }: DamagedSource): string {
  return `${error.message} So the parcels of ${source.name} (${source.title}) are not served: platbook refresh ${source.name} imports them again.`;
}

/** Without the manifest nobody knows what the files are; only the demo county can be made again without asking. */
export async function setDemoManifestAside(
  { formatFolder, onWarning }: Folder,
  error: unknown,
): Promise<void> {
  if (!(error instanceof BrokenManifest) || !(await hasOnlyDemo(formatFolder))) throw error;
  const path = join(formatFolder, MANIFEST_FILE);
  await setFileAside(path);
  onWarning(`${path} is damaged. It was set aside; the demo county has to be made again (platbook demo).`);
}
