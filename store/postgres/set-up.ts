// Sets the database up before the stores open it: PostGIS, and the account tables, which are backed up before a migration.
import postgres from 'postgres';
import { OperatorError } from '../../runtime/operator-error.ts';
import { writeBackupBeforeMigration } from '../account-backup.ts';
import { ACCOUNT_SCHEMA_VERSION, migrationsFrom } from '../account-migrations.ts';
import { inTransaction, refuseTransactionPooling, type Sql, type Statements } from './connect.ts';
import { accountVersion, copyToFile, lockAccounts } from './copy-accounts.ts';
import { publishSessionChanges } from './subscribe-sessions.ts';

/** The advisory lock for setting up the database: an arbitrary number that all processes share. */
const SETUP_LOCK = 7_528_266_002;

/** In one transaction. Locked, because several processes may start at once. */
export async function setUp(
  { sql, databaseUrl }: { sql: Sql; databaseUrl: string },
  others: (transaction: Statements) => Promise<void>,
): Promise<void> {
  await refuseTransactionPooling(databaseUrl);
  await inTransaction(sql, async (transaction) => {
    await transaction`SELECT pg_advisory_xact_lock(${SETUP_LOCK}::bigint)`;
    const [postgis] = await transaction`SELECT 1 FROM pg_extension WHERE extname = 'postgis'`;
    if (!postgis) await transaction`CREATE EXTENSION postgis`.catch(refuseWithoutPostgis);
    await others(transaction);
  });
}

export async function migrateAccounts(transaction: Statements, dataDir: string | undefined): Promise<void> {
  await transaction`CREATE TABLE IF NOT EXISTS account_schema (version integer NOT NULL)`;
  const version = await accountVersion(transaction);
  const statements = migrationsFrom(version);
  if (version > 0 && statements.length > 0) await backUpBeforeMigration(transaction, dataDir);
  for (const statement of statements) await transaction.unsafe(statement);
  await transaction`DELETE FROM account_schema`;
  await transaction`INSERT INTO account_schema VALUES (${ACCOUNT_SCHEMA_VERSION})`;
  await publishSessionChanges(transaction);
}

async function backUpBeforeMigration(transaction: Statements, dataDir: string | undefined): Promise<void> {
  if (dataDir === undefined) {
    throw new OperatorError('The accounts must be migrated: platbook start backs them up, and does it.');
  }
  // Servers of the version before may be writing. They wait until the migration is done.
  await lockAccounts(transaction, 'SHARE');
  await writeBackupBeforeMigration({
    dataDir,
    fill: (path) => copyToFile({ transaction, path }),
  });
}

/** The message names the server and the database, but never the password. */
export function refusal(databaseUrl: string, error: unknown): OperatorError {
  const { host, pathname } = new URL(databaseUrl);
  return new OperatorError(`The database ${host}${pathname} cannot be used: ${reasonOf(error)}.`);
}

function refuseWithoutPostgis(error: unknown): never {
  throw new OperatorError(
    `The database needs PostGIS, which could not be added (${reasonOf(error)}). Its administrator can: CREATE EXTENSION postgis;`,
  );
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there (ECONNREFUSED); start it, or correct DATABASE_URL',
  ENOTFOUND: 'there is no such host (ENOTFOUND); correct DATABASE_URL',
  CONNECT_TIMEOUT: 'it does not answer (CONNECT_TIMEOUT); look at the network and its firewall',
};

function reasonOf(error: unknown): string {
  if (error instanceof postgres.PostgresError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : (reasons[code] ?? code);
}
