// Cuts out of archives on disk and behind servers that fail, hang, cut and change, on loopback.
import { createHash } from 'node:crypto';
import { open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PMTiles, zxyToTileId } from 'pmtiles';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HEADER_BYTES, packDirectories } from '../basemap/pmtiles-directory.ts';
import { openPmtilesWriter, type TileType } from '../basemap/pmtiles-writer.ts';
import type { Bounds, TileAddress } from '../geo/geometry.ts';
import { tileRange } from '../geo/tile-address.ts';
import type { StepProgress } from '../import/layer.ts';
import { archiveOfMetadata } from '../test/hostile-files.ts';
import { fileSource } from '../test/pmtiles-file-source.ts';
import { type RangeServer, startRangeServer } from '../test/range-server.ts';
import { emptyFolder, testFolder } from '../test/test-folder.ts';
import { cutArchive, planCut as openPlan, type PlanCutOptions } from './cut-archive.ts';
import { makeArchiveLayer } from './make-archive-layer.ts';

const WORLD = { west: -180, south: -85, east: 180, north: 85 };
const BOSTON = { west: -71.5, south: 41.9, east: -70.6, north: 42.8 };
const metadata = {
  name: 'Planet',
  attribution: '© OpenStreetMap contributors',
  vector_layers: [{ id: 'roads', fields: { kind: 'String' } }],
};
const ZOOM_MAX = 8;

const made = testFolder();
const planet = join(made, 'planet.pmtiles');
const folder = emptyFolder();
const path = () => join(folder, 'cut.pmtiles');
const workFolder = () => join(folder, 'work');

/** Tiles of all sizes; a third of them is sea. */
function contentOf({ z, x, y }: TileAddress): Buffer {
  const hash = createHash('sha256').update(`${z}/${x}/${y}`).digest();
  if (z > 0 && hash[0]! < 85) return Buffer.from('sea');
  const parts = Array.from({ length: 1 + (hash[1]! % 12) }, (_, i) =>
    createHash('sha256').update(hash).update(String(i)).digest(),
  );
  return Buffer.concat([Buffer.from(`${z}/${x}/${y} `), ...parts]);
}

async function makeArchive(file: string, o: { type?: TileType; zoomMax?: number; text?: string } = {}) {
  const writer = await openPmtilesWriter({ path: file, type: o.type ?? 'mvt' });
  for (let z = 0; z <= (o.zoomMax ?? ZOOM_MAX); z++) {
    for (let x = 0; x < 2 ** z; x++) {
      for (let y = 0; y < 2 ** z; y++) {
        const bytes = Buffer.concat([contentOf({ z, x, y }), Buffer.from(o.text ?? '')]);
        await writer.add({ address: { z, x, y }, bytes });
      }
    }
  }
  return await writer.finish({ bounds: WORLD, metadata });
}

beforeAll(async () => {
  const { tiles } = await makeArchive(planet);
  expect(tiles).toBe((4 ** (ZOOM_MAX + 1) - 1) / 3);
  await makeArchive(join(made, 'newer.pmtiles'), { text: 'new' });
}, 120_000);

let server: RangeServer;
let pauses: number[];
beforeEach(async () => {
  pauses = [];
  server = await startRangeServer(planet);
});
afterEach(() => server.close());

async function cut(o: Partial<PlanCutOptions> = {}) {
  const plan = await openPlan({
    source: server.url,
    bounds: [BOSTON],
    zoomMax: 15,
    pause: async (milliseconds) => void pauses.push(milliseconds),
    ...o,
  });
  try {
    return { ...plan, ...(await cutArchive(plan, { path: path(), workFolder: workFolder() })) };
  } finally {
    await plan.archive.close();
  }
}

async function planCut(source: string, bounds: Bounds) {
  const plan = await openPlan({ source, bounds: [bounds], zoomMax: 15 });
  await plan.archive.close();
  return plan;
}

/** All tiles of the bounds are those of the planet, and no other tile is there. */
async function expectCut(bounds: readonly Bounds[], zoomMax = ZOOM_MAX): Promise<number> {
  const archive = new PMTiles(fileSource(path()));
  const inside = new Set<number>();
  for (let z = 0; z <= zoomMax; z++) {
    for (const box of bounds) {
      const { minX, maxX, minY, maxY } = tileRange(box, z);
      for (let x = minX; x <= maxX; x++) {
        for (let y = minY; y <= maxY; y++) {
          inside.add(zxyToTileId(z, x, y));
          const tile = await archive.getZxy(z, x, y);
          expect(tile && Buffer.from(tile.data).equals(contentOf({ z, x, y }))).toBe(true);
        }
      }
    }
  }
  const header = await archive.getHeader();
  expect(header).toMatchObject({ minZoom: 0, maxZoom: zoomMax, clustered: true });
  expect(header.numAddressedTiles).toBe(inside.size);
  expect(await archive.getMetadata()).toEqual(metadata);
  return inside.size;
}

const workFiles = () => readdir(workFolder()).catch(() => []);

describe('[LAY-2] a cut', () => {
  test('by range requests has every tile of its bounds as the planet has it, and no other', async () => {
    const progress: StepProgress[] = [];
    const result = await cut({ onProgress: (step) => progress.push(step), expects: 'vector' });
    const tiles = await expectCut([BOSTON]);
    expect(result).toMatchObject({ tiles, bounds: BOSTON, zoomMax: ZOOM_MAX, type: 'mvt', metadata });
    const header = await new PMTiles(fileSource(path())).getHeader();
    expect(header).toMatchObject({ minLon: BOSTON.west, minLat: BOSTON.south, maxLon: BOSTON.east });
    expect(progress.find(({ stage }) => stage === 'Fetching tiles')).toMatchObject({
      done: 0,
      unit: 'bytes',
    });
    const last = progress.findLast(({ stage }) => stage === 'Fetching tiles')!;
    expect(last.done).toBe(last.total);
    // A few of a hundred kilobytes of a planet of 20 MB.
    const asked = server.requests.map(({ headers }) => headers.range!);
    expect(asked.every((range) => /^bytes=\d+-\d+$/.test(range))).toBe(true);
    const bytes = asked.reduce((sum, range) => {
      const [from, to] = range.slice('bytes='.length).split('-').map(Number);
      return sum + to! - from! + 1;
    }, 0);
    expect(bytes).toBeLessThan(1_000_000);
    // The directories are read once.
    expect(new Set(asked).size).toBe(asked.length);
    expect(await readdir(folder)).toEqual(['cut.pmtiles', 'work']);
    expect(await workFiles()).toEqual([]);
  });

  test.each<[bounds: string, Bounds[], zoomMax: number]>([
    ['of two areas that overlap', [BOSTON, { west: -71, south: 42.5, east: -60, north: 50 }], 8],
    ['of the whole world', [WORLD], 5],
    ['of a single point', [{ west: 10, south: 10, east: 10, north: 10 }], 8],
    ['with fewer zooms than the planet', [BOSTON], 3],
  ])('%s is right', async (_, bounds, zoomMax) => {
    await cut({ bounds, zoomMax });
    await expectCut(bounds, zoomMax);
  });

  test('across the antimeridian has the tiles of both sides', async () => {
    await cut({ bounds: [{ west: -185, south: 50, east: -175, north: 60 }] });
    const sides = [
      { west: 175, south: 50, east: 180, north: 60 },
      { west: -180, south: 50, east: -175, north: 60 },
    ];
    await expectCut(sides);
  });

  test('from a file on disk is the same, without a byte in the work folder', async () => {
    await cut();
    const fetched = await readFile(path());
    await cut({ source: planet });
    expect(fetched.equals(await readFile(path()))).toBe(true);
    expect(await workFiles()).toEqual([]);
  });

  test.each(['png', 'jpeg', 'webp'] as const)('of %s pictures keeps them as they are', async (type) => {
    const source = join(folder, 'pictures.pmtiles');
    await makeArchive(source, { type, zoomMax: 4 });
    await cut({ source, expects: 'raster' });
    await expectCut([BOSTON], 4);
  });

  test('of an archive without compression is right', async () => {
    const source = join(folder, 'plain.pmtiles');
    await makePlain(source);
    await cut({ source });
    const tile = await new PMTiles(fileSource(path())).getZxy(1, 0, 0);
    expect(Buffer.from(tile!.data).toString()).toBe('plain');
  });

  test('plans first: every range that it then asks for, and no more', async () => {
    const plan = await planCut(server.url, BOSTON);
    const before = server.requests.length;
    expect(plan).toMatchObject({ type: 'mvt', zoomMax: ZOOM_MAX, bounds: BOSTON });
    expect(plan.requests).toBe(plan.ranges.length);
    expect(plan.bytes).toBe(plan.ranges.reduce((sum, { length }) => sum + length, 0));
    expect(await readdir(folder)).toEqual([]);
    await cut();
    const asked = server.requests.slice(before).map(({ headers }) => headers.range!);
    const planned = plan.ranges.map(({ offset, length }) => `bytes=${offset}-${offset + length - 1}`);
    expect(asked.slice(-planned.length).sort()).toEqual(planned.sort());
  });

  test('of more than 1 GB is asked for, and without a yes nothing is downloaded', async () => {
    const huge = join(folder, 'huge.pmtiles');
    await makeHuge(huge, 1.2e9);
    await server.close();
    server = await startRangeServer(huge);
    const questions: string[] = [];
    const job = {
      name: 'photos',
      recipe: { sources: [server.url] },
      land: [],
      folder,
      workFolder: workFolder(),
      dryRun: false,
      approve: async (question: string) => questions.push(question) === 0,
      say: () => {},
      signal: new AbortController().signal,
      onProgress: () => {},
    };
    const made = makeArchiveLayer(job, { source: server.url, zoomMax: 15 });
    await expect(made).rejects.toThrow('Nothing was downloaded, and nothing was changed.');
    expect(questions).toEqual(['4.8 GB to download. Continue?']);
    expect(server.requests).toHaveLength(1);
    expect(await readdir(folder)).toEqual(['huge.pmtiles']);
  });

  test('has up to four requests under way', async () => {
    await server.close();
    server = await startRangeServer(planet, { delayMs: 20 });
    await cut();
    expect(server.most()).toBe(4);
  });

  test('out of an archive of 30 GB takes a few requests, from the web as from disk', async () => {
    const huge = join(folder, 'huge.pmtiles');
    const texts = await makeHuge(huge);
    await server.close();
    server = await startRangeServer(huge);
    for (const source of [server.url, huge]) {
      await cut({ source, bounds: [WORLD] });
      const archive = new PMTiles(fileSource(path()));
      for (const [i, text] of texts.entries()) {
        const tile = await archive.getZxy(1, Math.floor(i / 2), i % 2);
        expect(Buffer.from(tile!.data).toString()).toBe(text);
      }
    }
    expect(server.requests.length).toBeLessThan(10);
  });
});

describe('[LAY-2] a cut goes on', () => {
  test('after answers of 503, 429, silence and cut connections', async () => {
    // Every range fails once.
    const asked = new Set<string>();
    server.misbehave = (request, response) => {
      const range = request.headers.range!;
      if (asked.has(range)) return false;
      asked.add(range);
      const failure = asked.size % 4;
      if (failure === 0) response.writeHead(503, { 'retry-after': '7' }).end('busy');
      else if (failure === 1) response.writeHead(429).end('slow down');
      else if (failure === 2) response.socket!.destroy();
      return true;
    };
    await cut({ silenceMs: 300 });
    await expectCut([BOSTON]);
    expect(pauses).toContain(7000);
    expect(pauses).toContain(1000);
  });

  test('in the middle of a part whose connection was cut', async () => {
    const [range] = (await planCut(planet, WORLD)).ranges;
    let cuts = 0;
    server.misbehave = (request, response) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range!)!.map(Number);
      if (to! - from! < 1_000_000 || cuts++ >= 8) return false;
      response.writeHead(206, {
        etag: '"v1"',
        'content-length': to! - from! + 1,
        'content-range': `bytes ${from}-${to}/${sizeOfPlanet}`,
      });
      void readFile(planet).then((bytes) => {
        response.write(bytes.subarray(from!, from! + 500_000), () => response.destroy());
      });
      return true;
    };
    const sizeOfPlanet = (await readFile(planet)).length;
    await cut({ bounds: [WORLD], zoomMax: 8 });
    // More breaks than tries: each brought something.
    expect(cuts).toBeGreaterThan(8);
    expect(range!.length).toBeGreaterThan(1_000_000);
    // All of the planet is the planet.
    expect((await readFile(path())).equals(await readFile(planet))).toBe(true);
  });

  test('where a killed one has stopped', async () => {
    const stop = new AbortController();
    const stopped = cut({
      signal: stop.signal,
      onProgress: ({ stage, done, total }) => {
        if (stage === 'Fetching tiles' && done > total! / 2) stop.abort(new Error('killed'));
      },
    });
    await expect(stopped).rejects.toThrow('killed');
    expect(await readdir(folder)).toEqual(['work']);
    const before = server.requests.length;
    let resumedAt = 0;
    await cut({
      onProgress: ({ stage, done }) => {
        if (stage === 'Fetching tiles') resumedAt ||= done;
      },
    });
    expect(resumedAt).toBeGreaterThan(0);
    const { ranges } = await planCut(planet, BOSTON);
    expect(server.requests.length - before).toBeLessThan(ranges.length);
    await expectCut([BOSTON]);
    expect(await workFiles()).toEqual([]);
  });

  test('with nothing of an older archive', async () => {
    const stop = new AbortController();
    const stopped = cut({
      signal: stop.signal,
      onProgress: ({ stage, done, total }) => {
        if (stage === 'Fetching tiles' && done > total! / 2) stop.abort(new Error('killed'));
      },
    });
    await expect(stopped).rejects.toThrow('killed');
    server.replace(join(made, 'newer.pmtiles'));
    await cut();
    const tile = await new PMTiles(fileSource(path())).getZxy(0, 0, 0);
    expect(Buffer.from(tile!.data).toString('latin1')).toMatch(/^0\/0\/0 .*new$/s);
    expect(await workFiles()).toEqual([]);
  });
});

describe('[LAY-bad] a cut', () => {
  test('of an archive that changes meanwhile says so, and starts over the next time', async () => {
    server.misbehave = (_request, _response, number) => {
      if (number === 8) server.replace(join(made, 'newer.pmtiles'));
      return false;
    };
    await expect(cut()).rejects.toThrow(
      `${server.url} changed while it was being read: run the command again, and it starts over.`,
    );
    expect(await readdir(folder)).toEqual(['work']);
    expect(await workFiles()).toEqual([]);
    await cut();
    const tile = await new PMTiles(fileSource(path())).getZxy(0, 0, 0);
    expect(Buffer.from(tile!.data).toString('latin1')).toMatch(/new$/);
  });

  test('of an archive whose server knows no ETag notices a change by its size', async () => {
    server.misbehave = (request, response, number) => {
      const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range!)!.map(Number);
      const size = number < 4 ? 30_000_000 : 30_000_001;
      void readFile(planet).then((bytes) => {
        response.writeHead(206, { 'content-range': `bytes ${from}-${to}/${size}` });
        response.end(bytes.subarray(from!, to! + 1));
      });
      return true;
    };
    await expect(cut()).rejects.toThrow('changed while it was being read');
  });

  test('from a server that ignores ranges says what to do', async () => {
    server.misbehave = (_request, response) => {
      response.writeHead(200, { etag: '"v1"' }).end(Buffer.alloc(100_000));
      return true;
    };
    await expect(cut()).rejects.toThrow(
      `${server.url} cannot be read in parts (its server ignores range requests): download it, and give the path of the file.`,
    );
    expect(await readdir(folder)).toEqual([]);
  });

  test('from a server that fails for good gives up after six tries', async () => {
    server.misbehave = (_request, response) => response.writeHead(500).end() && true;
    await expect(cut()).rejects.toThrow('could not be downloaded in 6 tries (the server answered 500)');
    expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000]);
  });

  test('that has no tiles of its area says so', async () => {
    const source = join(folder, 'one.pmtiles');
    const writer = await openPmtilesWriter({ path: source, type: 'mvt' });
    await writer.add({ address: { z: 8, x: 3, y: 3 }, bytes: Buffer.from('far away') });
    await writer.finish({ bounds: WORLD, metadata });
    await expect(cut({ source })).rejects.toThrow('one.pmtiles has no tiles of this area.');
  });

  test.each<[what: string, change: (bytes: Buffer) => Buffer, sentence: string]>([
    ['an empty file', () => Buffer.alloc(0), 'is an empty file.'],
    [
      'lists too deep in each other',
      () => archiveOfMetadata(`{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`),
      'is damaged: its description is not JSON, so get it again.',
    ],
    ['a web page', () => Buffer.from('<!doctype html><title>Sign in</title>'), 'is not a PMTiles archive.'],
    ['a header alone', (bytes) => bytes.subarray(0, 60), 'is cut off: its end is missing, so get it again.'],
    [
      'an archive that is cut off',
      (bytes) => bytes.subarray(0, bytes.length / 2),
      'is cut off: its end is missing',
    ],
    [
      'version 2',
      () => Buffer.from('504d02007b7d', 'hex'),
      'is a PMTiles archive of version 2, and version 3 is needed',
    ],
    ['a version to come', (bytes) => changed(bytes, { at: 7, to: 4 }), 'is a PMTiles archive of version 4'],
    ['MBTiles', () => Buffer.from('SQLite format 3\0'.padEnd(200)), 'is an SQLite file, perhaps MBTiles'],
    [
      'pictures',
      (bytes) => changed(bytes, { at: 99, to: 2 }),
      'has pictures (png), and a map of vector tiles is needed',
    ],
    [
      'an unknown kind of tiles',
      (bytes) => changed(bytes, { at: 99, to: 77 }),
      'has tiles of a kind that cannot be shown',
    ],
    ['tiles in Brotli', (bytes) => changed(bytes, { at: 98, to: 3 }), 'compressed otherwise than by gzip'],
    [
      'directories in Zstandard',
      (bytes) => changed(bytes, { at: 97, to: 4 }),
      'compressed otherwise than by gzip',
    ],
    [
      'a broken root directory',
      (bytes) => changed(bytes, { at: 140, to: 0xff, count: 500 }),
      'is damaged: its directory of tiles cannot be read',
    ],
    ['directories that are called plain', (bytes) => changed(bytes, { at: 97, to: 1 }), 'is damaged'],
  ])('of %s says so in one sentence, on disk and on the web', async (_, change, sentence) => {
    const source = join(folder, 'bad.pmtiles');
    await writeFile(source, change(await readFile(planet)));
    await server.close();
    server = await startRangeServer(source);
    for (const from of [source, server.url]) {
      await expect(cut({ source: from, expects: 'vector' })).rejects.toMatchObject({
        name: 'OperatorError',
        message: expect.stringContaining(sentence),
      });
    }
    expect(await readdir(folder)).toEqual(['bad.pmtiles']);
  });

  test('of vector tiles where pictures are needed says so', async () => {
    await expect(cut({ expects: 'raster' })).rejects.toThrow('has vector tiles, and pictures are needed');
  });

  test('of a file that is missing says so', async () => {
    await expect(cut({ source: join(folder, 'none.pmtiles') })).rejects.toThrow('There is no file');
  });

  test('of random damage to directories fails in words or keeps to the archive, and never hangs', async () => {
    const bytes = await readFile(planet);
    const source = join(folder, 'damaged.pmtiles');
    let refused = 0;
    for (let i = 0; i < 40; i++) {
      const at = HEADER_BYTES + ((i * 7919) % 40_000);
      await writeFile(source, changed(bytes, { at, to: (i * 37) % 256, count: 3 }));
      await cut({ source }).catch((error: Error) => {
        expect(error.name).toBe('OperatorError');
        refused++;
      });
      await rm(path(), { force: true });
    }
    expect(refused).toBeGreaterThan(5);
    expect(await readdir(folder)).toEqual(['damaged.pmtiles']);
  });
});

function changed(bytes: Buffer, { at, to, count = 1 }: { at: number; to: number; count?: number }): Buffer {
  return Buffer.from(bytes).fill(to, at, at + count);
}

/** Four tiles 10 GB apart, in a file that takes no room on disk. */
async function makeHuge(file: string, bytes?: number): Promise<string[]> {
  const texts = ['one', 'two', 'three', 'four'];
  const model = join(folder, 'model.pmtiles');
  const writer = await openPmtilesWriter({ path: model, type: 'png' });
  await writer.add({ address: { z: 1, x: 0, y: 0 }, bytes: Buffer.from('model') });
  await writer.finish({ bounds: WORLD, metadata: {} });
  const header = (await readFile(model)).subarray(0, HEADER_BYTES);
  await rm(model);
  const tiles = texts
    .map((text, i) => ({ text, id: zxyToTileId(1, Math.floor(i / 2), i % 2), offset: i * 1e10 }))
    .sort((a, b) => a.id - b.id);
  const { root } = packDirectories({
    count: 4,
    tileIds: tiles.map(({ id }) => id),
    runLengths: [1, 1, 1, 1],
    offsets: tiles.map(({ offset }) => offset),
    lengths: tiles.map(({ text }) => bytes ?? text.length),
  });
  const dataAt = HEADER_BYTES + root.length;
  const size = 3e10 + (bytes ?? 4);
  const sections = [HEADER_BYTES, root.length, dataAt, 0, dataAt, 0, dataAt, size];
  for (const [i, value] of sections.entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * i);
  const handle = await open(file, 'w');
  await handle.write(header, 0, HEADER_BYTES, 0);
  await handle.write(root, 0, root.length, HEADER_BYTES);
  for (const { text, offset } of tiles)
    await handle.write(Buffer.from(text), 0, text.length, dataAt + offset);
  await handle.truncate(dataAt + size);
  await handle.close();
  return texts;
}

/** One tile, neither it nor the directory compressed. */
async function makePlain(file: string): Promise<void> {
  const header = (await readFile(planet)).subarray(0, HEADER_BYTES);
  header[97] = 1;
  header[98] = 1;
  // One entry: tile 1, one tile, five bytes, offset 0.
  const directory = Buffer.from([1, 1, 1, 5, 1]);
  const dataAt = HEADER_BYTES + directory.length;
  const sections = [HEADER_BYTES, directory.length, dataAt, 0, dataAt, 0, dataAt, 5];
  for (const [i, value] of sections.entries()) header.writeBigUInt64LE(BigInt(value), 8 + 8 * i);
  await writeFile(file, Buffer.concat([header, directory, Buffer.from('plain')]));
}
