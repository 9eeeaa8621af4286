// The built web app as browsers get it.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRODUCT_NAME } from '../contract/limits.ts';
import { refusals } from '../contract/messages.ts';
import { openAppUnderTest } from '../test/app-under-test.ts';
import { replyFailure } from './failure.ts';
import { webPages } from './web-pages.ts';

const page = '<!doctype html><title>Platbook</title>';
/** Named by web/index.html. */
const appleIcon = { src: '/icons/apple-touch-icon.png', sizes: '180x180', type: 'image/png' };
const script = 'console.log("a map")';

let folder: string;
let app: FastifyInstance;

function appWith(
  webFolder: string | undefined,
  { usesStytch = false, usesMapbox = false } = {},
): FastifyInstance {
  const built = Fastify();
  built.setErrorHandler(replyFailure);
  webPages(built, { folder: webFolder, usesStytch, usesMapbox });
  return built;
}

async function policyWith(providers: { usesStytch?: boolean; usesMapbox?: boolean }): Promise<string[]> {
  const built = appWith(folder, providers);
  const { headers } = await built.inject('/login');
  await built.close();
  return String(headers['content-security-policy']).split('; ');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-web-'));
  await mkdir(join(folder, 'assets'));
  await Promise.all([
    writeFile(join(folder, 'index.html'), page),
    writeFile(join(folder, 'assets', 'app-1a2b.js'), script),
    writeFile(join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync(script)),
    writeFile(join(folder, 'assets', 'app-1a2b.js.gz'), gzipSync(script)),
  ]);
  app = appWith(folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test.each(['/', '/login', '/authenticate?token=x.js', '/some/deep/link', '/apiary', '/parcels/46.31'])(
  '%s is the page, revalidated every time',
  async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(page);
    expect(answer.headers['content-type']).toMatch('text/html');
    expect(answer.headers['cache-control']).toBe('no-cache');
  },
);

test('the content security policy allows only this server, and no framing', async () => {
  const { headers } = await app.inject('/login');
  const policy = String(headers['content-security-policy']).split('; ');
  expect(policy).toEqual(
    expect.arrayContaining(["default-src 'self'", "script-src 'self'", "frame-ancestors 'none'"]),
  );
  expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
  expect(headers['content-security-policy']).not.toContain('http');
});

test('[A22] a page may call Stytch where Stytch signs people in', async () => {
  expect(await policyWith({ usesStytch: true })).toEqual(
    expect.arrayContaining(["default-src 'self'", "connect-src 'self' https://*.stytch.com"]),
  );
});

test('a page may call Mapbox where Mapbox provides the map, and Stytch besides', async () => {
  const mapbox = 'https://api.mapbox.com https://*.tiles.mapbox.com https://events.mapbox.com';
  expect(await policyWith({ usesMapbox: true })).toEqual(
    expect.arrayContaining([
      "script-src 'self'",
      `connect-src 'self' ${mapbox}`,
      `img-src 'self' data: blob: ${mapbox}`,
    ]),
  );
  expect(await policyWith({ usesMapbox: true, usesStytch: true })).toContain(
    `connect-src 'self' https://*.stytch.com ${mapbox}`,
  );
});

describe('an asset with a hash in its name', () => {
  test('is cached for a year', async () => {
    const answer = await app.inject('/assets/app-1a2b.js');
    expect(answer.body).toBe(script);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  });

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ])('is sent compressed to a client that accepts %s', async (accepted, encoding, unpack) => {
    const url = '/assets/app-1a2b.js';
    const answer = await app.inject({ url, headers: { 'accept-encoding': accepted } });
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers['content-type']).toMatch('javascript');
    expect(answer.headers.vary).toMatch(/accept-encoding/i);
    expect(unpack(answer.rawPayload).toString()).toBe(script);
  });

  test('that is missing is a 404, not the page', async () => {
    const answer = await app.inject('/assets/app-old.js');
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ message: refusals.notFound });
  });
});

test.each(['/api', '/api/nothing', '/tiles/1', '/styles/v1', '/maps/x', '/geocoding/v5', '/events'])(
  '%s is a 404, not the page',
  async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ message: refusals.notFound });
  },
);

test.each(['/favicon.ico', '/wp-login.php', '/some/deep/file.js?x', '/.env', '/sitemap.XML'])(
  'no file %s is a 404, not the page',
  async (url) => {
    const answer = await app.inject(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ message: refusals.notFound });
  },
);

describe('the files at fixed addresses', () => {
  let built: FastifyInstance;
  beforeAll(() => {
    built = appWith(join(import.meta.dirname, '../web/public'));
  });
  afterAll(() => built.close());

  test('robots.txt asks crawlers to stay away: the pages are private', async () => {
    const answer = await built.inject('/robots.txt');
    expect(answer.headers['content-type']).toMatch('text/plain');
    expect(answer.body).toBe('User-agent: *\nDisallow: /\n');
  });

  test('the web manifest lets phones install the application, with icons that are there', async () => {
    const answer = await built.inject('/manifest.webmanifest');
    expect(answer.headers['content-type']).toMatch('application/manifest+json');
    const { icons, ...manifest } = answer.json();
    expect(manifest).toMatchObject({
      name: PRODUCT_NAME,
      short_name: PRODUCT_NAME,
      start_url: '/',
      display: 'standalone',
    });
    const pictures = icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`);
    expect(pictures).toEqual(['192x192 any', '512x512 any', '512x512 maskable']);
    for (const { src, sizes, type } of [...icons, appleIcon]) {
      const icon = await built.inject(src);
      expect(icon.headers['content-type']).toBe(type);
      const { width, height } = await sharp(icon.rawPayload).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });
});

test('only GET and HEAD get the page', async () => {
  const answer = await app.inject({ method: 'POST', url: '/login' });
  expect(answer.statusCode).toBe(404);
});

test.each([
  '/../package.json',
  '/%2e%2e/package.json',
  '/..%2f..%2fetc%2fpasswd',
  '/assets/..%5c..%5cx',
  '//x',
])('path traversal: %s reads nothing outside the folder', async (url) => {
  const answer = await app.inject(url);
  expect([200, 400, 403, 404]).toContain(answer.statusCode);
  if (answer.statusCode === 200) expect(answer.body).toBe(page);
  else expect(answer.json()).toEqual({ message: expect.any(String) });
});

test('without a built web app every page is a 404', async () => {
  const bare = appWith(undefined);
  const answer = await bare.inject('/');
  await bare.close();
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toEqual({ message: refusals.notFound });
});

test('the page of a deep link does not warn of listeners that pile up on the response', async () => {
  const warnings: string[] = [];
  const keep = ({ message }: Error) => warnings.push(message);
  process.on('warning', keep);
  const under = await openAppUnderTest({ webFolder: folder });
  // A real response: the one of a test tool counts nothing.
  const origin = await under.app.listen({ host: '127.0.0.1', port: 0 });
  expect(await (await fetch(`${origin}/parcels/46.31`)).text()).toBe(page);
  await under.close();
  process.off('warning', keep);
  expect(warnings).toEqual([]);
});
