// Tile addresses (z/x/y, y from the north) and the boxes they cover.
import type { Bounds, LngLat, TileAddress } from './geometry.ts';
import { latOfWorldY, lngOfWorldX, worldX, worldY } from './mercator.ts';

/** A tile is drawn 512 px wide, so one unit is an eighth of a pixel. */
export const TILE_EXTENT = 4096;

/** Units of buffer around a tile: 8 px, wider than any outline, so that outlines show no seams. */
export const TILE_BUFFER = 64;
/** The buffer, in widths of a tile. */
export const TILE_MARGIN = TILE_BUFFER / TILE_EXTENT;

export type TileRange = { minX: number; maxX: number; minY: number; maxY: number };

export function tileAt(point: LngLat, z: number): TileAddress {
  const tiles = 2 ** z;
  return {
    z,
    x: clampToGrid(Math.floor(worldX(point.lng) * tiles), tiles),
    y: clampToGrid(Math.floor(worldY(point.lat) * tiles), tiles),
  };
}

function clampToGrid(index: number, tiles: number): number {
  return Math.min(tiles - 1, Math.max(0, index));
}

/** The box of a tile and its buffer: every area that touches it may show in the tile. */
export function bufferedTileBounds({ z, x, y }: TileAddress): Bounds {
  const tiles = 2 ** z;
  const margin = TILE_MARGIN;
  return {
    west: lngOfWorldX((x - margin) / tiles),
    south: latOfWorldY((y + 1 + margin) / tiles),
    east: lngOfWorldX((x + 1 + margin) / tiles),
    north: latOfWorldY((y - margin) / tiles),
  };
}

/** The tiles that a box touches, both ends included. */
export function tileRange(bounds: Bounds, z: number): TileRange {
  const northWest = tileAt({ lng: bounds.west, lat: bounds.north }, z);
  const southEast = tileAt({ lng: bounds.east, lat: bounds.south }, z);
  return { minX: northWest.x, maxX: southEast.x, minY: northWest.y, maxY: southEast.y };
}

/** The tiles that any of some boxes touch, each once. */
export function* tilesTouching(boxes: readonly Bounds[], z: number): Generator<TileAddress> {
  const ranges = boxes.map((bounds) => tileRange(bounds, z));
  for (const [at, { minX, maxX, minY, maxY }] of ranges.entries()) {
    const before = ranges.slice(0, at);
    for (let y = minY; y <= maxY; y++) {
      for (let x = minX; x <= maxX; x++) {
        const isTaken = before.some(
          (other) => x >= other.minX && x <= other.maxX && y >= other.minY && y <= other.maxY,
        );
        if (!isTaken) yield { z, x, y };
      }
    }
  }
}

export function isOnGrid({ z, x, y }: TileAddress): boolean {
  const tiles = 2 ** z;
  return [z, x, y].every((part) => Number.isInteger(part) && part >= 0) && x < tiles && y < tiles;
}

/** A unique number: tiles of lower zooms first, then row by row. A safe integer up to z25. */
export function tileNumber({ z, x, y }: TileAddress): number {
  const tiles = 2 ** z;
  return (tiles * tiles - 1) / 3 + y * tiles + x;
}

/** The inverse of tileNumber. */
export function tileOfNumber(number: number): TileAddress {
  let z = 0;
  let first = 0;
  for (; number >= first + 4 ** z; z++) first += 4 ** z;
  const tiles = 2 ** z;
  return { z, x: (number - first) % tiles, y: Math.floor((number - first) / tiles) };
}
