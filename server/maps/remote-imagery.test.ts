// Imagery from elsewhere, played on loopback: good and bad pictures, missing ones, and hosts that do not answer.
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TileAddress } from '../../geo/geometry.ts';
import { eventually } from '../../test/eventually.ts';
import type { ImagerySource } from '../imagery-source.ts';
import { type CachedImagery, cacheImagery } from './cached-imagery.ts';
import { createRemoteImagery } from './remote-imagery.ts';

/** Inside the bounds below, as are the tiles beside it. */
const TILE = { z: 18, x: 79_301, y: 96_961 };
const BOUNDS = { west: -71.2, south: 42.3, east: -71.0, north: 42.45 };
const ADA = { name: 'ada', isStranger: false };

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const log = { warn: vi.fn() };
const onWarning = vi.fn<(line: string) => void>();
const closes: (() => Promise<unknown>)[] = [];
let folder: string;
let asked: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-test-'));
  asked = [];
  log.warn.mockClear();
  onWarning.mockClear();
});
afterEach(async () => {
  for (const close of closes.splice(0).reverse()) await close();
  await rm(folder, { recursive: true, force: true });
});

async function startHost(answer: Answer): Promise<{ origin: string; stop(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    asked.push(request.url!);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  closes.push(stop);
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

type Options = { now?: () => number; timeoutMs?: number; tileSizePx?: number };

function open(
  origin: string,
  { tileSizePx = 256, ...options }: Options = {},
): {
  tile(address?: TileAddress): Promise<Uint8Array | undefined>;
  source: ImagerySource;
  cached: CachedImagery;
} {
  const url = `${origin}/{z}/{x}/{y}?token=sesame`;
  const remote = { url, zoomMin: 10, zoomMax: 19, tileSizePx };
  const source = createRemoteImagery({
    remote,
    bounds: BOUNDS,
    attribution: 'USGS',
    onWarning,
    ...options,
  });
  const cached = cacheImagery({ source, cacheFolder: join(folder, 'aerial'), log });
  closes.push(cached.close);
  const tile = (address: TileAddress = TILE) =>
    cached.tile(address, { signal: new AbortController().signal, client: async () => ADA });
  return { tile, source, cached };
}

/** Four quarters of different colors: red, green / blue, white. */
function quarters(size = 256): Sharp {
  const half = size / 2;
  const square = (background: string, left: number, top: number) => ({
    input: { create: { width: half, height: half, channels: 3 as const, background } },
    left,
    top,
  });
  return sharp({ create: { width: size, height: size, channels: 3, background: 'white' } }).composite([
    square('#ff0000', 0, 0),
    square('#00ff00', half, 0),
    square('#0000ff', 0, half),
  ]);
}

const plain = (background: string | { r: number; g: number; b: number; alpha: number }, size = 256) =>
  sharp({ create: { width: size, height: size, channels: 4, background } });

const send =
  (bytes: Buffer | string, type = 'image/png', status = 200): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': type }).end(bytes);

/** The color in the middle of a picture. */
async function middleOf(picture: Uint8Array | undefined): Promise<number[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(info.height / 2) * info.width + Math.floor(info.width / 2)) * 3;
  return [...data.subarray(at, at + 3)];
}

describe('[LAY-2] imagery from elsewhere', () => {
  test.each([
    ['JPEG', 256, () => quarters().jpeg().toBuffer()],
    ['PNG', 512, () => quarters(512).png().toBuffer()],
    ['WebP', 256, () => quarters().webp().toBuffer()],
  ] as const)('a %s becomes a WebP of the same size, fetched once', async (_, size, make) => {
    const { origin } = await startHost(send(await make()));
    const { tile } = open(origin, { tileSizePx: size });
    const [one, other] = await Promise.all([tile(), tile()]);
    expect(await sharp(one).metadata()).toMatchObject({ format: 'webp', width: size, height: size });
    expect(other).toEqual(one);
    expect(asked).toEqual(['/18/79301/96961?token=sesame']);
  });

  test('a second look needs no host, even after a restart, until another address takes its place', async () => {
    const { origin, stop } = await startHost(async (request, response) => {
      if (request.url!.startsWith('/19/')) return response.writeHead(404).end();
      return response.end(await quarters().jpeg().toBuffer());
    });
    const deep = { z: 19, x: TILE.x * 2 + 1, y: TILE.y * 2 };
    const first = open(origin);
    const seen = [await first.tile(), await first.tile(deep)];
    await first.cached.close();
    await stop();
    const again = open(origin);
    expect([await again.tile(), await again.tile(deep)]).toEqual(seen);
    const renewed = open(origin.replace('127.0.0.1', 'localhost'));
    expect(renewed.source.version).not.toBe(again.source.version);
    await expect(renewed.tile()).rejects.toMatchObject({ status: 503 });
  });

  test.each([
    ['404', (_: unknown, response: ServerResponse) => response.writeHead(404).end()],
    ['204', (_: unknown, response: ServerResponse) => response.writeHead(204).end()],
    [
      'the 403 of a bucket',
      (_: unknown, response: ServerResponse) => response.writeHead(403, { server: 'AmazonS3' }).end(),
    ],
    [
      'a transparent picture',
      async (_: unknown, response: ServerResponse) =>
        response.end(await plain({ r: 0, g: 0, b: 0, alpha: 0 }).png().toBuffer()),
    ],
    [
      'a transparent dot',
      async (_: unknown, response: ServerResponse) =>
        response.end(await plain({ r: 0, g: 0, b: 0, alpha: 0 }, 1).png().toBuffer()),
    ],
    [
      'one gray',
      async (_: unknown, response: ServerResponse) => response.end(await plain('#cccccc').jpeg().toBuffer()),
    ],
  ])('where a deep zoom has %s, the quarter of a shallower picture is enlarged', async (_, answer) => {
    const { origin } = await startHost(async (request, response) => {
      if (/^\/1[789]\//.test(request.url!)) return void answer(request, response);
      return response.end(await quarters().png().toBuffer());
    });
    const { tile } = open(origin);
    // The quarters of the picture at zoom 16, as tiles of zoom 17: two levels up for those of zoom 18.
    const at16 = { x: TILE.x >> 2, y: TILE.y >> 2 };
    const of18 = (right: number, down: number) => ({
      z: 18,
      x: at16.x * 4 + right * 3,
      y: at16.y * 4 + down * 3,
    });
    expect(await middleOf(await tile(of18(0, 0)))).toEqual([
      expect.closeTo(255, -1),
      expect.closeTo(0, -1),
      expect.closeTo(0, -1),
    ]);
    expect(await middleOf(await tile(of18(1, 0)))).toEqual([
      expect.closeTo(0, -1),
      expect.closeTo(255, -1),
      expect.closeTo(0, -1),
    ]);
    expect(await middleOf(await tile(of18(0, 1)))).toEqual([
      expect.closeTo(0, -1),
      expect.closeTo(0, -1),
      expect.closeTo(255, -1),
    ]);
    expect(await sharp(await tile(of18(1, 1))).metadata()).toMatchObject({ format: 'webp', width: 256 });
    // The picture at zoom 16 was fetched once.
    expect(asked.filter((url) => url.startsWith('/16/'))).toHaveLength(1);
    expect(onWarning).not.toHaveBeenCalled();
  });

  test('a lake of one color is shown at the zooms from which a lake is seen', async () => {
    const { origin } = await startHost(send(await plain('#2244aa').jpeg().toBuffer()));
    expect(await open(origin).tile({ z: 16, x: TILE.x >> 2, y: TILE.y >> 2 })).toBeDefined();
  });

  test('what is missing everywhere is not asked for again within a day', async () => {
    let now = 1e12;
    const { origin } = await startHost(send('', 'text/plain', 404));
    const { tile } = open(origin, { now: () => now });
    expect(await tile()).toBeUndefined();
    // The tile and four levels above.
    expect(asked).toHaveLength(5);
    expect(await tile()).toBeUndefined();
    expect(asked).toHaveLength(5);
    now += 25 * 3600_000;
    expect(await tile()).toBeUndefined();
    expect(asked).toHaveLength(10);
  });

  test('nothing is fetched outside the bounds of the layer, or outside its zooms', async () => {
    const { origin } = await startHost(send(await quarters().png().toBuffer()));
    const { tile } = open(origin);
    expect(await tile({ z: 18, x: 1, y: 1 })).toBeUndefined();
    expect(await tile({ z: 9, x: TILE.x >> 9, y: TILE.y >> 9 })).toBeUndefined();
    expect(await tile({ z: 20, x: TILE.x * 4, y: TILE.y * 4 })).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

describe('[LAY-bad] hosts that do not answer as they should', () => {
  const SILENT: Answer = () => {};
  const MANY_PIXELS = plain('#ff0000', 3000).png().toBuffer();
  const beside = (dx: number) => ({ ...TILE, x: TILE.x + dx });

  test('one that answers 403 for an hour is left alone, with one line in the log, and one when it is back', async () => {
    let now = 1e12;
    let isForbidden = true;
    const { origin } = await startHost((_, response) => {
      if (isForbidden) response.writeHead(403).end();
      else
        void quarters()
          .png()
          .toBuffer()
          .then((bytes: Buffer) => response.end(bytes));
    });
    const { tile } = open(origin, { now: () => now });
    isForbidden = false;
    const kept = await tile();
    isForbidden = true;
    asked = [];
    for (let minute = 0; minute < 60; minute++) {
      for (let dx = 1; dx <= 20; dx++) await expect(tile(beside(dx))).rejects.toMatchObject({ status: 503 });
      expect(await tile()).toEqual(kept);
      now += 60_000;
    }
    // Five to find out, then after 30 s, 1, 2, 4, 8 and 10 minutes, and every 10 minutes.
    expect(asked.length).toBeLessThanOrEqual(16);
    expect(asked.length).toBeGreaterThan(9);
    expect(onWarning).toHaveBeenCalledOnce();
    expect(onWarning.mock.lastCall![0]).toMatch(
      /^No imagery comes from 127\.0\.0\.1:\d+ \(the server answered 403\)/,
    );
    isForbidden = false;
    now += 600_000;
    expect(await tile(beside(1))).toBeDefined();
    expect(onWarning).toHaveBeenCalledTimes(2);
    expect(onWarning.mock.lastCall![0]).toMatch(/answers again/);
    expect(onWarning.mock.calls.join()).not.toContain('sesame');
    expect(log.warn).not.toHaveBeenCalled();
  });

  test('Retry-After is honored and passed on, after the first answer', async () => {
    let now = 1e12;
    const { origin } = await startHost((_, response) =>
      response.writeHead(429, { 'retry-after': '120' }).end(),
    );
    const { tile } = open(origin, { now: () => now });
    await expect(tile()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 120 });
    now += 100_000;
    await expect(tile(beside(1))).rejects.toMatchObject({ status: 503, retryAfterSeconds: 20 });
    expect(asked).toHaveLength(1);
    now += 30_000;
    await expect(tile(beside(1))).rejects.toMatchObject({ status: 503 });
    expect(asked).toHaveLength(2);
  });

  test('when it may be tried again, one request tries it', async () => {
    let now = 1e12;
    let answer: Answer = (_, response) => response.writeHead(503, { 'retry-after': '1' }).end();
    const { origin } = await startHost((request, response) => answer(request, response));
    const { tile } = open(origin, { now: () => now });
    await expect(tile()).rejects.toMatchObject({ status: 503 });
    now += 31_000;
    asked = [];
    let held: ServerResponse | undefined;
    answer = (_, response) => {
      held = response;
    };
    const trial = tile(beside(1));
    await vi.waitFor(() => expect(held).toBeDefined());
    await expect(tile(beside(2))).rejects.toMatchObject({ status: 503 });
    held!.end(await quarters().png().toBuffer());
    expect(await trial).toBeDefined();
    expect(asked).toHaveLength(1);
  });

  test.each<[string, RegExp, Answer]>([
    ['is silent', /no complete answer within/, SILENT],
    [
      'breaks off',
      /broke off/,
      (_, response) => {
        response.writeHead(200, { 'content-length': '100000' }).write('RIFF');
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['sends a page', /something else than/, send('<html></html>', 'image/png')],
    [
      'sends SVG',
      /something else than/,
      send('<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"/>', 'image/svg+xml'),
    ],
    [
      'sends GIF',
      /something else than/,
      async (_, response) => void response.end(await quarters().gif().toBuffer()),
    ],
    [
      'sends half a picture',
      /damaged/,
      async (_, response) => {
        const whole = await sharp(Buffer.alloc(256 * 256 * 3, 'noise of any kind'), {
          raw: { width: 256, height: 256, channels: 3 },
        })
          .jpeg()
          .toBuffer();
        response.end(whole.subarray(0, whole.length / 2));
      },
    ],
    [
      'sends a picture of many pixels',
      /damaged or too large/,
      async (_, response) => void response.end(await MANY_PIXELS),
    ],
    [
      'sends another size',
      /300 × 300 px/,
      async (_, response) => void response.end(await quarters(300).png().toBuffer()),
    ],
    [
      'sends without end',
      /more than 4 MB/,
      (_, response) => {
        const chunk = Buffer.alloc(1e6);
        const more = () => response.destroyed || response.write(chunk, () => more());
        more();
      },
    ],
    [
      'redirects into the private network',
      /must not be followed/,
      (request, response) => {
        const { port } = new URL(`http://${request.headers.host}`);
        response.writeHead(302, { location: `http://localhost:${port}/inside` }).end();
      },
    ],
  ])('one that %s: 503, and one line in the log after several', async (_, reason, answer) => {
    const { origin } = await startHost(answer);
    const { tile } = open(origin, { timeoutMs: answer === SILENT ? 100 : 10_000 });
    for (let dx = 0; dx < 7; dx++) await expect(tile(beside(dx))).rejects.toMatchObject({ status: 503 });
    expect(onWarning).toHaveBeenCalledOnce();
    expect(onWarning.mock.lastCall![0]).toMatch(reason);
    expect(asked).toHaveLength(5);
    expect(asked.join()).not.toContain('inside');
    expect(log.warn).not.toHaveBeenCalled();
  });

  test('a server that is stopped does not wait for a silent host, and logs nothing', async () => {
    const { origin } = await startHost(() => {});
    const { tile, cached } = open(origin);
    const waiting = expect(tile()).rejects.toMatchObject({ status: 503 });
    await vi.waitFor(() => expect(asked).toHaveLength(1));
    await cached.close();
    await waiting;
    expect(onWarning).not.toHaveBeenCalled();
    expect(log.warn).not.toHaveBeenCalled();
  });
});

test('a request that nobody waits for any more is given up, unless somebody else does', async () => {
  const left = vi.fn();
  const { origin } = await startHost((request) => request.socket.once('close', left));
  const { source } = open(origin);
  const kept = { read: async () => undefined, write: async () => {} } as never;
  const [one, other] = [new AbortController(), new AbortController()];
  const answers = [one, other].map(({ signal }) =>
    source.tile(TILE, signal, kept).catch((error: unknown) => error),
  );
  await eventually(() => expect(asked).toHaveLength(1));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    one.abort();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(left).not.toHaveBeenCalled();
    other.abort();
    await vi.advanceTimersByTimeAsync(2000);
  } finally {
    vi.useRealTimers();
  }
  await eventually(() => expect(left).toHaveBeenCalledOnce());
  expect(await Promise.all(answers)).toMatchObject([{ status: 503 }, { status: 503 }]);
  // It is asked for anew, and the host is not taken for one that fails.
  source.tile(TILE, new AbortController().signal, kept).catch(() => {});
  await eventually(() => expect(asked).toHaveLength(2));
  expect(onWarning).not.toHaveBeenCalled();
});
