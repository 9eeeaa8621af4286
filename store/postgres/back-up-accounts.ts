// Backs up the accounts of a PostgreSQL database, also while servers write to it.
import { OperatorError } from '../../runtime/operator-error.ts';
import { type AccountBackup, writeBackup } from '../account-backup.ts';
import { connect } from './connect.ts';
import { accountVersion, copyToFile } from './copy-accounts.ts';
import { refusal } from './set-up.ts';

export async function backUpPostgresAccounts({
  databaseUrl,
  dataDir,
  path,
}: {
  databaseUrl: string;
  dataDir: string;
  path: string;
}): Promise<AccountBackup> {
  const sql = connect(databaseUrl, { connectionsMax: 1 });
  try {
    if ((await accountVersion(sql)) === 0) {
      throw new OperatorError('There are no accounts in the database to back up.');
    }
    return await writeBackup({
      path,
      dataDir,
      fill: (unfinished) =>
        // One snapshot of all tables, which blocks nobody.
        sql.begin('ISOLATION LEVEL REPEATABLE READ READ ONLY', (transaction) =>
          copyToFile({ transaction, path: unfinished }),
        ),
    });
  } catch (error) {
    throw error instanceof OperatorError ? error : refusal(databaseUrl, error);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
