// An outage of the database is told apart from a bug.
import { expect, test } from 'vitest';
import { isOutage } from './outage.ts';

test.each(['ECONNREFUSED', 'CONNECTION_CLOSED', 'CONNECT_TIMEOUT', '57P01', '57P03', '08006', '53300'])(
  'the code %s is an outage',
  (code) => {
    expect(isOutage(Object.assign(new Error('x'), { code }))).toBe(true);
  },
);

test.each([{ code: '23505' }, { code: '42601' }, { code: 'ENOSPC' }, { code: 57 }, {}, null, undefined])(
  '%j is none',
  (error) => {
    expect(isOutage(error)).toBe(false);
  },
);
