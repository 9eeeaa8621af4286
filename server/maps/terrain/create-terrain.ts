// The terrain tiles of an elevation grid: drawn when somebody looks, and kept in memory while others do.
import { LRUCache } from 'lru-cache';
import type { ElevationGrid } from '../../../geo/elevation-grid.ts';
import type { Bounds, TileAddress } from '../../../geo/geometry.ts';
import { tileNumber, tileRange } from '../../../geo/tile-address.ts';
import type { PictureTiles } from '../picture-tile-route.ts';
import { drawTerrainTile } from './draw-terrain-tile.ts';
import { heightsBeyond, LEVEL_BEYOND_DEGREES } from './heights-beyond.ts';

const CACHE_BYTES_MAX = 32 * 1024 * 1024;
const ZOOM_MIN = 8;
/** A pixel is then 16 m wide, finer than the grid. */
const ZOOM_MAX = 12;

type Parts = { grid: ElevationGrid; version: string };

export function createTerrain({ grid, version }: Parts): PictureTiles & { bounds: Bounds } {
  const heights = heightsBeyond(grid);
  const drawn = new LRUCache<number, Buffer, TileAddress>({
    maxSize: CACHE_BYTES_MAX,
    sizeCalculation: ({ byteLength }) => byteLength,
    fetchMethod: (_number, _stale, { context: address }) => drawTerrainTile({ address, heights }),
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
      // The rest of the planet is level, and not worth the time of everybody else whom this thread serves.
      if (!isWithin(bounds, address)) return undefined;
      return drawn.fetch(tileNumber(address), { context: address });
    },
  };
}

function isWithin(bounds: Bounds, { z, x, y }: TileAddress): boolean {
  const { minX, maxX, minY, maxY } = tileRange(bounds, z);
  return x >= minX && x <= maxX && y >= minY && y <= maxY;
}
