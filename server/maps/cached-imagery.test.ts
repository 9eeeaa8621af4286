// Imagery behind its cache: drawn once for all requests, kept on disk, and what becomes of failures.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WorkerUnavailable } from '../../runtime/worker-pool.ts';
import type { ImagerySource } from '../imagery-source.ts';
import { type CachedImagery, cacheImagery } from './cached-imagery.ts';

const TILE = { z: 15, x: 9024, y: 12_900 };
/** The smallest WebP that counts as whole. */
const PICTURE = Buffer.from('RIFF\x04\0\0\0WEBP');

const log = { warn: vi.fn() };
const opened: CachedImagery[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-test-'));
  log.warn.mockClear();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((imagery) => imagery.close()));
  await rm(folder, { recursive: true, force: true });
});

type Tile = ImagerySource['tile'];

function open(
  { version = 'one', cacheFolder = join(folder, 'aerial'), tile = async () => PICTURE } = {} as {
    version?: string;
    cacheFolder?: string;
    tile?: Tile;
  },
) {
  const bounds = { west: -81, south: 35, east: -80, north: 36 };
  const source = {
    version,
    zoomMin: 8,
    zoomMax: 18,
    bounds,
    attribution: 'Test',
    tile: vi.fn<Tile>(tile),
    close: vi.fn(async () => {}),
  };
  const imagery = cacheImagery({ source, cacheFolder, log });
  opened.push(imagery);
  return { imagery, source };
}

/** A tile that is finished when the test says so, unless the signal was aborted before. */
function heldTile() {
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const tile: Tile = async (_address, signal) => {
    await held;
    signal.throwIfAborted();
    return PICTURE;
  };
  return { tile, finish: () => finish() };
}

test('a picture is made once for all requests, and then comes from the disk', async () => {
  const { imagery, source } = open();
  const [one, other] = await Promise.all([imagery.tile(TILE), imagery.tile(TILE)]);
  expect(other).toBe(one);
  expect(await imagery.tile(TILE)).toEqual(PICTURE);
  expect(source.tile).toHaveBeenCalledTimes(1);
  expect(log.warn).not.toHaveBeenCalled();
});

test('a picture survives a restart, until the source has another version', async () => {
  await open().imagery.tile(TILE);
  const again = open();
  expect(await again.imagery.tile(TILE)).toEqual(PICTURE);
  expect(again.source.tile).not.toHaveBeenCalled();
  const renewed = open({ version: 'two' });
  expect(await renewed.imagery.tile(TILE)).toEqual(PICTURE);
  expect(renewed.source.tile).toHaveBeenCalledTimes(1);
});

test('where the source has nothing, there is nothing to show', async () => {
  expect(await open({ tile: async () => undefined }).imagery.tile(TILE)).toBeUndefined();
});

test('a source that fails is logged and answered with 503, and the next request asks it again', async () => {
  const { imagery, source } = open();
  source.tile.mockRejectedValueOnce(new Error('torn'));
  await expect(imagery.tile(TILE)).rejects.toMatchObject({ status: 503 });
  expect(log.warn).toHaveBeenCalledExactlyOnceWith(
    { err: expect.objectContaining({ message: 'torn' }) },
    'There is no imagery for tile 15/9024/12900.',
  );
  expect(await imagery.tile(TILE)).toEqual(PICTURE);
});

test('an overloaded source is answered with 503, and that is not logged', async () => {
  const { imagery } = open({ tile: () => Promise.reject(new WorkerUnavailable()) });
  await expect(imagery.tile(TILE)).rejects.toMatchObject({ status: 503 });
  expect(log.warn).not.toHaveBeenCalled();
});

describe('requests that are aborted', () => {
  test('abort the source once nobody waits any more, which is not logged', async () => {
    const { tile, finish } = heldTile();
    const { imagery, source } = open({ tile });
    const leaving = [new AbortController(), new AbortController()];
    const answers = leaving.map(({ signal }) => imagery.tile(TILE, signal));
    const refused = Promise.all(
      answers.map((answer) => expect(answer).rejects.toMatchObject({ status: 503 })),
    );
    await vi.waitFor(() => expect(source.tile).toHaveBeenCalled());
    const [, signal] = source.tile.mock.calls[0]!;
    leaving[0]!.abort();
    expect(signal.aborted).toBe(false);
    leaving[1]!.abort();
    expect(signal.aborted).toBe(true);
    finish();
    await refused;
    expect(log.warn).not.toHaveBeenCalled();
  });

  test('do not disturb those who still wait', async () => {
    const { tile, finish } = heldTile();
    const { imagery } = open({ tile });
    const leaving = new AbortController();
    const answers = [imagery.tile(TILE, leaving.signal), imagery.tile(TILE, new AbortController().signal)];
    leaving.abort();
    finish();
    expect(await Promise.all(answers)).toEqual([PICTURE, PICTURE]);
  });

  test('are no reason to refuse a request that comes right after', async () => {
    const { tile, finish } = heldTile();
    const { imagery, source } = open({ tile });
    const abandoned = imagery.tile(TILE, AbortSignal.abort());
    const refused = expect(abandoned).rejects.toMatchObject({ status: 503 });
    const wanted = imagery.tile(TILE, new AbortController().signal);
    finish();
    expect(await wanted).toEqual(PICTURE);
    await refused;
    expect(source.tile).toHaveBeenCalledTimes(2);
  });
});

test('closing closes the source, and waits for what it has begun', async () => {
  const { tile, finish } = heldTile();
  const { imagery, source } = open({ tile });
  let isDone = false;
  const answer = imagery.tile(TILE).then(() => {
    isDone = true;
  });
  source.close.mockImplementation(async () => finish());
  await imagery.close();
  expect(isDone).toBe(true);
  await answer;
});

test('a cache that cannot be written is logged, and the picture is served', async () => {
  const cacheFolder = join(folder, 'file');
  await writeFile(cacheFolder, '');
  const { imagery } = open({ cacheFolder });
  expect(await imagery.tile(TILE)).toEqual(PICTURE);
  expect(log.warn).toHaveBeenCalled();
});
