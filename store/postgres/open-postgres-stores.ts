// Opens the parcel store and the account store in a PostgreSQL database, or the parcels alone.
import { OperatorError } from '../../runtime/operator-error.ts';
import type { AccountStore } from '../account-store.ts';
import type { OlderSet, ParcelStore } from '../parcel-store.ts';
import { SqlAccountStore } from '../sql-account-store.ts';
import type { SqlStatement, SqlValue } from '../sql-client.ts';
import { connect, inTransaction, type Sql } from './connect.ts';
import { accountVersion } from './copy-accounts.ts';
import { isLive, readOlderSet } from './followed-set.ts';
import { PostgresParcelStore } from './postgres-parcel-store.ts';
import { migrateAccounts, refusal, setUp } from './set-up.ts';
import { subscribeToSessions } from './subscribe-sessions.ts';

const ACCOUNT_CONNECTIONS_MAX = 4;

export type PostgresStoresOptions = {
  databaseUrl: string;
  /** Where accounts are backed up before a migration (without it, only new accounts are made), and columns are copied to. */
  dataDir?: string | undefined;
  /** Called with one line about an error in the background. */
  onWarning?: (line: string) => void;
  /** Of openPostgresParcels: what it loads is nobody else's before ParcelStore.goLive. */
  isUpgrade?: boolean | undefined;
};

export async function openPostgresStores({
  databaseUrl,
  dataDir,
  onWarning = () => {},
}: PostgresStoresOptions): Promise<{ parcels: ParcelStore; accounts: AccountStore }> {
  const sql = connect(databaseUrl, { connectionsMax: ACCOUNT_CONNECTIONS_MAX });
  try {
    await setUp({ sql, databaseUrl }, (transaction) => migrateAccounts(transaction, dataDir));
    const parcels = await PostgresParcelStore.open({ databaseUrl, dataDir, onWarning });
    const sessions = subscribeToSessions(databaseUrl);
    const client = sqlClient(sql, () => sessions.close());
    return { parcels, accounts: new SqlAccountStore(client, sessions.changes) };
  } catch (error) {
    await sql.end({ timeout: 5 });
    throw error instanceof OperatorError ? error : refusal(databaseUrl, error);
  }
}

/** For the command line: without accounts, so that those of a running server stay as it knows them. */
export async function openPostgresParcels({
  databaseUrl,
  onWarning = () => {},
  isUpgrade,
}: PostgresStoresOptions): Promise<ParcelStore> {
  const sql = connect(databaseUrl, { connectionsMax: 1 });
  try {
    await setUp({ sql, databaseUrl }, async () => {});
    return await PostgresParcelStore.open({ databaseUrl, onWarning, isUpgrade });
  } catch (error) {
    throw error instanceof OperatorError ? error : refusal(databaseUrl, error);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Parcels of an older format, where they are all there are. */
export async function outdatedInPostgres(databaseUrl: string): Promise<OlderSet | undefined> {
  return withConnection(databaseUrl, async (sql) => ((await isLive(sql)) ? undefined : readOlderSet(sql)));
}

/** Of the schema of the accounts. Undefined where there are none. */
export async function accountVersionOf(databaseUrl: string): Promise<number | undefined> {
  return withConnection(databaseUrl, async (sql) => (await accountVersion(sql)) || undefined);
}

async function withConnection<T>(databaseUrl: string, run: (sql: Sql) => Promise<T>): Promise<T> {
  const sql = connect(databaseUrl, { connectionsMax: 1 });
  try {
    return await run(sql);
  } catch (error) {
    throw error instanceof OperatorError ? error : refusal(databaseUrl, error);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** For the command line: the accounts alone. Servers hear of ended sessions by the trigger. */
export async function openPostgresAccounts({
  databaseUrl,
  dataDir,
}: PostgresStoresOptions): Promise<AccountStore> {
  const sql = connect(databaseUrl, { connectionsMax: 1 });
  try {
    await setUp({ sql, databaseUrl }, (transaction) => migrateAccounts(transaction, dataDir));
    const sessions = subscribeToSessions(databaseUrl);
    return new SqlAccountStore(
      sqlClient(sql, () => sessions.close()),
      sessions.changes,
    );
  } catch (error) {
    await sql.end({ timeout: 5 });
    throw error instanceof OperatorError ? error : refusal(databaseUrl, error);
  }
}

function sqlClient(sql: Sql, onClose: () => Promise<void>) {
  const query = async <Row>(text: string, values: readonly SqlValue[]): Promise<Row[]> => [
    ...(await sql.unsafe<Row[]>(text, [...values], { prepare: true })),
  ];
  return {
    query,
    // PostgreSQL has written its log in advance. Where that disk is full, it stops, and nobody is let in.
    queryWithReserve: query,
    queryLocked: <Row>(userId: string, text: string, values: readonly SqlValue[]): Promise<Row[]> =>
      inTransaction(sql, async (transaction) => {
        // Not stronger than needed: rows that refer to this person can still be added.
        await transaction`SELECT 1 FROM users WHERE user_id = ${userId} FOR NO KEY UPDATE`;
        return [...(await transaction.unsafe<Row[]>(text, [...values], { prepare: true }))];
      }),
    mergedJson: (object: string, members: string) =>
      `CAST(jsonb_strip_nulls(CAST(${object} AS JSONB) || CAST(CAST(${members} AS TEXT) AS JSONB)) AS TEXT)`,
    transact: (statements: readonly SqlStatement[]) =>
      inTransaction(sql, async (transaction) => {
        for (const { text, values } of statements) await transaction.unsafe(text, [...values]);
      }),
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), onClose()]);
    },
  };
}
