// What the SQL of accounts needs of a database.

export type SqlValue = string | number | null;
export type SqlStatement = { text: string; values: readonly SqlValue[] };

/** Runs statements on either database. Parameters are $1, $2, …; a write resolves once it is durable. */
export type SqlClient = {
  query<Row>(text: string, values: readonly SqlValue[]): Promise<Row[]>;
  /** Runs all or none of them. */
  transact(statements: readonly SqlStatement[]): Promise<void>;
  close(): Promise<void>;
};
