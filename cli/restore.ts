// platbook restore: puts the accounts of a backup in place of the present ones, which are kept.
import type { Config } from '../server/config.ts';
import { ACCOUNT_SCHEMA_VERSION } from '../store/account-migrations.ts';
import type { RestoredAccounts } from '../store/restored-accounts.ts';
import { accountsInWords } from './accounts-in-words.ts';
import { openAuditLog } from './audit-log.ts';
import type { Command } from './command.ts';

export const restore: Command = {
  notes: `Stop the server first. FILE is verified before anything changes; one of an older version is migrated. The present accounts
are kept in DATA_DIR/backups. All sessions end, and pending sign-in mails are void: everybody signs in again.
A person who deleted their account after the backup is back: platbook users deletes them again.`,
  run: async ({ config, args: [file] }) => {
    const restored = await restoreAccounts(config, file!);
    openAuditLog(config).event('backup-restored', { count: restored.people });
    const { versionBefore, aside } = restored;
    const migrated =
      versionBefore < ACCOUNT_SCHEMA_VERSION
        ? `, migrated from schema version ${versionBefore} to ${ACCOUNT_SCHEMA_VERSION}`
        : '';
    const kept = aside ? `The accounts before are kept in ${aside}` : 'There were no accounts before';
    console.log(
      `Restored ${accountsInWords(restored)} from ${file}${migrated}.\n${kept}. Everybody has to sign in again.`,
    );
    return undefined;
  },
};

async function restoreAccounts({ dataDir, databaseUrl }: Config, file: string): Promise<RestoredAccounts> {
  if (databaseUrl) {
    const { restorePostgresAccounts } = await import('../store/postgres/restore-accounts.ts');
    return restorePostgresAccounts({ databaseUrl, dataDir, file });
  }
  const { restoreSqliteAccounts } = await import('../store/sqlite/restore-accounts.ts');
  return restoreSqliteAccounts({ dataDir, file });
}
