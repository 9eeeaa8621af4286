import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DatabaseSync } from '@photostructure/sqlite';
import { expect, test } from 'vitest';
import { emptyFolder } from '../../test/test-folder.ts';
import { createTables } from '../account-file.ts';
import { ACCOUNT_SCHEMA_VERSION } from '../account-migrations.ts';
import type { Statements } from './connect.ts';
import { copyFromFile } from './copy-accounts.ts';

const folder = emptyFolder();

test('a restore takes every row of the file, however often the garbage collector runs meanwhile', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const path = join(folder, 'accounts.db');
  const people = 5000;
  const db = new DatabaseSync(path);
  const columns = createTables(db, ACCOUNT_SCHEMA_VERSION).get('users')!;
  db.exec(`WITH RECURSIVE one(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM one WHERE n < ${people})
    INSERT INTO users (${columns}) SELECT ${columns.map((column) => `'${column}' || n`)} FROM one`);
  db.close();
  let copied = 0;
  // Stands in for the database: rows come as the second value of an INSERT.
  const transaction = ((first: object | string, ...rest: { rows?: object[] | string }[]) => {
    if (typeof first === 'string' || !('raw' in first)) return { rows: first };
    copied += rest[1]?.rows?.length ?? 0;
    return nextTurn().then(collectGarbage);
  }) as unknown as Statements;
  await copyFromFile(transaction, path);
  expect(copied).toBe(people);
});
