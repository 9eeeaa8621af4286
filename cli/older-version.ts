// What a version of Platbook before has left: whether it is still to be imported again (cli/upgrade.ts), and how long it stays.
import { OperatorError } from '../runtime/operator-error.ts';
import type { OlderSet, ParcelStore } from '../store/parcel-store.ts';
import { onWarning, openParcels, type Storage } from './open-parts.ts';

/** After this, what the version before has left is removed by the next start. */
export const WAY_BACK_DAYS = 30;
const DAY_MS = 24 * 3600_000;

/**
 * The parcels alone, to import into. Counties that an older version has left are then imported again beside them: until `platbook
 * upgrade` shows all of them, nothing is shown, because one alone would take the place of all.
 */
export async function openWithOlder(
  storage: Storage,
): Promise<{ store: ParcelStore; older: OlderSet | undefined }> {
  const store = await openParcels(storage);
  const older = await olderToImport(store);
  if (!older || older.kind === 'demo') return { store, older: undefined };
  if (store.liveSince() !== undefined) return { store, older };
  await store.close();
  return { store: await openParcels(storage, { isUpgrade: true }), older };
}

/** What an older version has left, where this one has not imported it again; also after going back to it, and imports there. */
export async function olderToImport(store: ParcelStore): Promise<OlderSet | undefined> {
  const older = await store.older();
  const liveSince = store.liveSince();
  return liveSince === undefined || Number(older?.version) > Date.parse(liveSince) ? older : undefined;
}

/** Since the version before has loaded it. Versions grow, even where the clock was set back. */
export function isImported(
  { name }: { name: string },
  older: Pick<OlderSet, 'version'>,
  store: ParcelStore,
): boolean {
  const now = store.current()?.sources.find((source) => source.name === name);
  return now !== undefined && Number(now.version) > Number(older.version);
}

/** Real parcels in a format that this version does not read. The demo county is made again without asking. */
export function refuseOutdated(outdated: OlderSet | undefined): void {
  if (!outdated || outdated.kind === 'demo') return;
  throw new OperatorError(
    `The parcels (${outdated.source}) were loaded by an older Platbook, which this one cannot read: platbook upgrade imports them again.`,
  );
}

export async function removeOlder({ dataDir, databaseUrl }: Storage, store: ParcelStore): Promise<void> {
  await store.removeOlder();
  if (databaseUrl === undefined) return;
  // Maps and columns are files of each machine.
  const { removeOlderFiles } = await import('../store/sqlite/parcel-files.ts');
  await removeOlderFiles(dataDir);
}

/** At a start: removes what is no longer needed for the way back, and warns where somebody has gone it. */
export async function lookAtOlder(config: Storage, store: ParcelStore): Promise<void> {
  const liveSince = store.liveSince();
  if (liveSince === undefined) return;
  const older = await olderToImport(store);
  if (older) {
    onWarning(
      `The version before has loaded parcels since (${older.source}), which are not shown: platbook upgrade imports them again.`,
    );
  } else if (Date.now() - Date.parse(liveSince) > WAY_BACK_DAYS * DAY_MS) await removeOlder(config, store);
}

/** Parcels of an older format, where they are all there are. Cheap, because every start asks, before it opens anything. */
export async function findOutdated({ dataDir, databaseUrl }: Storage): Promise<OlderSet | undefined> {
  if (databaseUrl !== undefined) {
    const { outdatedInPostgres } = await import('../store/postgres/open-postgres-stores.ts');
    return outdatedInPostgres(databaseUrl);
  }
  const [{ readManifest, readOlderSet }, { formatFolderOf }] = await Promise.all([
    import('../store/sqlite/parcel-manifest.ts'),
    import('../store/format-folder.ts'),
  ]);
  try {
    const manifest = await readManifest(formatFolderOf({ dataDir }));
    return manifest?.liveSince ? undefined : await readOlderSet(dataDir);
  } catch {
    // Whoever opens the parcels next says why.
    return undefined;
  }
}
