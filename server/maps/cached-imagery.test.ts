// Imagery behind its cache: drawn once for all requests, kept on disk, and what becomes of failures.
import fs, { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TileAddress } from '../../geo/geometry.ts';
import type { Client } from '../../runtime/fair-queue.ts';
import { Failure } from '../failure.ts';
import type { ImagerySource } from '../imagery-source.ts';
import { type CachedImagery, cacheImagery } from './cached-imagery.ts';

const TILE = { z: 15, x: 9024, y: 12_900 };
/** The smallest WebP that counts as whole. */
const PICTURE = Buffer.from('RIFF\x04\0\0\0WEBP');
const MADE = { picture: PICTURE, isEnlarged: false };

const ADA = { name: 'ada', isStranger: false };

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
  {
    version = 'one',
    cacheFolder = join(folder, 'aerial'),
    tile = async () => MADE,
    concurrency = 2,
    waitMs = 20_000,
  } = {} as {
    version?: string;
    cacheFolder?: string;
    tile?: Tile;
    concurrency?: number;
    waitMs?: number;
  },
) {
  const bounds = { west: -81, south: 35, east: -80, north: 36 };
  const source = {
    version,
    zoomMin: 8,
    zoomMax: 18,
    bounds,
    attribution: 'Test',
    tileSizePx: 512,
    concurrency,
    tile: vi.fn<Tile>(tile),
    close: vi.fn(async () => {}),
  };
  const cached = cacheImagery({ source, cacheFolder, log, waitMs });
  opened.push(cached);
  const askFor = (address: TileAddress, signal = new AbortController().signal, client = ADA) =>
    cached.tile(address, { signal, client: async () => client });
  return { imagery: { tile: askFor, close: cached.close }, cached, source };
}

test('[LAY-2] what replaces a source with the same version goes on with its cache, without counting its files again', async () => {
  const { imagery } = open();
  await imagery.tile(TILE);
  const readdir = vi.spyOn(fs, 'readdir');
  syncBuiltinESMExports();
  onTestFinished(() => {
    readdir.mockRestore();
    syncBuiltinESMExports();
  });
  const next = open();
  await imagery.close();
  expect(await next.imagery.tile(TILE)).toEqual(PICTURE);
  await next.imagery.close();
  expect(next.source.tile).not.toHaveBeenCalled();
  expect(readdir).not.toHaveBeenCalled();
  const other = open({ version: 'two' });
  await other.imagery.close();
  expect(readdir).toHaveBeenCalled();
});

/** A tile that is finished when the test says so, unless the signal was aborted before. */
function heldTile() {
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const tile: Tile = async (_address, signal) => {
    await held;
    signal.throwIfAborted();
    return MADE;
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

test('[LAY-2] an enlarged picture is kept apart from the real ones, and an expected failure is not logged', async () => {
  const tile = vi.fn<Tile>(async () => ({ picture: PICTURE, isEnlarged: true }));
  const { imagery } = open({ tile });
  expect(await imagery.tile(TILE)).toEqual(PICTURE);
  expect(await imagery.tile(TILE)).toEqual(PICTURE);
  expect(tile).toHaveBeenCalledTimes(1);
  const [, , kept] = tile.mock.calls[0]!;
  expect(await kept.read(TILE)).toBeUndefined();
  tile.mockRejectedValueOnce(new Failure(503, 'Away.', { retryAfterSeconds: 30 }));
  await expect(imagery.tile({ ...TILE, x: 1 })).rejects.toMatchObject({
    status: 503,
    retryAfterSeconds: 30,
  });
  expect(log.warn).not.toHaveBeenCalled();
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
    const { imagery, source } = open({ tile });
    const leaving = new AbortController();
    const answers = [imagery.tile(TILE, leaving.signal), imagery.tile(TILE, new AbortController().signal)];
    await vi.waitFor(() => expect(source.tile).toHaveBeenCalled());
    leaving.abort();
    finish();
    expect(await Promise.all(answers)).toEqual([PICTURE, PICTURE]);
  });

  test('are not a reason to refuse a request that comes right after', async () => {
    const { tile, finish } = heldTile();
    const { imagery, source } = open({ tile });
    const abandoned = imagery.tile(TILE, AbortSignal.abort());
    const refused = expect(abandoned).rejects.toMatchObject({ status: 503 });
    const wanted = imagery.tile(TILE, new AbortController().signal);
    finish();
    expect(await wanted).toEqual(PICTURE);
    await refused;
    // Nothing is made for a request that has gone away before its turn.
    expect(source.tile).toHaveBeenCalledTimes(1);
  });
});

test('closing closes the source, and waits for what it has begun', async () => {
  const { tile, finish } = heldTile();
  const { imagery, source } = open({ tile });
  let isDone = false;
  const answer = imagery.tile(TILE).then(() => {
    isDone = true;
  });
  await vi.waitFor(() => expect(source.tile).toHaveBeenCalled());
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

describe('many requests', () => {
  /** Tiles are made one after the other, as the test lets them. */
  function openSlow(concurrency = 1, waitMs = 20_000) {
    const made: string[] = [];
    const held: (() => void)[] = [];
    let isClosed = false;
    const tile: Tile = async ({ x }) => {
      // One that has begun may still be looking on the disk when the test ends.
      if (!isClosed) await new Promise<void>((resolve) => held.push(resolve));
      made.push(`${x}`);
      return MADE;
    };
    const { imagery, cached, source } = open({ tile, concurrency, waitMs });
    source.close.mockImplementation(async () => {
      isClosed = true;
      for (const release of held) release();
    });
    /** Lets so many pictures be finished. */
    const finish = async (count: number) => {
      for (let done = 0; done < count; done++) {
        await vi.waitFor(() => expect(held.length).toBeGreaterThan(0));
        held.shift()!();
      }
      await vi.waitFor(() => expect(made.length).toBeGreaterThanOrEqual(count));
    };
    const ask = (x: number, client: Client, signal?: AbortSignal) => {
      const answer = imagery.tile({ z: 15, x, y: 1 }, signal, client);
      const outcome = answer.then(
        () => 'made' as const,
        (error) => error.status as number,
      );
      return outcome;
    };
    return { ask, finish, made, held, source, cached };
  }

  const greedy: Client = { name: '203.0.113.7', isStranger: true };
  const person: Client = { name: 'zoe', isStranger: false };
  const stranger: Client = { name: '198.51.100.1', isStranger: true };

  test.each([
    ['of a stranger', greedy, person],
    ['of a person', { name: 'ada', isStranger: false }, person],
    ['of a stranger, and the other one is a stranger, too', greedy, stranger],
  ])('300 %s delay another client by a turn at most', async (_title, attacker, other) => {
    const { ask, finish, made, held, source } = openSlow();
    const flood = Array.from({ length: 300 }, (_, x) => ask(x, attacker));
    await vi.waitFor(() => expect(held).toHaveLength(1));
    const wanted = ask(9999, other);
    // Newer jobs of the same client would come first: those of another one must not.
    flood.push(...Array.from({ length: 300 }, (_, x) => ask(1000 + x, attacker)));
    // Those past the limit of one client are refused, not queued.
    let refused = 0;
    for (const answer of flood) answer.then((outcome) => outcome === 503 && refused++);
    await vi.waitFor(() => expect(refused).toBeGreaterThanOrEqual(600 - 64 - 1));
    await finish(3);
    expect(await wanted).toBe('made');
    expect(made.indexOf('9999')).toBeLessThanOrEqual(2);
    expect(source.tile.mock.calls.length).toBeLessThanOrEqual(4);
  });

  test('a picture that a greedy client asked for first comes with the turn of the next who wants it', async () => {
    const { ask, finish, made, held, cached } = openSlow();
    for (let x = 0; x < 60; x++) ask(x, greedy);
    await vi.waitFor(() => expect(held).toHaveLength(1));
    const client = vi.fn(async () => person);
    const wanted = cached.tile({ z: 15, x: 3, y: 1 }, { signal: new AbortController().signal, client });
    await vi.waitFor(() => expect(client).toHaveBeenCalled());
    await finish(3);
    expect(await wanted).toEqual(PICTURE);
    expect(made.filter((x) => x === '3')).toHaveLength(1);
  });

  test('strangers never take all painters, and have one even where there is only one', async () => {
    const { ask, held, source } = openSlow(3);
    for (let x = 0; x < 10; x++) ask(x, x % 2 ? greedy : stranger);
    await vi.waitFor(() => expect(held).toHaveLength(2));
    ask(99, person);
    await vi.waitFor(() => expect(held).toHaveLength(3));
    expect(source.tile).toHaveBeenLastCalledWith(
      expect.objectContaining({ x: 99 }),
      expect.anything(),
      expect.anything(),
    );
  });

  test('what has waited too long is refused, and what is being made is not', async () => {
    const { ask, finish, held } = openSlow(1, 200);
    const first = ask(1, person);
    await vi.waitFor(() => expect(held).toHaveLength(1));
    expect(await ask(2, person)).toBe(503);
    await finish(1);
    expect(await first).toBe('made');
    expect(log.warn).not.toHaveBeenCalled();
  });

  test('what is on the disk waits for nobody, and asks for no session', async () => {
    const { ask, finish, held, cached } = openSlow();
    const first = ask(1, person);
    await finish(1);
    expect(await first).toBe('made');
    for (let x = 10; x < 100; x++) ask(x, person);
    await vi.waitFor(() => expect(held).toHaveLength(1));
    const client = vi.fn(async () => person);
    const { signal } = new AbortController();
    expect(await cached.tile({ z: 15, x: 1, y: 1 }, { signal, client })).toEqual(PICTURE);
    expect(client).not.toHaveBeenCalled();
  });
});
