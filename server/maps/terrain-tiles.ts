// Terrain tiles of an elevation grid, drawn on demand and kept in an LRU in memory.
//
// Terrarium encoding: three bytes a pixel count steps of 1/256 m, starting 32,768 m below sea level.
// https://github.com/tilezen/joerd/blob/master/docs/formats.md#terrarium
import { LRUCache } from 'lru-cache';
import { type ElevationGrid, heightAt } from '../../geo/elevation-grid.ts';
import type { Bounds, LngLat, TileAddress } from '../../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../../geo/mercator.ts';
import { tileNumber, tileRange } from '../../geo/tile-address.ts';
import { loadSharp } from '../../runtime/load-sharp.ts';
import type { PictureTiles } from './map-tile-routes.ts';

export const TERRAIN_TILE_SIZE_PX = 512;

const CACHE_BYTES_MAX = 32 * 1024 * 1024;
const ZOOM_MIN = 8;
/** A pixel is 16 m wide there, finer than the grid. */
const ZOOM_MAX = 12;

const STEPS_PER_METER = 256;
/** Heights are rounded to 8 steps (3 cm): a finer difference is invisible, and coarser values compress better. */
const ROUNDING_STEPS = 8;
const LOWEST_METERS = -32_768;

/** Hills level out over this distance beyond the grid: about 4 km, so there is no cliff at its edge. */
export const LEVEL_BEYOND_DEGREES = 0.04;

type Parts = { grid: ElevationGrid; version: string };

type Terrain = Omit<PictureTiles, 'tile'> & {
  bounds: Bounds;
  tile(address: TileAddress): Promise<Buffer | undefined>;
};

export function createTerrain({ grid, version }: Parts): Terrain {
  const heights = heightsBeyond(grid);
  const drawn = new LRUCache<number, Buffer, TileAddress>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: (_number, _stale, { context: address }) => drawTerrainTile(address, heights),
  });
  const { west, south, east, north } = grid.bounds;
  const bounds = {
    west: west - LEVEL_BEYOND_DEGREES,
    south: south - LEVEL_BEYOND_DEGREES,
    east: east + LEVEL_BEYOND_DEGREES,
    north: north + LEVEL_BEYOND_DEGREES,
  };
  return {
    version,
    zoomMin: ZOOM_MIN,
    zoomMax: ZOOM_MAX,
    bounds,
    tile: async (address) => {
      // The rest of the planet is flat. Drawing it would only block this thread.
      if (!isWithin(bounds, address)) return undefined;
      return drawn.fetch(tileNumber(address), { context: address });
    },
  };
}

function isWithin(bounds: Bounds, { z, x, y }: TileAddress): boolean {
  const { minX, maxX, minY, maxY } = tileRange(bounds, z);
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}

async function drawTerrainTile({ z, x, y }: TileAddress, heights: (at: LngLat) => number): Promise<Buffer> {
  const size = TERRAIN_TILE_SIZE_PX;
  const centers = Array.from({ length: size }, (_, i) => (i + 0.5) / size);
  const lngs = centers.map((share) => lngOfWorldX((x + share) / 2 ** z));
  const pixels = new Uint8Array(size * size * 3);
  let at = 0;
  for (const share of centers) {
    const lat = latOfWorldY((y + share) / 2 ** z);
    for (const lng of lngs) {
      const exactSteps = (heights({ lng, lat }) - LOWEST_METERS) * STEPS_PER_METER;
      const steps = Math.round(exactSteps / ROUNDING_STEPS) * ROUNDING_STEPS;
      pixels[at++] = steps >> 16;
      pixels[at++] = steps >> 8;
      pixels[at++] = steps;
    }
  }
  const sharp = await loadSharp();
  // A higher effort takes ten times as long and saves a third of the bytes.
  return sharp(pixels, { raw: { width: size, height: size, channels: 3 } })
    .webp({ lossless: true, effort: 0 })
    .toBuffer();
}

/** The grid's heights, continued beyond its edge by their mirror image, which fades into the mean height. */
export function heightsBeyond(grid: ElevationGrid): (at: LngLat) => number {
  const { west, south, east, north } = grid.bounds;
  /** Known with the first tile, not at the start: it takes all heights. */
  let mean: number | undefined;
  return ({ lng, lat }) => {
    mean ??= grid.meters.reduce((sum, height) => sum + height, 0) / grid.meters.length;
    const lngBeyond = distanceOutside(lng, west, east);
    const latBeyond = distanceOutside(lat, south, north);
    const away = Math.hypot(lngBeyond, latBeyond) / LEVEL_BEYOND_DEGREES;
    if (away >= 1) return mean;
    // Undefined only on a grid that is narrower than its own margin.
    const height = heightAt(grid, { lng: lng - 2 * lngBeyond, lat: lat - 2 * latBeyond }) ?? mean;
    return height + (mean - height) * away * away * (3 - 2 * away);
  };
}

/** How far a value lies outside of a range: negative below it, positive above, 0 inside. */
function distanceOutside(value: number, least: number, most: number): number {
  return Math.min(0, value - least) + Math.max(0, value - most);
}
