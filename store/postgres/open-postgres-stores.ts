// Opens the parcel store and the account store in a PostgreSQL database, or the parcels alone.
import postgres from 'postgres';
import { OperatorError } from '../../runtime/operator-error.ts';
import { ACCOUNT_SCHEMA_VERSION, migrationsFrom } from '../account-migrations.ts';
import type { AccountStore } from '../account-store.ts';
import type { ParcelStore } from '../parcel-store.ts';
import { SqlAccountStore } from '../sql-account-store.ts';
import type { SqlStatement, SqlValue } from '../sql-client.ts';
import { connect, type Sql, type Statements } from './connect.ts';
import { announceSessionChanges, hearSessions } from './hear-sessions.ts';
import { PostgresParcelStore } from './postgres-parcel-store.ts';

const ACCOUNT_CONNECTIONS_MAX = 4;
/** The advisory lock for setting up the database: an arbitrary number that all processes share. */
const SETUP_LOCK = 7_528_266_002;

export type PostgresStoresOptions = {
  databaseUrl: string;
  /** Called with one line about an error in the background. */
  onWarning?: (line: string) => void;
};

export async function openPostgresStores({
  databaseUrl,
  onWarning = () => {},
}: PostgresStoresOptions): Promise<{ parcels: ParcelStore; accounts: AccountStore }> {
  const sql = connect(databaseUrl, { connectionsMax: ACCOUNT_CONNECTIONS_MAX });
  try {
    await setUp(sql, migrateAccounts);
    const parcels = await PostgresParcelStore.open({ databaseUrl, onWarning });
    const sessions = hearSessions(databaseUrl);
    const client = sqlClient(sql, () => sessions.close());
    return { parcels, accounts: new SqlAccountStore(client, sessions.news) };
  } catch (error) {
    await sql.end({ timeout: 5 });
    throw error instanceof OperatorError ? error : refusal(databaseUrl, error);
  }
}

/** For the command line: without accounts, so that those of a running server stay as it knows them. */
export async function openPostgresParcels({
  databaseUrl,
  onWarning = () => {},
}: PostgresStoresOptions): Promise<ParcelStore> {
  const sql = connect(databaseUrl, { connectionsMax: 1 });
  try {
    await setUp(sql, async () => {});
    return await PostgresParcelStore.open({ databaseUrl, onWarning });
  } catch (error) {
    throw error instanceof OperatorError ? error : refusal(databaseUrl, error);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** For the command line: the accounts alone. Servers hear of ended sessions by the trigger. */
export async function openPostgresAccounts({ databaseUrl }: PostgresStoresOptions): Promise<AccountStore> {
  const sql = connect(databaseUrl, { connectionsMax: 1 });
  try {
    await setUp(sql, migrateAccounts);
    const sessions = hearSessions(databaseUrl);
    return new SqlAccountStore(
      sqlClient(sql, () => sessions.close()),
      sessions.news,
    );
  } catch (error) {
    await sql.end({ timeout: 5 });
    throw error instanceof OperatorError ? error : refusal(databaseUrl, error);
  }
}

function sqlClient(sql: Sql, onClose: () => Promise<void>) {
  return {
    query: async <Row>(text: string, values: readonly SqlValue[]): Promise<Row[]> => [
      ...(await sql.unsafe<Row[]>(text, [...values], { prepare: true })),
    ],
    queryLocked: <Row>(userId: string, text: string, values: readonly SqlValue[]): Promise<Row[]> =>
      sql.begin(async (transaction) => {
        // Not stronger than needed: rows that refer to this person can still be added.
        await transaction`SELECT 1 FROM users WHERE user_id = ${userId} FOR NO KEY UPDATE`;
        return [...(await transaction.unsafe<Row[]>(text, [...values], { prepare: true }))];
      }) as Promise<Row[]>,
    transact: (statements: readonly SqlStatement[]) =>
      sql.begin(async (transaction) => {
        for (const { text, values } of statements) await transaction.unsafe(text, [...values]);
      }) as Promise<void>,
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), onClose()]);
    },
  };
}

/** Locked, because several processes may start at once. */
async function setUp(sql: Sql, others: (transaction: Statements) => Promise<void>): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`SELECT pg_advisory_xact_lock(${SETUP_LOCK}::bigint)`;
    const [postgis] = await transaction`SELECT 1 FROM pg_extension WHERE extname = 'postgis'`;
    if (!postgis) await transaction`CREATE EXTENSION postgis`.catch(refuseWithoutPostgis);
    await others(transaction);
  });
}

async function migrateAccounts(transaction: Statements): Promise<void> {
  await transaction`CREATE TABLE IF NOT EXISTS account_schema (version integer NOT NULL)`;
  const [row] = await transaction<{ version: number }[]>`SELECT version FROM account_schema`;
  for (const statement of migrationsFrom(row?.version ?? 0)) await transaction.unsafe(statement);
  await transaction`DELETE FROM account_schema`;
  await transaction`INSERT INTO account_schema VALUES (${ACCOUNT_SCHEMA_VERSION})`;
  await announceSessionChanges(transaction);
}

/** The message names the server and the database, but never the password. */
function refusal(databaseUrl: string, error: unknown): OperatorError {
  const { host, pathname } = new URL(databaseUrl);
  return new OperatorError(`The database ${host}${pathname} cannot be used: ${reasonOf(error)}.`);
}

function refuseWithoutPostgis(error: unknown): never {
  throw new OperatorError(
    `The database needs PostGIS, which could not be added (${reasonOf(error)}). Its administrator can: CREATE EXTENSION postgis;`,
  );
}

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing answers there (ECONNREFUSED); start it, or mend DATABASE_URL',
  ENOTFOUND: 'there is no such host (ENOTFOUND); mend DATABASE_URL',
  CONNECT_TIMEOUT: 'it does not answer (CONNECT_TIMEOUT); look at the network and its firewall',
};

function reasonOf(error: unknown): string {
  if (error instanceof postgres.PostgresError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined ? message : (reasons[code] ?? code);
}
