// Connections to PostgreSQL. A bigint is read as a number: every one stored here is a safe integer.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import postgres from 'postgres';
import { OperatorError } from '../../runtime/operator-error.ts';

const types = { bigint: { to: 20, from: [20], parse: Number, serialize: String } };

export type Sql = postgres.Sql<{ bigint: number }>;
/** A connection pool, a single connection or a transaction. */
export type Statements = postgres.ISql<{ bigint: number }>;

const RECONNECT_SECONDS_MAX = 0.5;

/**
 * Back-off before a connection is tried again. The library's grows to 20 seconds, for which every query waits: in an outage
 * people would wait as long for their 503, and after it as long for the server to notice.
 */
export const reconnectSeconds = (failures: number): number =>
  Math.min(3 ** failures / 100, RECONNECT_SECONDS_MAX);

/** Connections are renewed after half an hour or more, unless they are kept open. */
export function connect(
  databaseUrl: string,
  { connectionsMax, isKeptOpen = false }: { connectionsMax: number; isKeptOpen?: boolean },
): Sql {
  return postgres(databaseUrl, {
    types,
    max: connectionsMax,
    connect_timeout: 10,
    backoff: reconnectSeconds,
    onnotice: () => {},
    ...(isKeptOpen && { max_lifetime: null }),
  });
}

/** A database that answers queries sends a notification at once. */
const NOTIFICATION_MS = 5000;

/**
 * A pooler in transaction mode, such as PgBouncer, hands each transaction to another connection. Notifications, the locks of
 * imports and prepared statements belong to one, so they would fail now and then, each in a way of its own.
 */
export async function refuseTransactionPooling(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, {
    max: 1,
    connect_timeout: 10,
    // Whatever the pooler, this query works.
    prepare: false,
    fetch_types: false,
    onnotice: () => {},
  });
  const received = new AbortController();
  try {
    const channel = `platbook_${randomUUID()}`;
    await sql.listen(channel, () => received.abort());
    await sql.notify(channel, '');
    const isLost = await pause(NOTIFICATION_MS, true, { signal: received.signal }).catch(() => false);
    if (isLost) {
      throw new OperatorError(
        'The database sends no notifications: DATABASE_URL leads through a connection pooler in transaction mode, such as PgBouncer. Use its session mode (pool_mode = session), or the address of the database itself.',
      );
    }
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Errors after which the connection is gone. */
const ENDS = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
  '57P03',
]);

/** Whether the connection has ended. */
export function isEnd(error: unknown): boolean {
  return ENDS.has((error as { code?: string }).code ?? '');
}

/**
 * `sql.begin`, for a server that must survive its database. Where the connection has ended the library (postgres 3.4) sends
 * ROLLBACK all the same, which throws where nobody can catch it and ends the process. So what failed is left pending: the end
 * of the connection rejects the transaction by itself.
 */
export async function inTransaction<Result>(
  sql: Sql,
  run: (transaction: Statements) => Promise<Result>,
  mode = '',
): Promise<Result> {
  const result = await sql.begin(mode, async (transaction) => {
    try {
      return { of: await run(transaction) };
    } catch (error) {
      if (isEnd(error)) await new Promise(() => {});
      throw error;
    }
  });
  return result.of as Result;
}

/** A list of column names for a SELECT; `table.column` where several tables have it. */
export function columnList(sql: Sql, names: readonly string[]) {
  return sql([...names]);
}
