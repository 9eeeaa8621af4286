// Opens the parcel store and the account store in a data folder, and locks the folder for this process.

import { access, constants, mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import { OperatorError } from '../../runtime/operator-error.ts';
import { openWorker } from '../../runtime/worker-call.ts';
import type { AccountStore } from '../account-store.ts';
import type { ParcelStore } from '../parcel-store.ts';
import { SqlAccountStore, type SqlClient, type SqlValue } from '../sql-account-store.ts';
import type { AccountsWorkerCalls } from './accounts-worker.ts';
import { SqliteParcelStore } from './sqlite-parcel-store.ts';

export type SqliteStoresOptions = {
  dataDir: string;
  /** Called with one line about an error that did no harm. */
  onWarning?: (line: string) => void;
};

export async function openSqliteStores({
  dataDir: folder,
  onWarning = () => {},
}: SqliteStoresOptions): Promise<{ parcels: ParcelStore; accounts: AccountStore }> {
  const dataDir = resolve(folder);
  const unlock = await createAndLock(dataDir);
  const open = new Set(['parcels', 'accounts']);
  const closed = (store: string) => {
    if (open.delete(store) && open.size === 0) unlock();
  };
  try {
    const parcels = await SqliteParcelStore.open({ dataDir, onWarning, onClosed: () => closed('parcels') });
    try {
      const client = await openAccounts(join(dataDir, 'accounts.db'), () => closed('accounts'));
      return { parcels, accounts: new SqlAccountStore(client) };
    } catch (error) {
      await parcels.close();
      throw error;
    }
  } catch (error) {
    closed('parcels');
    closed('accounts');
    throw error instanceof OperatorError ? error : refusal(dataDir, error);
  }
}

async function createAndLock(dataDir: string): Promise<() => void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.W_OK | constants.X_OK);
    return lockFolder(dataDir);
  } catch (error) {
    throw error instanceof OperatorError ? error : refusal(dataDir, error);
  }
}

/** A mutex on the folder, for one process. The operating system releases it when the process ends, even by a crash. */
function lockFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'lock.db'));
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE;');
  } catch (error) {
    lock.close();
    if (!/locked|busy/i.test((error as Error).message)) throw error;
    throw new OperatorError(`The data folder ${dataDir} is in use by another Platbook process.`);
  }
  return () => lock.close();
}

function refusal(dataDir: string, error: unknown): OperatorError {
  return new OperatorError(`The data folder ${dataDir} cannot be used: ${(error as Error).message}.`);
}

async function openAccounts(path: string, onClosed: () => void): Promise<SqlClient> {
  const worker = openWorker<AccountsWorkerCalls>(new URL('./accounts-worker.ts', import.meta.url), { path });
  try {
    await worker.call('open', undefined);
  } catch (error) {
    await worker.close();
    throw error;
  }
  return {
    query: async <Row>(text: string, values: readonly SqlValue[]) =>
      (await worker.call('query', { text, values })) as Row[],
    close: async () => {
      await worker.close();
      onClosed();
    },
  };
}
