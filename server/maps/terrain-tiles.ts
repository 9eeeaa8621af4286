// Terrain tiles of an elevation grid, drawn on demand and kept in an LRU in memory.
import { LRUCache } from 'lru-cache';
import { encodeHeights } from '../../basemap/terrarium.ts';
import { type ElevationGrid, heightAt } from '../../geo/elevation-grid.ts';
import type { Bounds, LngLat, TileAddress } from '../../geo/geometry.ts';
import { latOfWorldY, lngOfWorldX } from '../../geo/mercator.ts';
import { tileNumber, tileRange } from '../../geo/tile-address.ts';
import type { TileArchive } from './tile-archive.ts';
import type { TileSet } from './tile-set.ts';

export const TERRAIN_TILE_SIZE_PX = 512;

const CACHE_BYTES_MAX = 32 * 1024 * 1024;
const ZOOM_MIN = 8;
/** A pixel is 16 m wide there, finer than the grid. */
const ZOOM_MAX = 12;

/** 3 cm: a finer difference is invisible. */
const ROUNDING_STEPS = 8;

/** Hills level out over this distance beyond the grid: about 4 km, so there is no cliff at its edge. */
export const LEVEL_BEYOND_DEGREES = 0.04;

type Parts = { grid: ElevationGrid; version: string };

/** Pictures of heights, of a grid or in an archive. */
export type Terrain = TileSet & Pick<TileArchive, 'find'>;

export function createTerrain({ grid, version }: Parts): Terrain {
  const heights = heightsBeyond(grid);
  const drawn = new LRUCache<number, Buffer, TileAddress>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: (_number, _stale, { context: address }) => drawTerrainTile(address, grid, heights),
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
    // The credit of the county's own map.
    attribution: '',
    find: async (address) => {
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

async function drawTerrainTile(
  { z, x, y }: TileAddress,
  grid: ElevationGrid,
  heightOf: (at: LngLat) => number,
): Promise<Buffer> {
  const size = TERRAIN_TILE_SIZE_PX;
  const heights = new Float32Array(size * size);
  const known = new Float32Array(size * size);
  for (let row = 0, i = 0; row < size; row++) {
    const lat = latOfWorldY((y + (row + 0.5) / size) / 2 ** z);
    for (let column = 0; column < size; column++, i++) {
      const lng = lngOfWorldX((x + (column + 0.5) / size) / 2 ** z);
      heights[i] = heightOf({ lng, lat });
      known[i] = heightAt(grid, { lng, lat }) ?? Number.NaN;
    }
  }
  return encodeHeights(heights, known, { size, roundingSteps: ROUNDING_STEPS });
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
