import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest';
import type { PolygonGeometry, TileAddress } from '../../geo/geometry.ts';
import { Failure } from '../../server/failure.ts';
import { eventually } from '../../test/eventually.ts';
import { mapTile } from '../../test/geo/map-tile.ts';
import { tileBounds } from '../../test/geo/tile-bounds.ts';
import { type Aerial, type AerialParts, createAerial } from './create-aerial.ts';

const TILE = { z: 15, x: 9024, y: 12_900 };

function landTile(address: TileAddress): Uint8Array {
  const { west, south, east, north } = tileBounds({ z: 10, x: TILE.x >> 5, y: TILE.y >> 5 });
  const geometry: PolygonGeometry = {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
  return mapTile(address, [{ layer: 'earth', geometry, properties: { kind: 'earth' } }])!;
}

const log = { warn: vi.fn() };
const opened: Aerial[] = [];
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-test-'));
  log.warn.mockClear();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((aerial) => aerial.close()));
  await rm(folder, { recursive: true, force: true });
});

type ReadTile = AerialParts['readTile'];

function open(parts: Partial<AerialParts> = {}): { aerial: Aerial; readTile: Mock<ReadTile> } {
  const readTile = vi.fn<ReadTile>(parts.readTile ?? (async (address: TileAddress) => landTile(address)));
  const aerial = createAerial({
    elevation: undefined,
    cacheFolder: join(folder, 'aerial'),
    version: 'one',
    log,
    ...parts,
    readTile,
  });
  opened.push(aerial);
  return { aerial, readTile };
}

/** Starting a thread that reads TypeScript takes its time on a busy machine. */
describe('aerial imagery', { timeout: 60_000 }, () => {
  test('a tile is a WebP of 512 × 512 pixels, drawn once for all who ask', async () => {
    const { aerial, readTile } = open();
    const [one, other] = await Promise.all([aerial.tile(TILE), aerial.tile(TILE)]);
    expect(await sharp(one).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(other).toBe(one);
    expect(await aerial.tile(TILE)).toEqual(one);
    expect(readTile).toHaveBeenCalledTimes(1);
    expect(log.warn).not.toHaveBeenCalled();
  });

  test('where the map has nothing there is nothing to see, nor beyond its zooms', async () => {
    const { aerial, readTile } = open({ readTile: async () => undefined });
    expect(await aerial.tile(TILE)).toBeUndefined();
    expect(await aerial.tile({ z: 7, x: 35, y: 50 })).toBeUndefined();
    expect(await aerial.tile({ z: 19, x: 0, y: 0 })).toBeUndefined();
    expect(readTile).toHaveBeenCalledTimes(1);
  });

  test('a picture survives a restart, until the map is another one', async () => {
    const before = await open().aerial.tile(TILE);
    const again = open();
    expect(await again.aerial.tile(TILE)).toEqual(before);
    expect(again.readTile).not.toHaveBeenCalled();
    const renewed = open({ version: 'two' });
    expect(await renewed.aerial.tile(TILE)).toEqual(before);
    expect(renewed.readTile).toHaveBeenCalledTimes(1);
  });

  test('a tile of the map that cannot be drawn is a failure and logged, and the next one is drawn, however deep', async () => {
    const broken = Uint8Array.of(0x1a, 0xff, 0x01, 0x02);
    const { aerial, readTile } = open({
      readTile: async (address) => (address.x === TILE.x ? broken : landTile(address)),
    });
    await expect(aerial.tile(TILE)).rejects.toThrow(Failure);
    expect(log.warn).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(Error) },
      "No aerial imagery could be drawn from the map's tile 15/9024/12900.",
    );
    expect(await aerial.tile({ z: 18, x: (TILE.x + 1) * 8 + 5, y: TILE.y * 8 + 2 })).toBeDefined();
    expect(readTile).toHaveBeenLastCalledWith({ ...TILE, x: TILE.x + 1 });
  });

  test('a map that cannot be read is a failure and logged, and no reason to stay away for good', async () => {
    const { aerial, readTile } = open();
    readTile.mockRejectedValueOnce(new Error('EIO'));
    await expect(aerial.tile(TILE)).rejects.toMatchObject({ status: 503 });
    expect(log.warn).toHaveBeenCalledOnce();
    expect(await aerial.tile(TILE)).toBeDefined();
  });

  test('who waits holds no tile of the map, and does not keep the server from stopping', async () => {
    const { aerial, readTile } = open();
    const read = readTile.getMockImplementation()!;
    let letGo = () => {};
    const isClosing = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    readTile.mockImplementation(async (address) => {
      await isClosing;
      return read(address);
    });
    const asked = Array.from({ length: 50 }, (_, i) => aerial.tile({ ...TILE, y: TILE.y + i }));
    const answers = Promise.allSettled(asked);
    await eventually(() => expect(readTile).toHaveBeenCalled());
    const closed = aerial.close();
    letGo();
    await closed;
    const drawn = (await answers).filter(({ status }) => status === 'fulfilled').length;
    // One each for as many workers as there may be, and what was begun is finished.
    expect(readTile.mock.calls.length).toBeLessThanOrEqual(2);
    expect(drawn).toBe(readTile.mock.calls.length);
    expect(log.warn).not.toHaveBeenCalled();
    await expect(aerial.tile({ ...TILE, y: TILE.y + 50 })).rejects.toMatchObject({ status: 503 });
  });

  test('nothing is drawn for people who left while they waited, unless others still do', async () => {
    const { aerial, readTile } = open();
    const leaving = new AbortController();
    leaving.abort();
    const rows = [0, 1].map((row) => ({ ...TILE, y: TILE.y + row }));
    const [abandoned, shared] = rows.map((address) => aerial.tile(address, leaving.signal));
    const refused = expect(abandoned).rejects.toMatchObject({ status: 503 });
    expect(await aerial.tile(rows[1]!, new AbortController().signal)).toBeDefined();
    expect(await shared).toBeDefined();
    await refused;
    expect(readTile.mock.calls).toEqual([[rows[1]]]);
    expect(log.warn).not.toHaveBeenCalled();
  });

  test('a cache that cannot be written is logged, and the picture is served', async () => {
    const cacheFolder = join(folder, 'file');
    await writeFile(cacheFolder, '');
    const { aerial } = open({ cacheFolder });
    expect(await aerial.tile(TILE)).toBeDefined();
    expect(log.warn).toHaveBeenCalled();
  });
});
