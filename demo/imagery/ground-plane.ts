// The plane that the imagery is drawn on: Web Mercator in meters, x to the east, y to the south.
import type { TileAddress } from '../../geo/geometry.ts';

const EQUATOR_METERS = 40_075_017;

/**
 * The scale is true at 36 degrees north and the same everywhere. With the true scale of each latitude, textures would
 * not meet at the edges of tiles. Between Miami and Seattle it is wrong by a fifth.
 */
export const WORLD_METERS = EQUATOR_METERS * Math.cos((36 * Math.PI) / 180);

/** x, y, x, y…; a ring is closed without repeating its first point. */
export type GroundLine = Float64Array;

export const IMAGE_PIXELS = 512;

/**
 * Shadows, crowns and shores beside a tile reach into it, so a margin around it is drawn too: as wide as the buffer of
 * the vector tiles at their deepest zoom, 8 of 512 pixels.
 */
const MARGIN_METERS = (8 * WORLD_METERS) / (IMAGE_PIXELS * 2 ** 15);
const MARGIN_PIXELS_MIN = 8;

/** The square that is drawn for a tile: the tile and its margin. */
export type GroundWindow = {
  /** The middle of the first pixel. */
  left: number;
  top: number;
  metersPerPixel: number;
  margin: number;
  /** Pixels along an edge, margins included. */
  side: number;
};

export function windowOf({ z, x, y }: TileAddress): GroundWindow {
  const metersPerPixel = WORLD_METERS / (IMAGE_PIXELS * 2 ** z);
  const margin = Math.max(MARGIN_PIXELS_MIN, Math.round(MARGIN_METERS / metersPerPixel));
  return {
    left: (x * IMAGE_PIXELS - margin + 0.5) * metersPerPixel,
    top: (y * IMAGE_PIXELS - margin + 0.5) * metersPerPixel,
    metersPerPixel,
    margin,
    side: IMAGE_PIXELS + 2 * margin,
  };
}

export type PixelBox = { minX: number; maxX: number; minY: number; maxY: number };

/** The pixels within `reach` meters of a line's box; undefined where none is in the window. */
export function pixelsAround(window: GroundWindow, line: GroundLine, reach: number): PixelBox | undefined {
  let west = Infinity;
  let east = -Infinity;
  let north = Infinity;
  let south = -Infinity;
  for (let i = 0; i < line.length; i += 2) {
    west = Math.min(west, line[i]!);
    east = Math.max(east, line[i]!);
    north = Math.min(north, line[i + 1]!);
    south = Math.max(south, line[i + 1]!);
  }
  const { left, top, metersPerPixel, side } = window;
  const box = {
    minX: Math.max(0, Math.ceil((west - reach - left) / metersPerPixel)),
    maxX: Math.min(side - 1, Math.floor((east + reach - left) / metersPerPixel)),
    minY: Math.max(0, Math.ceil((north - reach - top) / metersPerPixel)),
    maxY: Math.min(side - 1, Math.floor((south + reach - top) / metersPerPixel)),
  };
  return box.minX <= box.maxX && box.minY <= box.maxY ? box : undefined;
}
