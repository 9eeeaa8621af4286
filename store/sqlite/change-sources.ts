// Loads or removes a source in a data folder: writes its files beside those that are being read, draws the tiles it shares
// with other sources, and publishes the new manifest.
import {
  loadedSource,
  nextVersion,
  planSources,
  type StoredSource,
  sourceToRemove,
} from '../parcel-sources.ts';
import type { ChangeOptions, ReplaceSource } from '../parcel-store.ts';
import type { FollowedSet } from './followed-set.ts';
import { loadParcels } from './load-parcels.ts';
import { type OpenParcelSet, readerSource } from './open-parcel-set.ts';
import { parcelFiles, removeLeftovers, sharedTilesFile, syncFiles } from './parcel-files.ts';
import { publishManifest, readManifest } from './parcel-manifest.ts';
import { writeSharedTiles } from './shared-tiles.ts';
import { TileSlab } from './tile-slab.ts';
import { withLoadLock } from './with-load-lock.ts';

type Folder = {
  dataDir: string;
  followed: FollowedSet;
  signal: AbortSignal;
  onWarning: (line: string) => void;
};
export type Change =
  | { replacement: ReplaceSource }
  | { removed: string; onProgress: ChangeOptions['onProgress'] };

export async function changeSources(change: Folder & Change): Promise<void> {
  const { dataDir, followed, signal, onWarning } = change;
  const replacement = 'replacement' in change ? change.replacement : undefined;
  const { onProgress } = 'replacement' in change ? change.replacement : change;
  await withLoadLock({ dataDir, signal, onProgress }, async () => {
    // Another process may have changed the set meanwhile. Now that this one holds the lock, none will.
    await followed.catchUp();
    if (replacement?.unlessLoaded && followed.set) return;
    await removeLeftovers(dataDir);
    const release = followed.set?.hold();
    const version = nextVersion(await versionBefore(change));
    const sources = await sourcesBefore(change);
    const work = { dataDir, version, signal, set: followed.set, sources, files: [] as string[] };
    try {
      await ('replacement' in change ? loadSource(work, change.replacement) : removeSource(work, change));
    } catch (error) {
      // The error of the load tells more; and the next load removes what is left.
      await removeLeftovers(dataDir).catch(() => {});
      throw error;
    } finally {
      release?.();
    }
    await followed.catchUp();
    await removeLeftovers(dataDir).catch((error: Error) =>
      onWarning(`The files of replaced parcels could not be removed: ${error.message}`),
    );
  });
}

async function versionBefore({ dataDir, followed }: Folder): Promise<string | undefined> {
  const manifest = await readManifest(dataDir);
  if (!manifest) return followed.outdated?.version;
  return 'outdated' in manifest ? manifest.outdated.version : manifest.version;
}

/** With those that are damaged, in their order: they stay in the manifest until they are imported again or removed. */
async function sourcesBefore({ dataDir, followed }: Folder): Promise<readonly StoredSource[]> {
  const isDamaged = new Set(followed.damaged.map(({ source }) => source.name));
  const isOpen = new Set(followed.set?.sources.map(({ source }) => source.name));
  const manifest = await readManifest(dataDir);
  const all = manifest && !('outdated' in manifest) ? manifest.sources : [];
  return all.filter(({ name }) => isDamaged.has(name) || isOpen.has(name));
}

type Work = {
  dataDir: string;
  /** Of the new set and of all files that are written for it. */
  version: string;
  signal: AbortSignal;
  /** The set before the change. */
  set: OpenParcelSet | undefined;
  sources: readonly StoredSource[];
  /** All files written so far: they must be durable before the manifest names them. */
  files: string[];
};

async function loadSource(work: Work, replacement: ReplaceSource): Promise<void> {
  const { dataDir, version, signal } = work;
  const { name } = replacement;
  const plan = planSources(work.sources, replacement);

  const files = parcelFiles(dataDir, { name, version });
  work.files.push(files.db, files.tiles, files.columns);
  const { hasBarePins } = plan;
  const qualifier = hasBarePins ? undefined : name;
  const extent = await loadParcels({ files, replacement, qualifier, signal });
  const loaded = loadedSource({ about: replacement, version, extent, hasBarePins });

  const added = await TileSlab.open(files.tiles);
  try {
    await publish(work, {
      sources: plan.with(loaded),
      changing: name,
      added,
      onProgress: replacement.onProgress,
    });
  } finally {
    await added.close();
  }
}

async function removeSource(
  work: Work,
  { removed: name, onProgress }: Extract<Change, { removed: string }>,
): Promise<void> {
  const { sources } = work;
  const removed = sourceToRemove(sources, name);
  await publish(work, {
    sources: sources.filter((source) => source !== removed),
    changing: name,
    added: undefined,
    onProgress,
  });
}

type Publication = {
  /** All sources after the change. */
  sources: readonly StoredSource[];
  /** The name of the source that changes. */
  changing: string;
  /** Its new tiles, unless it is removed. */
  added: TileSlab | undefined;
  onProgress: ReplaceSource['onProgress'];
};

async function publish(work: Work, { sources, changing, added, onProgress }: Publication): Promise<void> {
  const { dataDir, version, signal, set } = work;
  const tilesBefore = new Map(set?.sources.map(({ source, tiles }) => [source.name, tiles]));
  const path = sharedTilesFile(dataDir, version);
  work.files.push(path);
  const areShared = await writeSharedTiles({
    path,
    owners: sources.flatMap((source) => {
      const tiles = source.name === changing ? added : tilesBefore.get(source.name);
      // Those of a damaged source are drawn when it is imported again.
      return tiles ? { reader: readerSource(dataDir, source), tiles } : [];
    }),
    changing: [tilesBefore.get(changing), added].flatMap((tiles) => tiles ?? []),
    before: set?.sharedTiles,
    signal,
    onProgress,
  });
  if (!areShared) work.files.pop();
  await syncFiles(dataDir, work.files);
  signal.throwIfAborted();
  await publishManifest(dataDir, { version, sources, sharedTiles: areShared ? version : null });
}
