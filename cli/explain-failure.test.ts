import { expect, test } from 'vitest';
import { OperatorError } from '../runtime/operator-error.ts';
import { explainFailure } from './explain-failure.ts';

const inFiles = { dataDir: '/srv/data', databaseUrl: undefined };
const inDatabase = { dataDir: '/srv/data', databaseUrl: 'postgres://ada:secret@db/platbook' };

test.each([
  ['SQLite in a worker thread', 'database or disk is full', inFiles],
  ['a file', 'ENOSPC: no space left on device, write', inFiles],
  ['PostgreSQL', 'could not extend file "base/1/2": No space left on device', inDatabase],
])('a full disk is said in words: %s', (_, message, place) => {
  const explained = explainFailure(new Error(message), place);
  expect(explained).toBeInstanceOf(OperatorError);
  expect((explained as Error).message).toMatch(/^The disk of \/srv\/data.* is full .*make room/);
});

test('a lost connection to the database is said in words, without its password', () => {
  for (const message of ['write CONNECTION_CLOSED db:5432', 'terminating connection due to crash']) {
    const explained = explainFailure(new Error(message), inDatabase) as Error;
    expect(explained).toBeInstanceOf(OperatorError);
    expect(explained.message).toMatch(
      /^The connection to the database was lost \((?!.*secret).*once it answers/,
    );
  }
});

test('so is what the driver throws then, where nobody can catch it', () => {
  const error = new TypeError("Cannot read properties of null (reading 'write')");
  error.stack = `TypeError: ${error.message}\n    at Immediate.nextWrite (file:///srv/node_modules/postgres/src/connection.js:255:22)`;
  expect(explainFailure(error, inDatabase)).toBeInstanceOf(OperatorError);
});

test('what the operator has been told already, and a bug, stay as they are', () => {
  for (const error of [new OperatorError('Check the path.'), new TypeError('x is undefined')]) {
    expect(explainFailure(error, inDatabase)).toBe(error);
  }
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:9');
  expect(explainFailure(refused, inFiles)).toBe(refused);
});
