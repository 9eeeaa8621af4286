// The nginx and Caddy samples in front of a real Platbook: what people, and people with bad intentions, get through them.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { type RequestOptions, request as requestHttps } from 'node:https';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSqliteStores } from '../../store/sqlite/open-sqlite-stores.ts';
import { loadParcels, PLAIN_PIN, testParcels } from '../app-under-test.ts';
import { eventually } from '../eventually.ts';
import { type MailServer, openMailServer } from '../mail-server.ts';
import { startPlatbook } from '../run-platbook.ts';
import { CHALLENGE, VERIFIER } from '../sdk-client.ts';
import { proxies, type RunningProxy, SITE } from './run-proxy.ts';

/** Sent by Platbook alone: one that a proxy sends, too, would stand there twice. */
const securityHeaders = [
  'content-security-policy',
  'strict-transport-security',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'referrer-policy',
  'x-content-type-options',
  'cache-control',
];

/** More than any limit on tries. */
const TRIES_MAX = 2000;

let folder: string;
let mails: MailServer;
let platbook: Awaited<ReturnType<typeof startPlatbook>>;
/** Between the proxy and Platbook: counts connections and bytes. */
let counter: Server;
let connections = 0;
let bytesPassedOn = 0;

beforeAll(async () => {
  const pages = join(import.meta.dirname, '../../dist/web/index.html');
  if (!existsSync(pages)) throw new Error('There are no pages to serve: npm run build');
  folder = await mkdtemp(join(tmpdir(), 'platbook-proxy-'));
  const dataDir = join(folder, 'data');
  const { parcels, accounts } = await openSqliteStores({ dataDir });
  await loadParcels(parcels, testParcels);
  await Promise.all([parcels.close(), accounts.close()]);
  mails = await openMailServer();
  platbook = await startPlatbook({
    DATA_DIR: dataDir,
    PUBLIC_URL: `https://${SITE}`,
    TRUST_PROXY: '127.0.0.1',
    SMTP_URL: mails.url,
    // The proxy must close it all the same.
    METRICS_ACCESS: 'public',
  });
  const port = Number(new URL(platbook.url).port);
  counter = createServer((socket) => {
    connections++;
    const further = connect(port, '127.0.0.1');
    socket.pipe(further).pipe(socket);
    socket.on('data', ({ length }) => {
      bytesPassedOn += length;
    });
    socket.on('error', () => further.destroy());
    further.on('error', () => socket.destroy());
  });
  counter.listen(0, '127.0.0.1');
  await once(counter, 'listening');
});
afterAll(async () => {
  counter.close();
  platbook.child.kill();
  await once(platbook.child, 'close');
  await mails.close();
  await rm(folder, { recursive: true });
});

type Call = { headers?: Record<string, string>; body?: unknown; from?: string };
type Answer = { status: number; headers: IncomingMessage['headers']; bytes: Buffer; text: string };

function ask(send: typeof requestHttp | typeof requestHttps, options: RequestOptions, body?: string) {
  return new Promise<Answer>((resolve, reject) => {
    const asked = send({ host: '127.0.0.1', agent: false, ...options }, async (answer) => {
      const bytes = Buffer.concat(await answer.toArray());
      resolve({ status: answer.statusCode!, headers: answer.headers, bytes, text: bytes.toString() });
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

describe.each(proxies)('$name', ({ name, obstacle, start }) => {
  if (obstacle !== undefined) {
    test.skip(obstacle, () => {});
    return;
  }
  let proxy: RunningProxy;
  let authorization: string;
  /** Addresses of loopback: each proxy's own, because all are counted by one Platbook. */
  const [ada, bob, slow] =
    name === 'nginx' ? ['127.1.0.1', '127.2.0.1', '127.5.0.1'] : ['127.3.0.1', '127.4.0.1', '127.7.0.1'];

  const get = (path: string, { headers = {}, body, from }: Call = {}) =>
    ask(
      requestHttps,
      {
        port: proxy.httpsPort,
        path,
        method: body === undefined ? 'GET' : 'POST',
        servername: SITE,
        rejectUnauthorized: false,
        headers: { host: SITE, ...headers },
        ...(from !== undefined && { localAddress: from }),
      },
      body === undefined ? undefined : JSON.stringify(body),
    );

  const sdk = (path: string, body: unknown, { headers, from }: Call = {}) =>
    get(`/sdk/v1${path}`, {
      body,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      ...(from !== undefined && { from }),
    });

  const tryToken = (call: Call) =>
    sdk(
      '/magic_links/authenticate',
      { token: 'none', code_verifier: VERIFIER, session_duration_minutes: 60 },
      call,
    );

  beforeAll(async () => {
    proxy = await start({ folder, upstreamPort: (counter.address() as AddressInfo).port });
    const { publicToken } = JSON.parse((await get('/config.json')).text).auth;
    authorization = `Basic ${Buffer.from(`${publicToken}:${publicToken}`).toString('base64')}`;
  });
  afterAll(() => proxy.stop());

  test('leads from http to https, with the path, and never to a name that the client made up', async () => {
    const options = { port: proxy.httpPort, path: '/login?next=%2Fmap' };
    const answer = await ask(requestHttp, { ...options, headers: { host: SITE } });
    expect(answer.status).toBe(308);
    expect(answer.headers.location).toMatch(
      new RegExp(`^https://${SITE.replaceAll('.', '\\.')}(:\\d+)?/login\\?next=%2Fmap$`),
    );
    const evil = await ask(requestHttp, { ...options, headers: { host: 'evil.example' } });
    expect(evil.headers.location ?? '').not.toContain('evil');
  });

  test('shows the login page as Platbook sends it: compressed once, its own headers, its own ETag', async () => {
    const direct = await fetch(`${platbook.url}/login`);
    const page = await get('/login', { headers: { 'accept-encoding': 'br' } });
    expect(page.status).toBe(200);
    for (const header of securityHeaders) {
      expect([header, page.headers[header] ?? null]).toEqual([header, direct.headers.get(header)]);
    }
    expect(page.headers['content-security-policy']).toContain("default-src 'self'");
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(await direct.text())![1]!;
    for (const coding of ['br', 'gzip']) {
      const headers = { 'accept-encoding': coding };
      const asset = await get(script, { headers });
      const itself = await ask(requestHttp, { port: new URL(platbook.url).port, path: script, headers });
      expect(asset.headers['content-encoding']).toBe(coding);
      expect(asset.bytes.equals(itself.bytes)).toBe(true);
      expect(asset.headers.etag).toBe(itself.headers.etag);
      const again = { ...headers, 'if-none-match': asset.headers.etag! };
      expect((await get(script, { headers: again })).status).toBe(304);
    }
    // An answer that Platbook leaves as it is stays so.
    expect(
      (await get('/config.json', { headers: { 'accept-encoding': 'gzip' } })).headers['content-encoding'],
    ).toBe(undefined);
  });

  test('speaks HTTP/2', async () => {
    const session = connectHttp2(`https://127.0.0.1:${proxy.httpsPort}`, {
      servername: SITE,
      rejectUnauthorized: false,
    });
    const stream = session.request({ ':path': '/healthz', ':authority': SITE });
    const [headers] = await once(stream, 'response');
    stream.resume();
    await once(stream, 'end');
    session.close();
    expect(headers[':status']).toBe(200);
  });

  test('lets people sign in by mail and read parcels; its log does not have the secret of the link', async () => {
    const email = `${name.toLowerCase()}@example.org`;
    const asked = await sdk('/magic_links/email/login_or_create', { email, code_challenge: CHALLENGE });
    expect(asked.status).toBe(200);
    const findMail = () => mails.received.find(({ recipients }) => recipients.includes(email));
    await eventually(() => expect(findMail()).toBeDefined());
    const { mail } = findMail()!;
    const link = new URL(/https:\/\/\S+/.exec(mail.text!)![0]);
    expect(link.origin).toBe(`https://${SITE}`);
    expect((await get(link.pathname + link.search)).status).toBe(200);
    const token = link.searchParams.get('token')!;
    const body = { token, code_verifier: VERIFIER, session_duration_minutes: 60 };
    const { session_jwt } = JSON.parse((await sdk('/magic_links/authenticate', body)).text).data;
    const path = `/api/parcels/${encodeURIComponent(PLAIN_PIN)}`;
    expect((await get(path)).status).toBe(401);
    const read = await get(path, { headers: { cookie: `session_jwt=${session_jwt}` } });
    expect(read.status).toBe(200);
    await eventually(() => expect(proxy.accessLog()).toContain('/api/parcels/'));
    expect(proxy.accessLog()).toContain('/authenticate');
    for (const secret of [token, session_jwt]) expect(proxy.accessLog()).not.toContain(secret);
  });

  test('clients are told apart by their own address; what they claim to be counts for nothing', async () => {
    const refusedAfter = async () => {
      for (let tries = 1; tries <= TRIES_MAX; tries++) {
        if ((await tryToken({ from: ada! })).status === 429) return tries;
      }
      return undefined;
    };
    expect(await refusedAfter()).toBeGreaterThan(1);
    for (const header of ['x-forwarded-for', 'x-real-ip', 'forwarded', 'client-ip']) {
      const claim = header === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9';
      expect((await tryToken({ from: ada!, headers: { [header]: claim } })).status).toBe(429);
    }
    const other = await tryToken({ from: bob! });
    expect(other.status).not.toBe(429);
    expect((await tryToken({ from: bob!, headers: { 'x-forwarded-for': ada! } })).status).toBe(other.status);
  });

  test('metrics and inbox are closed, however their addresses are written', async () => {
    expect((await fetch(`${platbook.url}/metrics`)).status).toBe(200);
    const paths = ['/metrics', '/metrics?a=b', '/%6detrics', '//metrics', '/./metrics', '/a/../metrics'];
    for (const path of [...paths, '/inbox', '/inbox/1', '/start/key', '/%69nbox']) {
      const answer = await get(path);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.text).not.toContain('platbook_');
    }
  });

  test('uses its connections to Platbook again', async () => {
    await get('/healthz');
    const before = connections;
    for (let time = 0; time < 20; time++) expect((await get('/healthz')).status).toBe(200);
    expect(connections - before).toBeLessThanOrEqual(1);
  });

  test('refuses a body that is far too large, and leaves smaller ones to Platbook', async () => {
    const large = await sdk('/events', { text: 'x'.repeat(3_000_000) });
    // Caddy 2.6 says that it could not pass the body on.
    expect(name === 'Caddy' ? [413, 502] : [413]).toContain(large.status);
    for (const size of [30_000, 200_000, 900_000]) {
      const own = await sdk('/magic_links/authenticate', { token: 'x'.repeat(size) });
      expect([size, own.status]).toEqual([size, 413]);
      expect(own.headers['content-type']).toContain('application/json');
    }
    expect((await sdk('/events', [{ text: 'x'.repeat(40_000) }])).status).toBe(200);
  });

  /** A request over HTTP/1.1 whose body begins and does not go on, and what is heard of it. */
  function sendSlowly(path: string, { from, length = 120_000 }: { from: string; length?: number }) {
    const connection = { port: proxy.httpsPort, host: '127.0.0.1', localAddress: from };
    const socket = connectTls({ ...connection, servername: SITE, rejectUnauthorized: false });
    const sender = { socket, heard: '' };
    socket.setEncoding('latin1').on('data', (text) => {
      sender.heard += text;
    });
    socket.on('error', () => {});
    const lines = [`POST ${path} HTTP/1.1`, `Host: ${SITE}`, `Authorization: ${authorization}`];
    socket.write(
      `${[...lines, 'Content-Type: application/json', `Content-Length: ${length}`].join('\r\n')}\r\n\r\n`,
    );
    socket.write(`[${'1,'.repeat(50_000)}`);
    return sender;
  }

  test('a stranger’s slow body is refused before it is there, and none of it lies on the disk', async () => {
    const before = bytesPassedOn;
    const refused = sendSlowly('/api/map-sheet', { from: slow!, length: 16_000_000 });
    const taken = Array.from({ length: 8 }, () => sendSlowly('/events/v2', { from: slow! }));
    // Over HTTP/1.1 Caddy tells an answer only when it has read the body, or given up on it.
    if (name === 'nginx') await eventually(() => expect(refused.heard).toMatch(/^HTTP\/1\.1 401 /));
    await eventually(() => expect(bytesPassedOn - before).toBeGreaterThan(8 * 100_000));
    expect(proxy.filesOfBodies()).toEqual([]);
    for (const { socket } of taken) socket.write(`${' '.repeat(19_997)}1]`);
    await eventually(() =>
      expect(taken.map(({ heard }) => heard.slice(0, 12))).toEqual(Array(8).fill('HTTP/1.1 204')),
    );
    for (const { socket } of [refused, ...taken]) socket.destroy();
  });

  test('a page that asks for 120 things at once gets them', async () => {
    const session = connectHttp2(`https://127.0.0.1:${proxy.httpsPort}`, {
      servername: SITE,
      rejectUnauthorized: false,
    });
    const statuses = Array.from({ length: 120 }, async () => {
      const stream = session.request({ ':path': '/config.json', ':authority': SITE }).resume();
      const [headers] = await once(stream, 'response');
      return headers[':status'];
    });
    expect(await Promise.all(statuses)).toEqual(Array(120).fill(200));
    session.close();
  });

  // Caddy has no such limit; Platbook's own hold.
  if (name !== 'nginx') return;
  test('one address has 32 bodies under way at most; it still reads, and another one writes', async () => {
    const senders = Array.from({ length: 40 }, () => sendSlowly('/events/v2', { from: slow! }));
    await eventually(() =>
      expect(senders.filter(({ heard }) => heard.startsWith('HTTP/1.1 429 '))).toHaveLength(8),
    );
    expect((await get('/config.json', { from: slow! })).status).toBe(200);
    expect((await sdk('/events', [], { from: slow! })).status).toBe(429);
    expect((await sdk('/events', [], { from: '127.6.0.1' })).status).toBe(200);
    for (const { socket } of senders) socket.destroy();
    await eventually(async () => expect((await sdk('/events', [], { from: slow! })).status).toBe(200));
  });
});
