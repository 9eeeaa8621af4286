// Long results of a query, page by page. An iterator of the driver must not outlive its statement, not even by a garbage
// collection, nor wait between two messages: it crashes the process.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

const ROWS_PER_PAGE = 1000;

/** The query ends in `WHERE … > ? ORDER BY … LIMIT ?`: by a key that `keyOf` reads from the last row of a page. */
export function* pagedRows<Row>({
  db,
  query,
  keyOf,
  rowsPerPage = ROWS_PER_PAGE,
}: {
  db: DatabaseSyncInstance;
  query: string;
  keyOf: (row: Row) => number;
  rowsPerPage?: number;
}): Generator<Row[]> {
  const statement = db.prepare(query);
  for (let after = 0; ; ) {
    const rows = statement.all(after, rowsPerPage) as Row[];
    if (rows.length === 0) return;
    yield rows;
    after = keyOf(rows.at(-1)!);
  }
}
