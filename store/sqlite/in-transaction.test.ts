// Tests that a transaction fails with its first error.
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { isDiskFull } from '../../runtime/disk-full.ts';
import { inTransaction } from './in-transaction.ts';

test('[SEC-13] a full disk is the reason that is given, though SQLite has rolled back before', async () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE notes (text TEXT); PRAGMA max_page_count = 5');
  const attempt = inTransaction(db, () => db.exec('INSERT INTO notes VALUES (zeroblob(100000))'));
  expect(await attempt.catch(isDiskFull)).toBe(true);
  await inTransaction(db, () => db.exec("INSERT INTO notes VALUES ('fits')"));
  await expect(inTransaction(db, () => db.exec('DELETE FROM notes; SELECT none'))).rejects.toThrow('none');
  expect(db.prepare('SELECT count(*) AS count FROM notes').get()).toEqual({ count: 1 });
  db.close();
});
