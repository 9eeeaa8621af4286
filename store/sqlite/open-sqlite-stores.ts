// Opens the parcel store and the account store in a data folder, and locks the folder for one server; or the parcels
// alone, beside a running server.

import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { type ClusterBus, noClusterBus } from '../../runtime/cluster-bus.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import { openWorker } from '../../runtime/worker-call.ts';
import { exists } from '../account-backup.ts';
import { ACCOUNTS_FILE, versionOf } from '../account-file.ts';
import { ACCOUNT_SCHEMA_VERSION } from '../account-migrations.ts';
import type { AccountStore } from '../account-store.ts';
import type { ParcelStore } from '../parcel-store.ts';
import { SessionChanges } from '../session-changes.ts';
import { SqlAccountStore } from '../sql-account-store.ts';
import type { SqlClient, SqlValue } from '../sql-client.ts';
import type { AccountsWorkerCalls } from './accounts-worker.ts';
import { MARKER_FILE } from './prepare-accounts.ts';
import { SqliteParcelStore } from './sqlite-parcel-store.ts';
import { watchingOtherWriters } from './watch-other-writers.ts';
import { tryToLock } from './with-load-lock.ts';

export type SqliteStoresOptions = {
  dataDir: string;
  /** Called with one line about an error that did no harm. */
  onWarning?: (line: string) => void;
  /** The processes that serve the folder together with this one. The primary among them holds its lock. */
  clusterBus?: ClusterBus | undefined;
  /** Of openSqliteParcels: what it loads is nobody else's before ParcelStore.goLive. */
  isUpgrade?: boolean | undefined;
};

export async function openSqliteStores({
  dataDir: folder,
  onWarning = () => {},
  clusterBus,
}: SqliteStoresOptions): Promise<{ parcels: ParcelStore; accounts: AccountStore }> {
  const dataDir = resolve(folder);
  const unlock = clusterBus ? () => {} : await lockFolder(dataDir);
  const open = new Set(['parcels', 'accounts']);
  const closed = (store: string) => {
    if (open.delete(store) && open.size === 0) unlock();
  };
  // At once, because every start waits for their threads.
  const [parcels, accounts] = await Promise.allSettled([
    SqliteParcelStore.open({ dataDir, onWarning, onClosed: () => closed('parcels') }),
    openAccounts({ dataDir, isPrepared: clusterBus !== undefined, onClosed: () => closed('accounts') }),
  ]);
  if (parcels.status === 'fulfilled' && accounts.status === 'fulfilled') {
    const changes = changesAmong(clusterBus);
    return {
      parcels: parcels.value,
      accounts: new SqlAccountStore(watchingOtherWriters(accounts.value, changes), changes),
    };
  }
  const opened = [parcels, accounts].filter((store) => store.status === 'fulfilled');
  await Promise.all(opened.map(({ value }) => value.close()));
  closed('parcels');
  closed('accounts');
  const failed = [parcels, accounts].find((store) => store.status === 'rejected');
  const error = failed!.reason;
  throw error instanceof OperatorError ? error : refusal(dataDir, error);
}

/** For the command line: without accounts, and without the server's lock, so that it works beside a running server. */
export async function openSqliteParcels({
  dataDir: folder,
  onWarning = () => {},
  isUpgrade,
}: SqliteStoresOptions): Promise<ParcelStore> {
  const dataDir = resolve(folder);
  try {
    await createFolder(dataDir);
    return await SqliteParcelStore.open({ dataDir, onWarning, isUpgrade, onClosed: () => {} });
  } catch (error) {
    throw error instanceof OperatorError ? error : refusal(dataDir, error);
  }
}

/** For the command line: the accounts alone, beside a running server, which hears of ended sessions (see watch-other-writers.ts). */
export async function openSqliteAccounts({ dataDir: folder }: SqliteStoresOptions): Promise<AccountStore> {
  const dataDir = resolve(folder);
  try {
    if (!(await exists(join(dataDir, ACCOUNTS_FILE))) && !(await exists(join(dataDir, MARKER_FILE)))) {
      throw new OperatorError(`There are no accounts in ${dataDir} yet: the first start makes them.`);
    }
    if (accountVersionIn(dataDir) !== ACCOUNT_SCHEMA_VERSION) await prepareWithoutServer(dataDir);
    return new SqlAccountStore(
      await openAccounts({ dataDir, isPrepared: true, onClosed: () => {} }),
      changesAmong(),
    );
  } catch (error) {
    throw error instanceof OperatorError ? error : refusal(dataDir, error);
  }
}

/** Of their schema. Undefined where there are none, or they cannot be read: then the preparation says why. */
export function accountVersionIn(dataDir: string): number | undefined {
  try {
    const accounts = new DatabaseSync(join(dataDir, ACCOUNTS_FILE), { readOnly: true });
    try {
      return versionOf(accounts);
    } finally {
      accounts.close();
    }
  } catch {
    return undefined;
  }
}

/** A server of another version would go on with tables that it does not know. */
async function prepareWithoutServer(dataDir: string): Promise<void> {
  const unlock = tryToLock(join(dataDir, 'lock.db'));
  if (!unlock) {
    throw new OperatorError('A server of another version of Platbook is running: restart it first.');
  }
  try {
    await (await openAccounts({ dataDir, isPrepared: false, onClosed: () => {} })).close();
  } finally {
    unlock();
  }
}

async function createFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await access(dataDir, constants.W_OK | constants.X_OK);
}

/** For the primary of several processes: locks the folder for them, and makes its accounts ready before they open them. */
export async function lockWithAccounts(folder: string): Promise<() => void> {
  const dataDir = resolve(folder);
  const unlock = await lockFolder(dataDir);
  try {
    const client = await openAccounts({ dataDir, isPrepared: false, onClosed: () => {} });
    await client.close();
    return unlock;
  } catch (error) {
    unlock();
    throw error instanceof OperatorError ? error : refusal(dataDir, error);
  }
}

/** Creates the folder, if there is none, for one server alone. Returns the function that unlocks it. */
async function lockFolder(dataDir: string): Promise<() => void> {
  try {
    await createFolder(dataDir);
    const unlock = tryToLock(join(dataDir, 'lock.db'));
    if (unlock) return unlock;
  } catch (error) {
    throw refusal(dataDir, error);
  }
  throw new OperatorError(`The data folder ${dataDir} is in use by another Platbook process.`);
}

function refusal(dataDir: string, error: unknown): OperatorError {
  return new OperatorError(`The data folder ${dataDir} cannot be used: ${(error as Error).message}.`);
}

const SESSION_CHANGED = 'a session has changed';

function changesAmong(clusterBus: ClusterBus = noClusterBus): SessionChanges {
  const changes = new SessionChanges({
    isSubscribed: () => true,
    publish: (sessionId) => clusterBus.ask(SESSION_CHANGED, sessionId),
  });
  clusterBus.answer(SESSION_CHANGED, (sessionId) => changes.notify(sessionId as string | undefined));
  return changes;
}

type Accounts = { dataDir: string; isPrepared: boolean; onClosed: () => void };

async function openAccounts({ dataDir, isPrepared, onClosed }: Accounts): Promise<SqlClient> {
  const worker = openWorker<AccountsWorkerCalls>(new URL('./accounts-worker.ts', import.meta.url), {
    dataDir,
  });
  try {
    if (!isPrepared) await worker.call('prepare', undefined);
    await worker.call('open', undefined);
  } catch (error) {
    await worker.close();
    throw error;
  }
  const query = async <Row>(text: string, values: readonly SqlValue[]) =>
    (await worker.call('query', { text, values })) as Row[];
  return {
    query,
    queryWithReserve: async <Row>(text: string, values: readonly SqlValue[]) =>
      (await worker.call('queryWithReserve', { text, values })) as Row[],
    // SQLite has one writer at a time, in all processes: what a statement counts is still true when it writes.
    queryLocked: (_userId, text, values) => query(text, values),
    mergedJson: (object, members) => `json_patch(${object}, ${members})`,
    transact: (statements) => worker.call('transact', statements),
    close: async () => {
      await worker.close();
      onClosed();
    },
  };
}
