// Who a request counts for, with a session, without one, and where sessions cannot be looked up.
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { clientBySession } from './client-by-session.ts';
import { Failure } from './failure.ts';

const request = { ip: '2001:db8:1:2::7' } as FastifyRequest;

test('a client that is signed in counts as that person, at any address', async () => {
  const clientOf = clientBySession(async () => ({ userId: 'user-1' }));
  expect(await clientOf(request)).toEqual({ name: 'user-1', isStranger: false });
});

test.each([new Failure(401, 'Authentication required.'), new Error('database away')])(
  'anybody else is a stranger, known by the network: %s',
  async (error) => {
    const clientOf = clientBySession(() => Promise.reject(error));
    expect(await clientOf(request)).toEqual({ name: '2001:db8:1:2::/64', isStranger: true });
  },
);

test('a guard that throws at once is the same', async () => {
  const clientOf = clientBySession(() => {
    throw new Failure(401, 'Authentication required.');
  });
  expect(await clientOf(request)).toMatchObject({ isStranger: true });
});
