// Whose turn a long request has, and when it is over.
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { refusals } from '../contract/messages.ts';
import { eventually } from '../test/eventually.ts';
import { createTurns, QUERY_LIMITS, streamInTurn } from './answer-in-turn.ts';
import { replyFailure } from './failure.ts';

type Work = { name: string; signal: AbortSignal; end(): void };

let close: () => unknown = () => {};
afterEach(async () => {
  vi.useRealTimers();
  await close();
});

/** `GET /name` is asked by a person of that name, or by a stranger in capitals. What it does ends when the test says so, whatever its signal says. */
async function open(shareMs?: number) {
  const app = Fastify({ logger: false });
  app.setErrorHandler(replyFailure);
  const works: Work[] = [];
  const inTurn = createTurns(app, {
    clientOf: async ({ url }) => ({ name: url.slice(1, 2), isStranger: /^[A-Z]/.test(url.slice(1)) }),
    limits: QUERY_LIMITS,
    ...(shareMs !== undefined && { shareMs }),
  });
  app.get('/:name', (request, reply) =>
    inTurn(
      reply,
      (signal) =>
        new Promise((resolve) => {
          works.push({ name: request.url.slice(1), signal, end: () => resolve('answered') });
        }),
    ),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  close = async () => {
    for (const socket of sockets) socket.destroy();
    for (const { end } of works) end();
    await app.close();
  };
  const ask = (name: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET /${name} HTTP/1.1\r\nHost: a\r\n\r\n`);
    sockets.push(socket);
    return socket;
  };
  const begun = () => works.map(({ name }) => name);
  return { app, ask, works, begun, inTurn };
}

test('the turn of a request that has gone away is over when its work is, not before', async () => {
  const { ask, works, begun } = await open();
  const sockets = ['a1', 'b1'].map(ask);
  await eventually(() => expect(begun()).toHaveLength(2));
  for (const socket of sockets) socket.destroy();
  await eventually(() => expect(works.every(({ signal }) => signal.aborted)).toBe(true));
  const third = ask('c1');
  const answers: string[] = [];
  third.setEncoding('utf8').on('data', (text: string) => answers.push(text));
  // The work of the two goes on: a place that was given to the third would be one too many.
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun()).not.toContain('c1');
  works[0]!.end();
  await eventually(() => expect(begun()).toContain('c1'));
  works[2]!.end();
  await eventually(() => expect(answers.join()).toContain('answered'));
});

test('who has had their share makes room for somebody who waits, the longest first, and nobody else does', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const { ask, works, begun } = await open(5000);
  const said: string[] = [];
  ask('a1')
    .setEncoding('utf8')
    .on('data', (text: string) => said.push(text));
  await vi.waitUntil(() => begun().length === 1);
  await vi.advanceTimersByTimeAsync(3000);
  ask('b1');
  await vi.waitUntil(() => begun().length === 2);
  // One of their own waits for it: that is no reason.
  const own = ask('a2');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(works.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  own.destroy();
  ask('c1');
  await vi.waitUntil(async () => {
    await vi.advanceTimersByTimeAsync(1000);
    return works[0]!.signal.aborted;
  });
  expect(works[1]!.signal.aborted).toBe(false);
  await vi.waitUntil(() => said.join('').includes(refusals.queryTooLong));
  works[0]!.end();
  await vi.waitUntil(() => begun().includes('c1'));
  expect(works[1]!.signal.aborted).toBe(false);
});

test('strangers share one turn, and one who has had it long makes room for another', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const { ask, works, begun } = await open(5000);
  ask('a1');
  await vi.waitUntil(() => begun().length === 1);
  await vi.advanceTimersByTimeAsync(1000);
  ask('X1');
  await vi.waitUntil(() => begun().length === 2);
  const own = ask('X2');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(works.map(({ signal }) => signal.aborted)).toEqual([false, false]);
  own.destroy();
  ask('Y1');
  await vi.waitUntil(async () => {
    await vi.advanceTimersByTimeAsync(1000);
    return works[1]!.signal.aborted;
  });
  // To end a person's turn, longer as it is, would make no room for a stranger.
  expect(works[0]!.signal.aborted).toBe(false);
  works[1]!.end();
  await vi.waitUntil(() => begun().includes('Y1'));
});

test('a stream that has not begun when its turn is ended is stopped', async () => {
  const turn = new AbortController();
  const stopped: unknown[] = [];
  const parts = streamInTurn(
    async function* (signal) {
      yield await new Promise<string>((_, reject) => {
        signal.addEventListener('abort', () => {
          stopped.push(signal.reason);
          reject(signal.reason);
        });
      });
    },
    (first) => first(turn.signal),
  );
  const next = parts.next();
  turn.abort('too long');
  await expect(next).rejects.toBe('too long');
  expect(stopped).toEqual(['too long']);
});
