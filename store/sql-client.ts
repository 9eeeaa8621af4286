// What the account store needs of a database: SQLite and PostgreSQL have one implementation each.

export type SqlValue = string | number | null;
export type SqlStatement = { text: string; values: readonly SqlValue[] };

/** Runs statements on either database. Parameters are $1, $2, …; a write resolves once it is durable. */
export type SqlClient = {
  query<Row>(text: string, values: readonly SqlValue[]): Promise<Row[]>;
  /** As query, and also on a full disk: for ending sessions. */
  queryWithReserve<Row>(text: string, values: readonly SqlValue[]): Promise<Row[]>;
  /** As query, with the person locked: of concurrent statements for one person, each sees what the one before it wrote. */
  queryLocked<Row>(userId: string, text: string, values: readonly SqlValue[]): Promise<Row[]>;
  /** The expression for the JSON text of an object with the members of another; a null takes one out. */
  mergedJson(object: string, members: string): string;
  /** Runs all or none of them. */
  transact(statements: readonly SqlStatement[]): Promise<void>;
  close(): Promise<void>;
};
