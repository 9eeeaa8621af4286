// Tests which tiles are drawn for the parcels of a load, and what they show: with blocks as with single tiles.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { boundsOf } from '../geo/bounds-of.ts';
import { type AreaGeometry, GRID_PER_DEGREE, type TileAddress } from '../geo/geometry.ts';
import { encodeGeometry } from '../geo/geometry-code.ts';
import { insidePoint } from '../geo/inside-point.ts';
import type { TileParcel } from '../geo/parcel-tile.ts';
import { bufferedTileBounds, tileAt } from '../geo/tile-address.ts';
import { decodedFeatures } from '../test/geo/decode-tile.ts';
import { jitteredTiling } from '../test/geo/jittered-tiling.ts';
import { tileBounds } from '../test/geo/tile-bounds.ts';
import { drawBlock } from './draw-block.ts';
import { type DrawnTile, drawTile } from './draw-tiles.ts';
import { TileBlockWriter } from './tile-blocks.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-blocks-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

function parcelOf(geometry: AreaGeometry, number: number): TileParcel {
  const properties = { PIN: String(number), Name: `Ødegård ${number % 7}`, ADD1: null, TaxAcres: number / 8 };
  return { properties, ...insidePoint(geometry), geometry };
}

/** Draws all tiles of the parcels as a load does. */
async function drawAll(parcels: readonly TileParcel[]): Promise<DrawnTile[]> {
  const blocks = await TileBlockWriter.create(join(folder, 'blocks'));
  try {
    for (const { properties, lng, lat, geometry } of parcels) {
      const bounds = boundsOf(geometry);
      blocks.add({ bounds, centroid: { lng, lat }, properties, geometry: encodeGeometry(geometry) });
    }
    return (await blocks.finish()).flatMap((job) => drawBlock(blocks.file, job));
  } finally {
    await blocks.close();
  }
}

/** A small square in the middle of a tile, so that it touches none of the tile's neighbors. */
function lotIn(address: TileAddress): AreaGeometry {
  const { west, south, east, north } = tileBounds(address);
  return square({
    west: west + (east - west) * 0.4,
    south: south + (north - south) * 0.4,
    east: west + (east - west) * 0.6,
    north: south + (north - south) * 0.6,
  });
}

function square({ west, south, east, north }: ReturnType<typeof boundsOf>): AreaGeometry {
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ] as const;
  return { type: 'Polygon', coordinates: [ring] };
}

const nameOf = ({ z, x, y }: TileAddress) => `${z}/${x}/${y}`;
const namesOf = (tiles: readonly DrawnTile[]) => tiles.map(({ address }) => nameOf(address)).sort();
const DEEP = { z: 16, x: 18_047, y: 25_839 };

test('a parcel in one deep tile has that tile drawn, and those above it', async () => {
  const drawn = await drawAll([parcelOf(lotIn(DEEP), 1)]);
  const above = [10, 11, 12, 13, 14, 15, 16].map((z) => ({
    z,
    x: DEEP.x >> (16 - z),
    y: DEEP.y >> (16 - z),
  }));
  expect(namesOf(drawn)).toEqual(above.map(nameOf).sort());
});

test('a parcel in the buffer of a tile shows there, but makes no tile alone', async () => {
  const { west: left, north: top } = tileBounds(DEEP);
  const atCorner = square({ west: left + 1e-6, south: top - 2e-5, east: left + 2e-5, north: top - 1e-6 });
  const deepest = namesOf(await drawAll([parcelOf(atCorner, 1)])).filter((name) => name.startsWith('16/'));
  expect(deepest).toEqual([nameOf(DEEP)]);

  // At a corner where four blocks meet.
  const { east, south } = tileBounds({ z: 13, x: 2256, y: 3230 });
  const west = east + 1e-5;
  const corner = parcelOf(square({ west, south: south - 2e-4, east: west + 1e-4, north: south - 1e-4 }), 1);
  const alone = await drawAll([corner]);
  expect(namesOf(alone).filter((name) => name.startsWith('13/'))).toEqual(['13/2257/3231']);

  const both = await drawAll([corner, parcelOf(lotIn({ z: 16, x: 2256 * 8, y: 3230 * 8 }), 2)]);
  const northWest = both.find(({ address }) => nameOf(address) === '13/2256/3230')!;
  const pins = decodedFeatures(gunzipSync(northWest.gzip)).map(({ properties }) => properties.PIN);
  expect(pins.sort()).toEqual(['1', '2']);
});

describe('a county', () => {
  /** Blocks around a corner where four tiles of every zoom meet, some with holes and in two parts. */
  function county(): TileParcel[] {
    const corner = tileBounds({ z: 10, x: 282, y: 404 });
    const step = 15_000;
    const columns = 40;
    return jitteredTiling({
      seed: 3,
      columns,
      rows: columns,
      west: Math.round(corner.east * GRID_PER_DEGREE) - (step * columns) / 2,
      south: Math.round(corner.south * GRID_PER_DEGREE) - (step * columns) / 2,
      step,
      cornersPerSide: 1,
      islandEvery: 20,
    }).map(parcelOf);
  }

  test('has the same features in every tile as if the tile were drawn alone', async () => {
    const middle = tileBounds({ z: 10, x: 282, y: 404 });
    const north = middle.south - 1e-4;
    const river = square({ west: middle.east - 1.6, south: north - 1e-4, east: middle.east + 1.6, north });
    const parcels = [...county(), parcelOf(river, 99_999)];
    const drawn = await drawAll(parcels);
    expect(new Set(namesOf(drawn)).size).toBe(drawn.length);
    const boxes = parcels.map(({ geometry }) => boundsOf(geometry));
    const sample = drawn.filter(
      ({ address }) => address.z < 14 || isNear(address, { lng: middle.east, lat: middle.south }),
    );
    expect(new Set(sample.map(({ address }) => address.z)).size).toBe(7);
    for (const { address, gzip } of sample) {
      const box = bufferedTileBounds(address);
      const shown = parcels.filter((_, i) => {
        const own = boxes[i]!;
        return (
          own.west <= box.east && own.east >= box.west && own.south <= box.north && own.north >= box.south
        );
      });
      const [alone] = drawTile(address, shown);
      expect(decodedFeatures(gunzipSync(gzip))).toEqual(decodedFeatures(gunzipSync(alone!.gzip)));
    }
  });

  function isNear({ z, x, y }: TileAddress, point: { lng: number; lat: number }): boolean {
    const at = tileAt(point, z);
    return Math.abs(at.x - x) <= 1 && Math.abs(at.y - y) <= 1;
  }
});

test('where a tile of a low zoom has too many parcels, the largest are drawn', async () => {
  const lots = Array.from({ length: 9 }, (_, i) => parcelOf(lotIn({ z: 16, x: DEEP.x + i, y: DEEP.y }), i));
  const farm = parcelOf(lotIn({ z: 14, x: (DEEP.x >> 2) - 2, y: DEEP.y >> 2 }), 100);
  const blocks = await TileBlockWriter.create(join(folder, 'blocks'));
  for (const { properties, lng, lat, geometry } of [...lots, farm]) {
    const bounds = boundsOf(geometry);
    blocks.add({ bounds, centroid: { lng, lat }, properties, geometry: encodeGeometry(geometry) });
  }
  const job = (await blocks.finish()).find(({ address }) => address.z === 10)!;
  const [tile] = drawBlock(blocks.file, job, 3);
  await blocks.close();
  const pins = decodedFeatures(gunzipSync(tile!.gzip)).map(({ properties }) => properties.PIN);
  expect(pins).toHaveLength(3);
  expect(pins).toContain('100');
});

test('the scratch file leaves nothing behind, even if the load is killed', async () => {
  const blocks = await TileBlockWriter.create(join(folder, 'blocks'));
  expect(await readdir(folder)).toEqual([]);
  await blocks.close();
});

test('a parcel as wide as the world is refused', async () => {
  const wide = { west: -180, south: -80, east: 180, north: 80 };
  await expect(drawAll([parcelOf(square(wide), 1)])).rejects.toThrow('The parcels cover too wide an area');
});
