// The handler time-out: a stalled handler ends with 503, and a slow download is not cut off.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { refusals } from '../contract/messages.ts';
import { type AppUnderTest, openAppUnderTest, PLAIN_PIN } from '../test/app-under-test.ts';
import { CHALLENGE } from '../test/sdk-client.ts';
import { replyFailure } from './failure.ts';
import { limitHandlerTime } from './http-server.ts';
import { webPages } from './web-pages.ts';

/** What the time-out counts with. Set before the server is opened, which begins to count then. */
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterAll(() => {
  vi.useRealTimers();
});

describe('while the account store does not answer', () => {
  let under: AppUnderTest;
  let origin: string;
  let token: string;
  let stalled: () => void;

  beforeAll(async () => {
    under = await openAppUnderTest();
    token = await under.signIn();
    origin = await under.app.listen({ host: '127.0.0.1', port: 0 });
    await under.app.inject({ url: '/api/account', headers: { authorization: `Bearer ${token}` } });
    for (const name of ['pageSavedParcels', 'saveParcel', 'count', 'findSession'] as const) {
      vi.spyOn(under.accounts, name).mockImplementation(() => {
        stalled();
        return new Promise<never>(() => {});
      });
    }
  });
  afterAll(() => under.close());

  /** Over a real connection: what Node tells of a request differs from what a test tool makes up. */
  async function askAndWait(path: string, { headers, ...request }: RequestInit): Promise<Response> {
    const handlerWaits = new Promise<void>((resolve) => {
      stalled = resolve;
    });
    const answer = fetch(`${origin}${path}`, {
      ...request,
      headers: { 'content-type': 'application/json', ...headers },
    });
    await handlerWaits;
    await vi.advanceTimersByTimeAsync(31_000);
    return answer;
  }

  const parcel = { parcel_pin: PLAIN_PIN, parcel_owner_name: 'Ada', parcel_address: '1 Main St' };

  test.each(['GET', 'POST'])('a %s of saved parcels ends with 503', async (method) => {
    const answer = await askAndWait('/api/saved-parcels', {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(method === 'POST' && { body: JSON.stringify(parcel) }),
    });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ message: refusals.serverFault });
    expect(JSON.parse(under.logged().trim().split('\n').at(-1)!)).toMatchObject({
      route: '/api/saved-parcels',
      err: { statusCode: 503 },
    });
  });

  test('so does the look-up of a session, before a body is read', async () => {
    const answer = await askAndWait('/api/saved-parcels', {
      method: 'POST',
      headers: { authorization: `Bearer ${randomBytes(32).toString('base64url')}` },
      body: JSON.stringify(parcel),
    });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ message: refusals.serverFault });
  });

  test("a sign-in does too, in the provider's error shape", async () => {
    const { auth } = (await under.app.inject('/config.json')).json();
    const answer = await askAndWait('/sdk/v1/magic_links/email/login_or_create', {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${auth.publicToken}:${auth.publicToken}`)}` },
      body: JSON.stringify({ email: 'ada@example.org', code_challenge: CHALLENGE }),
    });
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ status_code: 503, error_type: 'internal_server_error' });
  });

  test('an idle connection is closed after two minutes', () => {
    expect(under.app.server.timeout).toBe(120_000);
  });
});

test('a client that still sends a body that is refused gets the answer, and not a connection that is reset', async () => {
  const under = await openAppUnderTest();
  try {
    const token = await under.signIn();
    await under.app.listen({ host: '127.0.0.1', port: 0 });
    const socket = connect((under.app.server.address() as AddressInfo).port, '127.0.0.1');
    const failed = vi.fn();
    socket.on('error', failed);
    const part = Buffer.alloc(64 * 1024, 'x');
    const PARTS = 40;
    socket.write(
      `POST /api/saved-parcels HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${PARTS * part.byteLength}\r\n\r\n`,
    );
    for (let sent = 0; sent < PARTS; sent++) {
      if (!socket.write(part)) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const answer = Buffer.concat(await socket.toArray()).toString();
    expect(failed).not.toHaveBeenCalled();
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain(refusals.bodyTooLarge);
  } finally {
    await under.close();
  }
});

describe('a client slower than the time-out', () => {
  const TIMEOUT_MS = 30_000;
  /** More than the buffers of a connection take in at once. */
  const BYTES = 16 * 1024 * 1024;

  let folder: string;
  let app: FastifyInstance;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'platbook-web-'));
    await writeFile(join(folder, 'index.html'), Buffer.alloc(BYTES, 'x'));
    app = Fastify();
    app.setErrorHandler(replyFailure);
    limitHandlerTime(app, TIMEOUT_MS);
    webPages(app, { folder, usesStytch: false, usesMapbox: false });
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterAll(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });

  test.each(['/index.html', '/login'])('gets the whole of %s', async (path) => {
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    let received = 0;
    await once(socket, 'readable');
    await vi.advanceTimersByTimeAsync(2 * TIMEOUT_MS);
    for await (const chunk of socket) received += chunk.length;
    expect(received).toBeGreaterThan(BYTES);
  });

  test('is told that there is no such address, however slowly its body arrives', async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    const isBegun = once(app.server, 'request');
    const type = 'Content-Type: application/json\r\nConnection: close';
    socket.write(`POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n${type}\r\n\r\n{`);
    await isBegun;
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS + 2000);
    socket.write('}');
    let heard = '';
    for await (const chunk of socket) heard += chunk;
    expect(heard).toMatch(/^HTTP\/1\.1 404 /);
  });
});

test.each(['GET /healthz', 'POST /api/parcels', 'POST /nothing'])(
  'chunks of a byte each are refused unread, and their connection ends: %s',
  async (asked) => {
    const under = await openAppUnderTest();
    try {
      await under.app.listen({ host: '127.0.0.1', port: 0 });
      const socket = connect((under.app.server.address() as AddressInfo).port, '127.0.0.1');
      socket.on('error', () => {});
      let heard = '';
      socket.setEncoding('utf8').on('data', (text: string) => {
        heard += text;
      });
      socket.write(`${asked} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n \r\n`);
      // Never ended by its sender.
      await once(socket, 'close');
      expect(heard).toMatch(/^HTTP\/1\.1 411 /);
      expect(heard).toContain(refusals.lengthRequired);
    } finally {
      await under.close();
    }
  },
);
