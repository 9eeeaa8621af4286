// platbook restore: puts the accounts of a backup in place of the present ones, which are kept.
import type { Config } from '../server/config.ts';
import { ACCOUNT_SCHEMA_VERSION } from '../store/account-migrations.ts';
import type { Restoration, RestoredAccounts } from '../store/restored-accounts.ts';
import { accountsInWords } from './accounts-in-words.ts';
import { openAuditLog } from './audit-log.ts';
import type { Command } from './command.ts';

export const restore: Command = {
  options: {
    foreign: { summary: 'also take a backup whose MAC is missing or wrong' },
  },
  notes: `Stop the server first. FILE is verified before anything changes; one of an older version is migrated. The present accounts
are kept in DATA_DIR/backups. All sessions end, and pending sign-in mails are void: everybody signs in again.
A person who deleted their account after the backup is back: platbook users deletes them again.
The MAC of a backup shows that this installation wrote it and nobody changed it. A backup of another installation, or of a
Platbook without MACs, needs --foreign: of that file, only rows of Platbook's own tables are taken, but who wrote them is not known.`,
  run: async ({ config, args: [file], has }) => {
    const restored = await restoreAccounts(config, { file: file!, isForeign: has('foreign') });
    openAuditLog(config).event('backup-restored', { count: restored.people });
    const { versionBefore, aside, doubt } = restored;
    const migrated =
      versionBefore < ACCOUNT_SCHEMA_VERSION
        ? `, migrated from schema version ${versionBefore} to ${ACCOUNT_SCHEMA_VERSION}`
        : '';
    const kept = aside ? `The accounts before are kept in ${aside}` : 'There were no accounts before';
    const notKnown = doubt
      ? `\nNot known, because ${doubt}: who wrote this file, and whether anybody added, changed or removed people, addresses, bans, saved parcels or notes in it. Look through platbook users list.`
      : '';
    console.log(
      `Restored ${accountsInWords(restored)} from ${file}${migrated}.\n${kept}. Everybody has to sign in again.${notKnown}`,
    );
    return undefined;
  },
};

async function restoreAccounts(
  { dataDir, databaseUrl }: Config,
  backup: Omit<Restoration, 'dataDir'>,
): Promise<RestoredAccounts> {
  if (databaseUrl) {
    const { restorePostgresAccounts } = await import('../store/postgres/restore-accounts.ts');
    return restorePostgresAccounts({ databaseUrl, dataDir, ...backup });
  }
  const { restoreSqliteAccounts } = await import('../store/sqlite/restore-accounts.ts');
  return restoreSqliteAccounts({ dataDir, ...backup });
}
