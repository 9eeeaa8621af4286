// platbook backup: copies all accounts into one verified file, also while the server runs.
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { OperatorError } from '../runtime/operator-error.ts';
import { sizeInWords } from '../runtime/size-in-words.ts';
import type { Config } from '../server/config.ts';
import {
  type AccountBackup,
  backupName,
  backupsFolderOf,
  freePath,
  noteBackup,
} from '../store/account-backup.ts';
import { accountsInWords } from './accounts-in-words.ts';
import { openAuditLog } from './audit-log.ts';
import type { Command } from './command.ts';
import { onWarning } from './open-parts.ts';

export const backup: Command = {
  options: {
    to: { value: 'FILE', summary: 'the file to write, or a folder; else a new file in DATA_DIR/backups' },
  },
  notes: `Works while the server runs. The file is verified after it is written, and holds people, saved parcels, drawings and
preferences, but no sessions and no keys: everybody signs in again after a restore. It is the same for SQLite and
PostgreSQL, and can be restored into either. It ends with a MAC, whose key is DATA_DIR/backup.key: keep a copy of that, apart from the backups.
Parcels are not in it: they are imported again.`,
  run: async ({ config, ...call }) => {
    const written = await backUp(config, await targetOf(config, call.valueOf('to')));
    openAuditLog(config).event('backup-made', { count: written.people });
    await noteBackup({ dataDir: config.dataDir, path: written.path }).catch((error: Error) =>
      onWarning(`The backup was written, but where it is could not be noted: ${error.message}.`),
    );
    console.log(
      `Backed up ${accountsInWords(written)} (${sizeInWords(written.bytes)}), and verified: ${written.path}`,
    );
    return undefined;
  },
};

async function targetOf({ dataDir }: Config, given: string | undefined): Promise<string> {
  const name = backupName(new Date());
  if (given === undefined) return freePath(backupsFolderOf({ dataDir }), name);
  const path = resolve(given);
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return freePath(path, name);
  // Not even an older backup: what is there may be the only good one, or accounts.db itself.
  if (found) {
    throw new OperatorError(`${path} exists already: give the backup another name.`);
  }
  return path;
}

/** As they are: accounts of an older version are not migrated. */
export async function backUp({ dataDir, databaseUrl }: Config, path: string): Promise<AccountBackup> {
  if (databaseUrl) {
    const { backUpPostgresAccounts } = await import('../store/postgres/back-up-accounts.ts');
    return backUpPostgresAccounts({ databaseUrl, dataDir, path });
  }
  const { backUpSqliteAccounts } = await import('../store/sqlite/back-up-accounts.ts');
  return backUpSqliteAccounts({ dataDir, path });
}
