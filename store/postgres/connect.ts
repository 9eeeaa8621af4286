// Connections to PostgreSQL. A bigint is read as a number: every one stored here is a safe integer.
import postgres from 'postgres';

const types = { bigint: { to: 20, from: [20], parse: Number, serialize: String } };

export type Sql = postgres.Sql<{ bigint: number }>;
/** A connection pool, a single connection or a transaction. */
export type Statements = postgres.ISql<{ bigint: number }>;

/** Connections are renewed after half an hour or more, unless they are kept open. */
export function connect(
  databaseUrl: string,
  { connectionsMax, isKeptOpen = false }: { connectionsMax: number; isKeptOpen?: boolean },
): Sql {
  return postgres(databaseUrl, {
    types,
    max: connectionsMax,
    connect_timeout: 10,
    onnotice: () => {},
    ...(isKeptOpen && { max_lifetime: null }),
  });
}

/** A list of column names for a SELECT; `table.column` where several tables have it. */
export function columnList(sql: Sql, names: readonly string[]) {
  return sql([...names]);
}
