// The connection to PostgreSQL, with 64-bit whole numbers as numbers: every one stored here is a safe integer.
import postgres from 'postgres';

const types = { bigint: { to: 20, from: [20], parse: Number, serialize: String } };

export type Sql = postgres.Sql<{ bigint: number }>;
/** Connections or a transaction: whatever runs statements. */
export type Statements = postgres.ISql<{ bigint: number }>;

export function connect(databaseUrl: string, connectionsMax: number): Sql {
  return postgres(databaseUrl, { types, max: connectionsMax, connect_timeout: 10, onnotice: () => {} });
}
