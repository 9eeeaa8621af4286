// Elevation tiles from a server on loopback: fetched once, again after failures, and given up with a sentence.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Bounds } from '../geo/geometry.ts';
import { fetchElevation, planElevation } from './fetch-elevation.ts';
import { makeElevationLayer } from './make-tiles-layer.ts';

const PICTURE = Buffer.from('\x89PNG\r\n\x1a\n and the rest IEND\xaeB`\x82', 'latin1');
/** Four tiles wide and six high at zoom 12. */
const AREA = { bounds: [{ west: -71.2, south: 42.25, east: -71.05, north: 42.4 }], zoomMax: 12 };

let workFolder: string;
let stop: () => Promise<void> = async () => {};
let asked: string[];

beforeEach(async () => {
  workFolder = await mkdtemp(join(tmpdir(), 'platbook-test-'));
  asked = [];
});
afterEach(async () => {
  await stop();
  await rm(workFolder, { recursive: true, force: true });
});

async function start(answer: (path: string, response: ServerResponse) => void): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(request.url!);
    answer(request.url!, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stop = () =>
    new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/{z}/{x}/{y}.png?key=sesame`;
}

const pause = vi.fn(async () => {});
const fetchAll = (url: string, more: { signal?: AbortSignal } = {}) =>
  fetchElevation({ url, ...AREA, workFolder, pause, ...more });

test('[LAY-2] all tiles of an area are fetched once, six at a time at most, as many as were planned', async () => {
  const { tiles, bytes } = planElevation(AREA);
  const waiting: ServerResponse[] = [];
  let most = 0;
  // Two wait for each other: one at a time would wait forever.
  const url = await start((_, response) => {
    most = Math.max(most, waiting.push(response));
    if (waiting.length < 2 && asked.length < tiles) return;
    setImmediate(() => {
      for (const answered of waiting.splice(0)) answered.end(PICTURE);
    });
  });
  const progress = vi.fn();
  const found = await fetchElevation({ url, ...AREA, workFolder, onProgress: progress });
  expect(new Set(asked).size).toBe(tiles);
  expect(asked).toHaveLength(tiles);
  expect(bytes).toBeGreaterThan(tiles * 10_000);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(6);
  expect(progress).toHaveBeenLastCalledWith(expect.objectContaining({ done: tiles, total: tiles }));
  const [, z, x, y] = /^\/(\d+)\/(\d+)\/(\d+)/.exec(asked[0]!)!;
  expect(await found.tile({ z: Number(z), x: Number(x), y: Number(y) })).toEqual(PICTURE);
  expect(found).toMatchObject({ zoomMax: 12, notes: [] });
  await found.remove();
  expect(await readdir(workFolder)).toEqual([]);
});

test('[LAY-2] counties far from each other are planned one by one, and what they share once', () => {
  const [boston] = AREA.bounds as [Bounds];
  const angeles = { west: -118.3, south: 34, east: -118.29, north: 34.01 };
  const one = planElevation(AREA).tiles;
  expect(planElevation({ ...AREA, bounds: [boston, angeles] }).tiles).toBe(one + 4);
  expect(planElevation({ ...AREA, bounds: [boston, { ...boston, south: 42.3 }] }).tiles).toBe(one);
});

test('[LAY-bad] hills that do not fit on the disk are refused before anything is fetched', async () => {
  const url = await start((_, response) => response.end(PICTURE));
  const country = { bounds: [{ west: -120, south: 30, east: -80, north: 45 }], zoomMax: 15 };
  await expect(fetchElevation({ url, ...country, workFolder })).rejects.toThrow(
    /^Making hills of elevation tiles takes [\d,.]+ .B of disk/,
  );
  expect(asked).toEqual([]);
});

test('[LAY-2] more than a gigabyte is asked for first', async () => {
  const url = await start((_, response) => response.end(PICTURE));
  const asking = vi.fn(async () => false);
  const making = makeElevationLayer(
    {
      name: 'hills',
      recipe: { sources: [url] },
      land: [{ west: -120, south: 40, east: -117, north: 42 }],
      folder: workFolder,
      workFolder,
      dryRun: false,
      approve: asking,
      say: () => {},
      signal: new AbortController().signal,
      onProgress: () => {},
    },
    { url, zoomMax: 14 },
  );
  await expect(making).rejects.toThrow('Nothing was downloaded, and nothing was changed.');
  expect(asking).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^\d\.\d GB to download. Continue\?$/),
  );
  expect(asked).toEqual([]);
});

test('[LAY-2] a run that was stopped goes on with what is there, also with what is missing', async () => {
  const stopped = new AbortController();
  const url = await start((path, response) => {
    if (asked.length === 8) stopped.abort();
    response.writeHead(path.includes('/12/1237/') ? 404 : 200).end(path.includes('/12/1237/') ? '' : PICTURE);
  });
  await expect(fetchAll(url, { signal: stopped.signal })).rejects.toMatchObject({ name: 'AbortError' });
  const before = asked.length;
  const { tiles } = planElevation(AREA);
  expect(before).toBeLessThan(tiles);
  const found = await fetchAll(url);
  // What was under way when it stopped may have been asked for twice.
  expect(asked.length).toBeLessThanOrEqual(tiles + 6);
  const all = asked.length;
  await fetchAll(url);
  expect(asked).toHaveLength(all);
  const y = Number(asked[0]!.split('/')[3]!.split('.')[0]);
  expect(await found.tile({ z: 12, x: 1237, y })).toBeUndefined();
});

test('[LAY-2] what fails is asked for again, after the time that the server names', async () => {
  const failedOnce = new Set<string>();
  const url = await start((path, response) => {
    if (failedOnce.has(path)) return response.end(PICTURE);
    failedOnce.add(path);
    return response.writeHead(503, { 'retry-after': '7' }).end();
  });
  pause.mockClear();
  const found = await fetchAll(url);
  expect(found.notes).toEqual([]);
  expect(pause).toHaveBeenCalledWith(7000, expect.anything());
});

test('[LAY-2] a few that fail for good are holes, and are told', async () => {
  const url = await start((path, response) =>
    response.writeHead(path.startsWith('/12/1238/1515') ? 500 : 200).end(PICTURE),
  );
  const { notes } = await fetchAll(url);
  expect(notes).toEqual([expect.stringMatching(/^1 of \d+ elevation tiles could not be fetched/)]);
});

test.each<[string, (response: ServerResponse) => void, RegExp]>([
  ['503', (response) => response.writeHead(503).end(), /the server answered 503/],
  ['403', (response) => response.writeHead(403).end(), /the server answered 403/],
  ['pictures that are cut off', (response) => response.end(PICTURE.subarray(0, 15)), /that are cut off/],
  ['web pages', (response) => response.end('<html>'), /something else than PNG or WebP/],
  [
    'broken answers',
    (response) => {
      response.writeHead(200, { 'content-length': '500' }).write('half');
      setImmediate(() => response.destroy());
    },
    /the connection broke off/,
  ],
])(
  '[LAY-bad] a server with nothing but %s is given up with one sentence, without the address',
  async (_, answer, reason) => {
    const url = await start((_path, response) => answer(response));
    const failure = await fetchAll(url).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: 'OperatorError', message: expect.stringMatching(reason) });
    expect((failure as Error).message).toMatch(/^Elevation could not be fetched from 127\.0\.0\.1:\d+:/);
    expect((failure as Error).message).not.toContain('sesame');
  },
);
