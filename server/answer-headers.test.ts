// The headers of every kind of answer, over real connections: no matter which code answers.
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tileAt } from '../geo/tile-address.ts';
import { type AppUnderTest, lotCenter, openAppUnderTest, PLAIN_PIN } from '../test/app-under-test.ts';
import { TEST_INBOX } from '../test/inbox.ts';
import { openSdkClient } from '../test/sdk-client.ts';

let folder: string;
let under: AppUnderTest;
let cookie: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-web-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>Platbook</title>');
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), 'let map;');
  await writeFile(join(folder, 'assets', 'app-1a2b.js.gz'), gzipSync('let map;'));
  under = await openAppUnderTest({
    webFolder: folder,
    publicUrl: 'https://parcels.example.org',
    oidcProviders: [
      // Nothing listens there, so signing in with it is refused by a redirect.
      { name: 'google', issuer: 'http://127.0.0.1:9', clientId: 'platbook', clientSecret: 'secret' },
    ],
  });
  await under.app.listen({ host: '127.0.0.1', port: 0 });
  const session = await (await openSdkClient(under.app)).signIn('ada@example.org');
  cookie = `session_jwt=${session.session_jwt}`;
});
afterAll(async () => {
  await under.close();
  await rm(folder, { recursive: true });
});

type Answer = { status: number; headers: Map<string, string[]>; head: string };

/** Sends these bytes on a connection of its own, and reads the head of the answer: no library changes either. */
async function speak(text: string): Promise<Answer> {
  const { port } = under.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  socket.write(text);
  let heard = '';
  socket.on('data', (chunk) => {
    heard += chunk;
    if (heard.includes('\r\n\r\n')) socket.destroy();
  });
  await once(socket, 'close');
  const head = heard.split('\r\n\r\n')[0]!;
  const [start = '', ...lines] = head.split('\r\n');
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]+): (.*)$/.exec(line) ?? [];
    headers.set(name.toLowerCase(), [...(headers.get(name.toLowerCase()) ?? []), value]);
  }
  return { status: Number(start.split(' ')[1]), headers, head };
}

type Request = { method?: string; path: string; headers?: Record<string, string>; body?: string };

function textOf({ method = 'GET', path, headers = {}, body = '' }: Request): string {
  const all = { Host: 'localhost', ...(body && { 'Content-Length': String(body.length) }), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`;
}

const { x, y } = tileAt(lotCenter(0), 14);
const TILE = `/tiles/14/${x}/${y}.pbf`;
const PARCEL = `/api/parcels/${PLAIN_PIN}`;
const PAGE = /^default-src 'self'; script-src 'self'; .*frame-ancestors 'none'$/;
const DATA = /^default-src 'none'; frame-ancestors 'none'$/;
const INBOX = /^default-src 'none'; style-src 'sha256-.*frame-ancestors 'none'$/;

const json = { 'Content-Type': 'application/json' };
const signedIn = () => ({ Cookie: cookie, 'Accept-Encoding': 'gzip' });
const challenge = 'c'.repeat(43);

type Row = {
  what: string;
  text: () => string | Promise<string>;
  status: number;
  policy?: RegExp;
  referrer?: string;
  /** Whether it is answered without the framework, which writes names in small letters. */
  isShort?: boolean;
};

const row = (what: string, request: Request, status: number, more: Partial<Row> = {}): Row => ({
  what,
  text: () => textOf(request),
  status,
  ...more,
});

/** Asked twice, because memory knows the second time. */
const again = (request: () => Request) => async () => {
  await speak(textOf(request()));
  return textOf(request());
};
const withEtag = (path: string, headers: () => Record<string, string>) => async () => {
  const first = await speak(textOf({ path, headers: headers() }));
  return textOf({ path, headers: { ...headers(), 'If-None-Match': first.headers.get('etag')![0]! } });
};
const NO_REFERRER = 'no-referrer';
/** Text names its encoding. */
const TYPED =
  /^(?:(?:text\/\S+|application\/(?:json|javascript|manifest\+json));.*charset=utf-8|(?:image|font)\/\S+|application\/[\w.-]+)$/i;

const rows: Row[] = [
  row('a page', { path: '/' }, 200, { policy: PAGE }),
  row('a page by HEAD', { path: '/login', method: 'HEAD' }, 200, { policy: PAGE }),
  row('the landing page of links', { path: '/authenticate?token=x' }, 200, {
    policy: PAGE,
    referrer: NO_REFERRER,
  }),
  { what: 'a page not modified', text: withEtag('/login', () => ({})), status: 304, policy: PAGE },
  row('an asset', { path: '/assets/app-1a2b.js' }, 200, { policy: PAGE }),
  row('a packed asset', { path: '/assets/app-1a2b.js', headers: { 'Accept-Encoding': 'gzip' } }, 200, {
    policy: PAGE,
  }),
  {
    what: 'an asset not modified',
    text: withEtag('/assets/app-1a2b.js', () => ({})),
    status: 304,
    policy: PAGE,
  },
  row('a missing asset', { path: '/assets/old.js' }, 404),
  row('a tile from the route', { path: `${TILE}?v=1`, headers: { 'X-Session-Token': 'none' } }, 401),
  { what: 'a tile', text: () => textOf({ path: `${TILE}?v=1`, headers: signedIn() }), status: 200 },
  {
    what: 'a tile from memory',
    text: again(() => ({ path: TILE, headers: signedIn() })),
    status: 200,
    isShort: true,
  },
  {
    what: 'a tile by HEAD',
    text: () => textOf({ method: 'HEAD', path: TILE, headers: signedIn() }),
    status: 200,
  },
  { what: 'a tile not modified', text: withEtag(TILE, signedIn), status: 304, isShort: true },
  {
    what: 'a plain tile not modified',
    text: withEtag(TILE, () => ({ ...signedIn(), 'Accept-Encoding': 'identity' })),
    status: 304,
    isShort: true,
  },
  {
    what: 'a tile not modified, from the route',
    text: async () => (await withEtag(TILE, signedIn)()).replace('GET', 'HEAD'),
    status: 304,
  },
  {
    what: 'an empty tile from memory',
    text: again(() => ({ path: '/tiles/14/0/0.pbf', headers: signedIn() })),
    status: 204,
    isShort: true,
  },
  row('a tile without a session', { path: TILE }, 401),
  { what: 'a parcel', text: () => textOf({ path: PARCEL, headers: signedIn() }), status: 200 },
  { what: 'no parcel', text: () => textOf({ path: '/api/parcels/none', headers: signedIn() }), status: 404 },
  row('a call without a session', { path: '/api/saved-parcels' }, 401),
  row('settings of the page', { path: '/config.json' }, 200),
  { what: 'settings not modified', text: withEtag('/config.json', () => ({})), status: 304 },
  row('health', { path: '/healthz' }, 200),
  row('readiness', { path: '/readyz' }, 200),
  row('metrics', { path: '/metrics' }, 200),
  row('the inbox', { path: TEST_INBOX }, 200, { policy: INBOX, referrer: NO_REFERRER }),
  row('the inbox without its key', { path: '/inbox/none' }, 404),
  row('a missing mail', { path: `${TEST_INBOX}/none` }, 404, { policy: INBOX, referrer: NO_REFERRER }),
  row('a map style', { path: '/styles/v1/platbook/streets' }, 404),
  row('a font', { path: '/maps/fonts/noto-sans-latin-400-normal.woff2' }, 200),
  row(
    'an error of the sign-in provider',
    { path: '/sdk/v1/none', method: 'POST', headers: json, body: '{}' },
    404,
  ),
  {
    what: 'a redirect',
    text: async () => {
      const { auth } = (await under.app.inject('/config.json')).json();
      const query = `public_token=${auth.publicToken}&code_challenge=${challenge}`;
      return textOf({ path: `/v1/public/oauth/google/start?${query}` });
    },
    status: 302,
  },
  row('an unknown address', { path: '/api/none' }, 404),
  row('an unknown method', { path: '/api/saved-parcels', method: 'PROPFIND' }, 404),
  row('an address that cannot be read', { path: '/api/parcels/%E0%A4%A' }, 400),
  row(
    'a body that is not JSON',
    { path: '/api/ended-sessions', method: 'POST', headers: json, body: '{' },
    400,
  ),
  row(
    'a body too large',
    { path: '/sdk/v1/events', method: 'POST', headers: json, body: 'x'.repeat(99_999) },
    413,
  ),
  row('an expectation', { path: '/healthz', headers: { Expect: 'the best' } }, 200),
  { what: 'no host', text: () => 'GET / HTTP/1.1\r\n\r\n', status: 400 },
  { what: 'invalid HTTP', text: () => 'NONSENSE\r\n\r\n', status: 400, isShort: true },
  {
    what: 'headers too large',
    text: () => textOf({ path: `/${'x'.repeat(20_000)}` }),
    status: 431,
    isShort: true,
  },
];

/** Where the device is and where it points, for the page itself, and nothing else. */
const PAGE_PERMISSIONS =
  /^geolocation=\(self\), accelerometer=\(self\), gyroscope=\(self\), magnetometer=\(self\)(, [a-z-]+=\(\)){20,}$/;

describe('behind https', () => {
  test.each(rows)('$what ($status) has all headers, each once', async (each) => {
    const { status, headers, head } = await speak(await each.text());
    expect(status).toBe(each.status);
    for (const [name, values] of headers) if (name !== 'set-cookie') expect(values).toHaveLength(1);
    const value = (name: string) => headers.get(name)?.[0];
    expect(value('content-security-policy')).toMatch(each.policy ?? DATA);
    expect(value('strict-transport-security')).toBe('max-age=31536000');
    // Data has a short one: it counts in documents only.
    const permissions = each.policy ? PAGE_PERMISSIONS : /^geolocation=\(\)$/;
    expect(value('permissions-policy')).toMatch(permissions);
    expect(value('cross-origin-opener-policy')).toBe('same-origin');
    expect(value('cross-origin-resource-policy')).toBe('same-origin');
    expect(value('x-content-type-options')).toBe('nosniff');
    expect(value('referrer-policy')).toBe(each.referrer ?? 'strict-origin-when-cross-origin');
    expect(value('cache-control')).toBeDefined();
    expect(value('x-request-id')).toMatch(/^[0-9a-f]{20}$/);
    expect(value('x-powered-by') ?? value('server')).toBeUndefined();
    expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
    const hasBody = value('content-length') !== '0' && ![204, 304].includes(status);
    if (hasBody) expect(value('content-type')).toMatch(TYPED);
    expect(head.includes('X-Request-Id')).toBe(each.isShort ?? false);
  });

  test('every answer has an id of its own, and none takes that of the client', async () => {
    const asked = { path: TILE, headers: { ...signedIn(), 'X-Request-Id': 'mine' } };
    const ids = new Set<string>();
    for (let i = 0; i < 20; i++) {
      ids.add((await speak(textOf(asked))).headers.get('x-request-id')![0]!);
      ids.add((await speak(textOf({ ...asked, path: '/healthz' }))).headers.get('x-request-id')![0]!);
    }
    expect(ids.size).toBe(40);
    expect(ids).not.toContain('mine');
  });
});

test('over plain http there is no HSTS, everything else is the same', async () => {
  const local = await openAppUnderTest();
  const { headers } = await local.app.inject('/healthz');
  await local.close();
  expect(headers['strict-transport-security']).toBeUndefined();
  expect(headers['content-security-policy']).toMatch(DATA);
});
