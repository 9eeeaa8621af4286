// Restores the accounts of a PostgreSQL database from a backup, in one transaction. The accounts before are written to a
// file first.
import { resolve } from 'node:path';
import { OperatorError } from '../../runtime/operator-error.ts';
import { backupsFolderOf, freePath, nameBeforeRestore, writeBackup } from '../account-backup.ts';
import { type Restoration, type RestoredAccounts, withReadyAccounts } from '../restored-accounts.ts';
import { connect, type Statements } from './connect.ts';
import { copyFromFile, copyToFile, lockAccounts } from './copy-accounts.ts';
import { migrateAccounts, refusal, setUp } from './set-up.ts';
import { countServers } from './subscribe-sessions.ts';

export async function restorePostgresAccounts({
  databaseUrl,
  dataDir: folder,
  ...backup
}: Restoration & { databaseUrl: string }): Promise<RestoredAccounts> {
  const dataDir = resolve(folder);
  const backups = backupsFolderOf({ dataDir });
  const sql = connect(databaseUrl, { connectionsMax: 1 });
  try {
    return await withReadyAccounts({ ...backup, dataDir, folder: backups }, async ({ path, ...ready }) => {
      let aside: string | undefined;
      // A server that starts meanwhile waits for the lock of the setup.
      await setUp({ sql, databaseUrl }, async (transaction) => {
        await refuseBesideServers(transaction);
        await migrateAccounts(transaction, dataDir);
        await lockAccounts(transaction, 'ACCESS EXCLUSIVE');
        aside = await setAside(transaction, dataDir);
        await copyFromFile(transaction, path);
      });
      return { ...ready, aside };
    });
  } catch (error) {
    throw error instanceof OperatorError ? error : refusal(databaseUrl, error);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function refuseBesideServers(transaction: Statements): Promise<void> {
  const servers = await countServers(transaction);
  if (servers === 0) return;
  const who = servers === 1 ? 'A server is' : `${servers} server processes are`;
  throw new OperatorError(`${who} running on the database: stop all, restore the accounts, and start again.`);
}

async function setAside(transaction: Statements, dataDir: string): Promise<string | undefined> {
  const [somebody] = await transaction`SELECT 1 FROM users LIMIT 1`;
  if (!somebody) return undefined;
  const path = await freePath(backupsFolderOf({ dataDir }), nameBeforeRestore(new Date()));
  const fill = (unfinished: string) => copyToFile({ transaction, path: unfinished, hasSignIns: true });
  return (await writeBackup({ path, dataDir, fill })).path;
}
