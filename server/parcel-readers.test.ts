// Clients that do not read their answers, over real connections: tiles from memory are under way, too.
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messages } from '../contract/messages.ts';
import { eventually } from '../test/eventually.ts';
import { createAnswerHeaders } from './answer-headers.ts';
import { Failure, replyFailure } from './failure.ts';
import { createHttpServer, PIPELINED_MAX } from './http-server.ts';
import { createEventLog } from './monitoring/event-log.ts';
import { createParcelReaders } from './parcel-readers.ts';
import {
  createPersonLimits,
  REQUESTS_UNDER_WAY_MAX,
  STRANGERS_REQUESTS_UNDER_WAY_MAX,
} from './person-limits.ts';
import { answerKnownTiles } from './tiles/answer-known-tiles.ts';

const TILE = '/tiles/14/1/1.pbf';
/** More than the buffers of a connection hold. All answers share these bytes. */
const gzip = Buffer.alloc(16_000_000);
const recall = vi.fn(() => ({ etag: '"1"', version: '1', gzip }));

let app: FastifyInstance;
let origin: string;
let limits: ReturnType<typeof createPersonLimits>;

function placesLeft(name: string): number {
  const held: ServerResponse[] = [];
  while (limits.readers.hasRoom(name)) {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    response.write('unread');
    limits.readers.countUnread(response, name);
    held.push(response);
  }
  for (const response of held) response.emit('close');
  return held.length;
}

beforeEach(() => recall.mockClear());
afterEach(() => {
  app.server.closeAllConnections();
  return app.close();
});

/** The header `authorization` names a person, `x-client` a client without a session. */
async function open({ isPublic }: { isPublic: boolean }): Promise<void> {
  const headers = createAnswerHeaders({ publicUrl: 'https://parcels.example.org' });
  limits = createPersonLimits({ now: Date.now });
  const knownPerson = (request: { headers: { authorization?: string | undefined } }) =>
    request.headers.authorization === undefined ? undefined : { userId: request.headers.authorization };
  const { requireReader, knownReader } = createParcelReaders({
    limits,
    knownPerson,
    requireSession(request) {
      const person = knownPerson(request);
      if (!person) throw new Failure(401, messages.authenticationRequired);
      return person;
    },
    takeTurn: isPublic ? (request) => String(request.headers['x-client']) : undefined,
  });
  const tiles = { recall };
  app = createHttpServer({
    trustProxy: [],
    headers,
    log: createEventLog({ write: () => {} }),
    replyUnrouted: replyFailure,
    answerEarly: answerKnownTiles({ tiles, access: 'signed-in', headers, knownReader, count: () => {} }),
  });
  limits.follow(app);
  app.get(TILE, async (request) => {
    await requireReader(request);
    return 'by the route';
  });
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
}

/** Asks for tiles, and reads nothing of the answers. */
function askWithoutReading(header: string, { connections = 1, requests = 1 }) {
  const text = `GET ${TILE} HTTP/1.1\r\nHost: parcels.example.org\r\nAccept-Encoding: gzip\r\n${header}\r\n\r\n`;
  return Array.from({ length: connections }, () => {
    const socket = connect({ host: '127.0.0.1', port: Number(new URL(origin).port) });
    socket.on('error', () => {}).pause();
    socket.write(text.repeat(requests));
    return socket;
  });
}

const statusFor = async (headers: Record<string, string>) => {
  const abort = new AbortController();
  const { signal } = abort;
  const { status } = await fetch(`${origin}${TILE}`, {
    headers: { ...headers, 'accept-encoding': 'gzip' },
    signal,
  });
  abort.abort();
  return status;
};

test.each([
  { isPublic: false, end: 'resume' },
  { isPublic: true, end: 'destroy' },
] as const)(
  '[SEC-13] a person who does not read has a limited number of tiles from memory under way: %j',
  async ({ isPublic, end }) => {
    await open({ isPublic });
    const sockets = [
      ...askWithoutReading('authorization: ada', { connections: REQUESTS_UNDER_WAY_MAX - 10 }),
      ...askWithoutReading('authorization: ada', { requests: 100 }),
    ];
    await eventually(() => expect(recall).toHaveBeenCalledTimes(REQUESTS_UNDER_WAY_MAX));
    expect(await statusFor({ authorization: 'ada' })).toBe(429);
    expect(recall).toHaveBeenCalledTimes(REQUESTS_UNDER_WAY_MAX);
    expect(await statusFor({ authorization: 'ida' })).toBe(200);
    for (const socket of sockets) socket[end]();
    // All places are free again, also those of answers that were waiting for others.
    await eventually(() => expect(placesLeft('ada')).toBe(REQUESTS_UNDER_WAY_MAX));
  },
);

test('[SEC-13] so has a client without a session', async () => {
  await open({ isPublic: true });
  const from = { 'x-client': '203.0.113.7', 'x-forwarded-for': '203.0.113.7' };
  const sockets = askWithoutReading('x-client: 203.0.113.7', { connections: 4, requests: 80 });
  await eventually(() => expect(recall).toHaveBeenCalledTimes(STRANGERS_REQUESTS_UNDER_WAY_MAX));
  expect(await statusFor(from)).toBe(429);
  expect(await statusFor({ ...from, 'x-client': '203.0.113.8' })).toBe(200);
  for (const socket of sockets) socket.destroy();
  await eventually(async () => expect(await statusFor(from)).toBe(200));
});

test('[SEC-13] a connection with too many requests at once is closed, and one with fewer gets its answers', async () => {
  await open({ isPublic: false });
  recall.mockReturnValue({ etag: '"1"', version: '1', gzip: Buffer.from('tile') });
  const [tooMany] = askWithoutReading('authorization: ada', { requests: 1 + PIPELINED_MAX + 1 });
  await once(tooMany!.resume(), 'close');
  const [many] = askWithoutReading('authorization: ida', { requests: 50 });
  let heard = '';
  many!.setEncoding('latin1').on('data', (chunk) => {
    heard += chunk;
  });
  many!.resume();
  await eventually(() => expect(heard.match(/HTTP\/1\.1 200/g)).toHaveLength(50));
  many!.destroy();
});
