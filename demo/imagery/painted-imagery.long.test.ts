// Imagery painted from vector tiles: what is painted, when, and what becomes of tiles that cannot be.
import sharp from 'sharp';
import { afterEach, describe, expect, type Mock, test, vi } from 'vitest';
import { ringOfBounds } from '../../geo/bounds-of.ts';
import type { PolygonGeometry, TileAddress } from '../../geo/geometry.ts';
import type { ImagerySource } from '../../server/imagery-source.ts';
import { mapTile } from '../../test/geo/map-tile.ts';
import { tileBounds } from '../../test/geo/tile-bounds.ts';
import { createPaintedImagery, type PaintingParts } from './painted-imagery.ts';

const TILE = { z: 15, x: 9024, y: 12_900 };

function landTile(address: TileAddress): Uint8Array {
  const { west, south, east, north } = tileBounds({ z: 10, x: TILE.x >> 5, y: TILE.y >> 5 });
  const geometry: PolygonGeometry = {
    type: 'Polygon',
    coordinates: [ringOfBounds({ west, south, east, north })],
  };
  return mapTile(address, [{ layer: 'earth', geometry, properties: { kind: 'earth' } }])!;
}

const opened: ImagerySource[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((imagery) => imagery.close()));
});

const NOTHING_KEPT = { read: async () => undefined, write: async () => {} };

type ReadTile = PaintingParts['basemap']['findUnpacked'];

function open(read: ReadTile = async (address) => landTile(address)): {
  imagery: ImagerySource;
  /** With a signal that nobody aborts. */
  tile(address: TileAddress): Promise<Buffer | undefined>;
  readTile: Mock<ReadTile>;
} {
  const readTile = vi.fn<ReadTile>(read);
  const bounds = { west: -81, south: 35, east: -80, north: 36 };
  const imagery = createPaintedImagery({
    basemap: { version: 'one', zoomMax: 15, bounds, findUnpacked: readTile },
    elevation: undefined,
  });
  opened.push(imagery);
  const { signal } = new AbortController();
  return {
    imagery,
    tile: async (address) => (await imagery.tile(address, signal, NOTHING_KEPT))?.picture,
    readTile,
  };
}

describe('painted imagery', () => {
  test('a tile is a WebP of 512 × 512 pixels', async () => {
    const picture = await open().tile(TILE);
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
  });

  test('where the map has nothing there is nothing to see, nor beyond its zooms', async () => {
    const { tile, readTile } = open(async () => undefined);
    expect(await tile(TILE)).toBeUndefined();
    expect(await tile({ z: 7, x: 35, y: 50 })).toBeUndefined();
    expect(await tile({ z: 19, x: 0, y: 0 })).toBeUndefined();
    expect(readTile).toHaveBeenCalledTimes(1);
  });

  test('its version and bounds follow those of the map', () => {
    expect(open().imagery).toMatchObject({
      version: 'one-1',
      bounds: { west: -81, south: 35, east: -80, north: 36 },
      attribution: expect.stringContaining('not photographed'),
    });
  });

  test('a tile of the map that cannot be painted is named, and the next one is painted, however deep', async () => {
    const broken = Uint8Array.of(0x1a, 0xff, 0x01, 0x02);
    const { tile, readTile } = open(async (address) => (address.x === TILE.x ? broken : landTile(address)));
    await expect(tile(TILE)).rejects.toThrow("The map's tile 15/9024/12900 cannot be painted.");
    expect(await tile({ z: 18, x: (TILE.x + 1) * 8 + 5, y: TILE.y * 8 + 2 })).toBeDefined();
    expect(readTile).toHaveBeenLastCalledWith({ ...TILE, x: TILE.x + 1 });
  });

  test('a map that cannot be read fails with its reason, and the next try is painted', async () => {
    const { tile, readTile } = open();
    readTile.mockRejectedValueOnce(new Error('EIO'));
    await expect(tile(TILE)).rejects.toMatchObject({ cause: { message: 'EIO' } });
    expect(await tile(TILE)).toBeDefined();
  });

  test('closing finishes what was begun', async () => {
    const { imagery, tile, readTile } = open();
    const begun = [TILE, { ...TILE, y: TILE.y + 1 }, { ...TILE, y: TILE.y + 2 }].map(tile);
    const closed = imagery.close();
    for (const picture of await Promise.all(begun)) expect(picture).toBeDefined();
    await closed;
    expect(readTile).toHaveBeenCalledTimes(3);
  });

  test('nothing is painted for a request that was aborted', async () => {
    const { imagery, readTile } = open();
    await expect(imagery.tile(TILE, AbortSignal.abort(), NOTHING_KEPT)).rejects.toMatchObject({
      name: 'AbortError',
    });
    expect(readTile).not.toHaveBeenCalled();
  });
});
