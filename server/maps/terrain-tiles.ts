// Terrain tiles of an elevation grid, drawn on demand and kept in an LRU in memory.
import { setImmediate } from 'node:timers/promises';
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

/** Hills fade over this distance within the grid's edge, some 800 m: the demo county ends farther inside. */
export const RIM_DEGREES = 0.008;
/** The broad shape of the land levels out over this distance beyond the grid: about 12 km. */
export const LEVEL_BEYOND_DEGREES = 0.12;
/** Of a tile, drawn at a stretch, in some 2 ms: then this thread answers what has come meanwhile. */
const ROWS_AT_ONCE = 16;
/** Along each side, for the broad shape. */
const SQUARES = 10;

type Parts = { grid: ElevationGrid; version: string };

/** Pictures of heights, of a grid or in an archive. */
export type Terrain = TileSet & Pick<TileArchive, 'find'>;

export function createTerrain({ grid, version }: Parts): Terrain {
  const heights = heightsBeyond(grid);
  // One tile at a time, or each would add its rows to what others wait for.
  let last: Promise<unknown> = Promise.resolve();
  const drawn = new LRUCache<number, Buffer, TileAddress>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: (_number, _stale, { context: address }) => {
      const tile = last.then(() => drawTerrainTile(address, grid, heights));
      last = tile.catch(() => {});
      return tile;
    },
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
    if (row % ROWS_AT_ONCE === 0) await setImmediate();
    const lat = latOfWorldY((y + (row + 0.5) / size) / 2 ** z);
    for (let column = 0; column < size; column++, i++) {
      const lng = lngOfWorldX((x + (column + 0.5) / size) / 2 ** z);
      heights[i] = heightOf({ lng, lat });
      known[i] = heightAt(grid, { lng, lat }) ?? Number.NaN;
    }
  }
  return encodeHeights(heights, known, { size, roundingSteps: ROUNDING_STEPS });
}

/**
 * The grid's heights up to its rim, where hills fade into the broad shape of the land. That goes on beyond, and levels out:
 * shaded, it is too gentle to be seen, so that hills end nowhere in an edge.
 */
export function heightsBeyond(grid: ElevationGrid): (at: LngLat) => number {
  const { west, south, east, north } = grid.bounds;
  /** Known with the first tile, not at the start: it takes all heights. */
  let broad: { grid: ElevationGrid; mean: number } | undefined;
  return ({ lng, lat }) => {
    const depth = Math.min(lng - west, east - lng, lat - south, north - lat);
    const share = smooth(depth / RIM_DEGREES);
    if (share === 1) return heightAt(grid, { lng, lat })!;
    broad ??= broadShape(grid);
    const inside = broad.grid.bounds;
    const base = heightAt(broad.grid, {
      lng: clamp(lng, inside.west, inside.east),
      lat: clamp(lat, inside.south, inside.north),
    })!;
    if (share > 0) return base + ((heightAt(grid, { lng, lat }) ?? base) - base) * share;
    // Math.hypot would be a fifth of the work of a tile.
    const away = Math.sqrt((lng - clamp(lng, west, east)) ** 2 + (lat - clamp(lat, south, north)) ** 2);
    return base + (broad.mean - base) * smooth(away / LEVEL_BEYOND_DEGREES);
  };
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** From 0 to 1, without a bend at either end. */
function smooth(share: number): number {
  const within = clamp(share, 0, 1);
  return within * within * (3 - 2 * within);
}

/** The mean heights of a few large squares of the grid. */
function broadShape({ bounds, columns, rows, meters }: ElevationGrid): { grid: ElevationGrid; mean: number } {
  const sums = new Float64Array(SQUARES ** 2);
  const counts = new Float64Array(SQUARES ** 2);
  for (let row = 0, i = 0; row < rows; row++) {
    const below = Math.floor((row / rows) * SQUARES) * SQUARES;
    for (let column = 0; column < columns; column++, i++) {
      const square = below + Math.floor((column / columns) * SQUARES);
      sums[square] = sums[square]! + meters[i]!;
      counts[square] = counts[square]! + 1;
    }
  }
  const half = {
    lng: (bounds.east - bounds.west) / SQUARES / 2,
    lat: (bounds.north - bounds.south) / SQUARES / 2,
  };
  const grid = {
    // Of the middles of the squares.
    bounds: {
      west: bounds.west + half.lng,
      south: bounds.south + half.lat,
      east: bounds.east - half.lng,
      north: bounds.north - half.lat,
    },
    columns: SQUARES,
    rows: SQUARES,
    meters: Float32Array.from(sums, (sum, square) => sum / counts[square]!),
  };
  return { grid, mean: sums.reduce((sum, one) => sum + one, 0) / meters.length };
}
