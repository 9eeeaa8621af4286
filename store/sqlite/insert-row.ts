// INSERT statements for SQLite, generated from the names of their columns.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

type SqlValue = string | number | Uint8Array | null;

/**
 * Returns a function that inserts one row and answers how many rows that changed. Values are bound by position:
 * binding by name takes three times as long. `conflict` is the ON CONFLICT clause.
 */
export function insertInto<Row extends Record<keyof Row, SqlValue>>(
  db: DatabaseSyncInstance,
  {
    table,
    columns,
    conflict = '',
  }: { table: string; columns: readonly (keyof Row & string)[]; conflict?: string },
): (row: Row) => number {
  const places = columns.map(() => '?').join(', ');
  const statement = db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places}) ${conflict}`);
  return (row) => Number(statement.run(...columns.map((column) => row[column])).changes);
}
