// Runs statements on a SQLite file in one transaction, which holds off other writers.
import type { DatabaseSyncInstance } from '@photostructure/sqlite';

export async function inTransaction(db: DatabaseSyncInstance, run: () => unknown): Promise<void> {
  db.exec('BEGIN IMMEDIATE');
  try {
    await run();
    db.exec('COMMIT');
  } catch (error) {
    try {
      db.exec('ROLLBACK');
    } catch {
      // After a full disk, among others, SQLite has rolled back by itself. The first error says why.
    }
    throw error;
  }
}
