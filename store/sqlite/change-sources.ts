// Loads or removes a source in a data folder: writes its files beside those that are being read, draws the tiles it shares
// with other sources, and publishes the new manifest.
import { mkdir } from 'node:fs/promises';
import {
  loadedSource,
  nextVersion,
  planSources,
  type StoredSource,
  sourceToRemove,
} from '../parcel-sources.ts';
import type { ChangeOptions, OlderSource, ReplaceSource } from '../parcel-store.ts';
import type { FollowedSet } from './followed-set.ts';
import { loadParcels } from './load-parcels.ts';
import { type OpenParcelSet, readerSource } from './open-parcel-set.ts';
import { parcelFiles, removeLeftovers, sharedTilesFile, syncFiles } from './parcel-files.ts';
import { type Manifest, publishManifest, readManifest } from './parcel-manifest.ts';
import { writeSharedTiles } from './shared-tiles.ts';
import { TileSlab } from './tile-slab.ts';
import { withLoadLock } from './with-load-lock.ts';

type Folder = {
  formatFolder: string;
  isUpgrade: boolean;
  followed: FollowedSet;
  signal: AbortSignal;
  onWarning: (line: string) => void;
};
export type Change =
  | { replacement: ReplaceSource }
  | { removed: string; onProgress: ChangeOptions['onProgress'] };

export async function changeSources(change: Folder & Change): Promise<void> {
  const { formatFolder, isUpgrade, followed, signal, onWarning } = change;
  const replacement = 'replacement' in change ? change.replacement : undefined;
  const { onProgress } = 'replacement' in change ? change.replacement : change;
  await mkdir(formatFolder, { recursive: true });
  await withLoadLock({ formatFolder, signal, onProgress }, async () => {
    // Another process may have changed the set meanwhile. Now that this one holds the lock, none will.
    await followed.catchUp();
    if (replacement?.unlessLoaded && followed.set) return;
    await removeLeftovers(formatFolder);
    const release = followed.set?.hold();
    const manifest = await readManifest(formatFolder);
    const version = nextVersion(manifest?.version ?? followed.outdated?.version);
    const work: Work = {
      formatFolder,
      version,
      liveSince: manifest ? manifest.liveSince : isUpgrade ? null : new Date().toISOString(),
      before: isUpgrade ? followed.outdated?.sources : undefined,
      signal,
      set: followed.set,
      sources: sourcesIn(manifest, followed),
      files: [],
    };
    try {
      await ('replacement' in change ? loadSource(work, change.replacement) : removeSource(work, change));
    } catch (error) {
      // The error of the load tells more; and the next load removes what is left.
      await removeLeftovers(formatFolder).catch(() => {});
      throw error;
    } finally {
      release?.();
    }
    await followed.catchUp();
    await removeLeftovers(formatFolder).catch((error: Error) =>
      onWarning(`The files of replaced parcels could not be removed: ${error.message}`),
    );
  });
}

/** With those that are damaged, in their order: they stay in the manifest until they are imported again or removed. */
function sourcesIn(manifest: Manifest | undefined, { damaged, set }: FollowedSet): readonly StoredSource[] {
  const isDamaged = new Set(damaged.map(({ source }) => source.name));
  const isOpen = new Set(set?.sources.map(({ source }) => source.name));
  return (manifest?.sources ?? []).filter(({ name }) => isDamaged.has(name) || isOpen.has(name));
}

/** Shows what an upgrade has loaded to everybody. */
export async function goLive({
  formatFolder,
  followed,
  signal,
}: Pick<Folder, 'formatFolder' | 'followed' | 'signal'>): Promise<void> {
  await mkdir(formatFolder, { recursive: true });
  await withLoadLock({ formatFolder, signal }, async () => {
    const nothing = { version: nextVersion(followed.outdated?.version), sources: [], sharedTiles: null };
    const manifest = (await readManifest(formatFolder)) ?? nothing;
    await publishManifest(formatFolder, { ...manifest, liveSince: new Date().toISOString() });
    await followed.catchUp();
  });
}

type Work = {
  formatFolder: string;
  /** Of the new set and of all files that are written for it. */
  version: string;
  liveSince: string | null;
  /** The sources of the version before, in an upgrade. */
  before: readonly OlderSource[] | undefined;
  signal: AbortSignal;
  /** The set before the change. */
  set: OpenParcelSet | undefined;
  sources: readonly StoredSource[];
  /** All files written so far: they must be durable before the manifest names them. */
  files: string[];
};

async function loadSource(work: Work, replacement: ReplaceSource): Promise<void> {
  const { formatFolder, version, signal } = work;
  const { name } = replacement;
  const plan = planSources(work.sources, replacement, work.before);

  const files = parcelFiles(formatFolder, { name, version });
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
  const { formatFolder, version, liveSince, signal, set } = work;
  const tilesBefore = new Map(set?.sources.map(({ source, tiles }) => [source.name, tiles]));
  const path = sharedTilesFile(formatFolder, version);
  work.files.push(path);
  const areShared = await writeSharedTiles({
    path,
    owners: sources.flatMap((source) => {
      const tiles = source.name === changing ? added : tilesBefore.get(source.name);
      // Those of a damaged source are drawn when it is imported again.
      return tiles ? { reader: readerSource(formatFolder, source), tiles } : [];
    }),
    changing: [tilesBefore.get(changing), added].flatMap((tiles) => tiles ?? []),
    before: set?.sharedTiles,
    signal,
    onProgress,
  });
  if (!areShared) work.files.pop();
  await syncFiles(formatFolder, work.files);
  signal.throwIfAborted();
  await publishManifest(formatFolder, {
    version,
    sources,
    sharedTiles: areShared ? version : null,
    liveSince,
  });
}
