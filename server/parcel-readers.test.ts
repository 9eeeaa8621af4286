// Clients that do not read their answers, over real connections: tiles from memory are under way, too.
import { once } from 'node:events';
import { IncomingMessage, ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messages } from '../contract/messages.ts';
import { noClusterBus } from '../runtime/cluster-bus.ts';
import { eventually } from '../test/eventually.ts';
import { createAnswerHeaders } from './answer-headers.ts';
import { Failure, replyFailure } from './failure.ts';
import { createHttpServer, HANDLER_TIMEOUT_MS, PIPELINED_MAX } from './http-server.ts';
import { createEventLog } from './monitoring/event-log.ts';
import { createParcelReaders } from './parcel-readers.ts';
import {
  createPersonLimits,
  REQUESTS_UNDER_WAY_MAX,
  STRANGERS_REQUESTS_UNDER_WAY_MAX,
  type UnreadLimit,
} from './person-limits.ts';
import { answerKnownTiles } from './tiles/answer-known-tiles.ts';
import { createAnswerTile } from './tiles/answer-tile.ts';

const TILE = '/tiles/14/1/1.pbf';
/** More than the buffers of a connection hold. All answers share these bytes. */
const gzip = Buffer.alloc(16_000_000);
const recall = vi.fn(() => ({ version: '1', gzip }));

let app: FastifyInstance;
let origin: string;
let limits: ReturnType<typeof createPersonLimits>;
/** Requests for the file that have not been answered yet. */
let asked: ((file: Readable) => void)[];

/** Answers that are not read, up to a number, as long as there are places for them. */
function hold(limit: UnreadLimit, name: string, count = Number.POSITIVE_INFINITY): ServerResponse[] {
  const held: ServerResponse[] = [];
  while (held.length < count && limit.hasRoom(name)) {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    response.write('unread');
    limit.countUnread(response, name);
    held.push(response);
  }
  return held;
}

function placesLeft(name: string): number {
  const held = hold(limits.readers, name);
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
  limits = createPersonLimits({ clusterBus: noClusterBus, now: Date.now });
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
  const answerTile = createAnswerTile({ tiles: { version: () => '1', recall }, access: 'signed-in' });
  app = createHttpServer({
    trustProxy: [],
    headers,
    log: createEventLog({ write: () => {} }),
    replyUnrouted: replyFailure,
    answerEarly: answerKnownTiles({ answerTile, headers, knownReader, count: () => {} }),
  });
  limits.follow(app);
  app.get(TILE, async (request) => {
    await requireReader(request);
    return 'by the route';
  });
  asked = [];
  app.get('/nothing', (_request, reply) => reply.code(204).send());
  app.get('/file', () => new Promise<Readable>((answer) => asked.push(answer)));
  origin = await app.listen({ host: '127.0.0.1', port: 0 });
}

/** Asks for a tile, and reads nothing of the answers. */
function askWithoutReading(header: string, { path = TILE, connections = 1, requests = 1 }) {
  const text = `GET ${path} HTTP/1.1\r\nHost: parcels.example.org\r\nAccept-Encoding: gzip\r\n${header}\r\n\r\n`;
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
      ...askWithoutReading('authorization: ada', { connections: 10, requests: 2 }),
    ];
    await eventually(() => expect(recall).toHaveBeenCalledTimes(REQUESTS_UNDER_WAY_MAX));
    expect(await statusFor({ authorization: 'ada' })).toBe(429);
    expect(recall).toHaveBeenCalledTimes(REQUESTS_UNDER_WAY_MAX);
    expect(await statusFor({ authorization: 'ida' })).toBe(200);
    for (const socket of sockets) socket[end]();
    await eventually(() => expect(placesLeft('ada')).toBe(REQUESTS_UNDER_WAY_MAX));
  },
);

test('[SEC-13] so has a client without a session', async () => {
  await open({ isPublic: true });
  const from = { 'x-client': '203.0.113.7', 'x-forwarded-for': '203.0.113.7' };
  hold(limits.strangers, '203.0.113.7', STRANGERS_REQUESTS_UNDER_WAY_MAX - 4);
  const sockets = askWithoutReading('x-client: 203.0.113.7', { connections: 4 });
  await eventually(() => expect(recall).toHaveBeenCalledTimes(4));
  expect(await statusFor(from)).toBe(429);
  expect(await statusFor({ ...from, 'x-client': '203.0.113.8' })).toBe(200);
  for (const socket of sockets) socket.destroy();
  await eventually(async () => expect(await statusFor(from)).toBe(200));
});

test('[SEC-13] a connection with too many requests at once is closed, and one with fewer gets its answers', async () => {
  await open({ isPublic: false });
  recall.mockReturnValue({ version: '1', gzip: Buffer.from('tile') });
  const [tooMany] = askWithoutReading('authorization: ada', { requests: 1 + PIPELINED_MAX + 1 });
  await once(tooMany!.resume(), 'close');
  const [many] = askWithoutReading('authorization: ida', { requests: 1 + PIPELINED_MAX });
  let heard = '';
  many!.setEncoding('latin1').on('data', (chunk) => {
    heard += chunk;
  });
  many!.resume();
  await eventually(() => expect(heard.match(/HTTP\/1\.1 200/g)).toHaveLength(1 + PIPELINED_MAX));
  many!.destroy();
});

test('[SEC-13] a request behind the last answer of a connection is not begun: nothing would ever end it', async () => {
  await open({ isPublic: false });
  const client = connect({ host: '127.0.0.1', port: Number(new URL(origin).port) });
  // Node ends the connection after an answer without a length to a client of HTTP/1.0.
  const last = 'GET /nothing HTTP/1.0\r\nHost: here\r\nConnection: keep-alive\r\n\r\n';
  client.write(`${last}GET /file HTTP/1.1\r\nHost: here\r\n\r\n`);
  await once(client.resume(), 'close');
  expect(asked).toEqual([]);
});

/** A connection with requests that nobody reads, as the server has it. */
async function served(requests: number): Promise<{ client: Socket; socket: Socket }> {
  const connected = once(app.server, 'connection') as Promise<[Socket]>;
  const [client] = askWithoutReading('authorization: ada', { path: '/file', requests });
  return { client: client!, socket: (await connected)[0] };
}

async function hangUp({ client, socket }: { client: Socket; socket: Socket }): Promise<void> {
  const closed = new Promise((resolve) => socket.once('close', resolve));
  client.destroy();
  await closed;
}

test('[SEC-13] of a connection one request is worked on at a time, and none when it is gone', async () => {
  await open({ isPublic: false });
  const connection = await served(5);
  await eventually(() => expect(asked).toHaveLength(1));
  asked[0]!(Readable.from(['short'], { objectMode: false }));
  await eventually(() => expect(asked).toHaveLength(2));
  await hangUp(connection);
  // Fastify closes the file of a handler that ends too late.
  const file = Readable.from([gzip, gzip], { objectMode: false });
  asked[1]!(file);
  await eventually(() => expect(file.destroyed).toBe(true));
  expect(asked).toHaveLength(2);
});

test('[SEC-13] nothing is kept of a connection that ended before its answer', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  await open({ isPublic: false });
  async function askAndHangUp(): Promise<WeakRef<Socket>> {
    const connection = await served(5);
    await eventually(() => expect(asked).toHaveLength(1));
    await hangUp(connection);
    asked.pop()!(Readable.from(['late'], { objectMode: false }));
    return new WeakRef(connection.socket);
  }
  const socket = await askAndHangUp();
  // Long before the time-out of handlers, which would let go of it.
  await eventually(() => {
    collectGarbage();
    // Not the socket itself: an error would keep it.
    expect(socket.deref() === undefined).toBe(true);
  }, HANDLER_TIMEOUT_MS / 2);
});
