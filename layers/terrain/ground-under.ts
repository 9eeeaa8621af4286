// The ground under a parcel: lowest, highest and mean height in feet, and the mean slope in percent.
import { LRUCache } from 'lru-cache';
import { decodeHeights } from '../../basemap/terrarium.ts';
import { FEET_PER_METER } from '../../contract/limits.ts';
import { areaRows } from '../../geo/area-rows.ts';
import { boundsOf } from '../../geo/bounds-of.ts';
import {
  type AreaGeometry,
  type Bounds,
  type Position,
  polygonsOf,
  type TileAddress,
} from '../../geo/geometry.ts';
import { insidePoint } from '../../geo/inside-point.ts';
import { worldX, worldY } from '../../geo/mercator.ts';
import { tileNumber } from '../../geo/tile-address.ts';
import { type GridBox, joinTiles, metersPerPixel, TILE_SIZE_PX, tileOfPixel } from './tile-grid.ts';

/** An archive that makeTerrain has written. */
export type TerrainArchive = {
  zoomMin: number;
  zoomMax: number;
  find(address: TileAddress): Promise<Uint8Array | undefined>;
};

export type Ground = { lowestFeet: number; highestFeet: number; meanFeet: number; slopePercent: number };

/** A parcel that needs more tiles is measured on a coarser zoom. */
const TILES_MAX = 9;
const CACHED_TILES = 24;
/** Places in the parcel where the ground is looked at, about. */
const SAMPLES_MIN = 400;
const SAMPLES_MAX = 40_000;
/** Of these places, so many must have known ground. */
const KNOWN_SHARE_MIN = 0.5;

/** By their numbers, from when they begin to be decoded. */
type Tiles = LRUCache<number, Promise<Float32Array | undefined>>;
const caches = new WeakMap<TerrainArchive, Tiles>();

/** Undefined where there is no terrain. */
export async function groundUnder(
  archive: TerrainArchive,
  geometry: AreaGeometry,
): Promise<Ground | undefined> {
  const bounds = boundsOf(geometry);
  const z = zoomFor(bounds, archive);
  const box = boxAt(bounds, z);
  const heights = await joinTiles(box, (x, y) => readTile(archive, { z, x, y }));
  if (!heights) return undefined;
  const world = TILE_SIZE_PX * 2 ** z;
  // The center of a pixel is at whole numbers.
  const project = ([lng, lat]: Position) => ({
    x: worldX(lng) * world - 0.5 - box.left,
    y: worldY(lat) * world - 0.5 - box.top,
  });
  const lat = (bounds.south + bounds.north) / 2;
  const field: Field = { heights, columns: box.columns, metersPerPixel: metersPerPixel(z, lat) };
  return measure(geometry, project, field);
}

/** In pixels of a zoom, with the neighbors that slopes and interpolation need. */
function boxAt({ west, south, east, north }: Bounds, z: number): GridBox {
  const world = TILE_SIZE_PX * 2 ** z;
  const left = Math.floor(worldX(west) * world - 0.5) - 1;
  const top = Math.floor(worldY(north) * world - 0.5) - 1;
  const columns = Math.ceil(worldX(east) * world - 0.5) + 3 - left;
  const rows = Math.ceil(worldY(south) * world - 0.5) + 3 - top;
  return { left, top, columns, rows };
}

function zoomFor(bounds: Bounds, { zoomMin, zoomMax }: TerrainArchive): number {
  for (let z = zoomMax; z > zoomMin; z--) {
    const { left, top, columns, rows } = boxAt(bounds, z);
    const across = tileOfPixel(left + columns - 1) - tileOfPixel(left) + 1;
    const down = tileOfPixel(top + rows - 1) - tileOfPixel(top) + 1;
    if (across * down <= TILES_MAX) return z;
  }
  return zoomMin;
}

function readTile(archive: TerrainArchive, address: TileAddress): Promise<Float32Array | undefined> {
  const cache: Tiles = caches.get(archive) ?? new LRUCache({ max: CACHED_TILES });
  caches.set(archive, cache);
  const number = tileNumber(address);
  const known = cache.get(number);
  if (known) return known;
  const heights = decodeTile(archive, address);
  cache.set(number, heights);
  heights.catch(() => cache.delete(number));
  return heights;
}

async function decodeTile(archive: TerrainArchive, address: TileAddress): Promise<Float32Array | undefined> {
  const picture = await archive.find(address);
  return picture && (await decodeHeights(picture, { keepsFilled: false })).heights;
}

type Field = { heights: Float32Array; columns: number; metersPerPixel: number };
type Point = { x: number; y: number };

function measure(
  geometry: AreaGeometry,
  project: (position: Position) => Point,
  field: Field,
): Ground | undefined {
  const total = { lowest: Infinity, highest: -Infinity, sum: 0, slopes: 0, known: 0, count: 0 };
  const add = ({ x, y }: Point) => {
    total.count++;
    const { meters, slope } = groundAt(field, x, y);
    if (Number.isNaN(meters)) return;
    total.known++;
    total.sum += meters;
    total.slopes += slope;
    reach(meters);
  };
  const reach = (meters: number) => {
    if (meters < total.lowest) total.lowest = meters;
    if (meters > total.highest) total.highest = meters;
  };
  for (const point of pointsInside(geometry, project)) add(point);
  if (total.count === 0) {
    const { lng, lat } = insidePoint(geometry);
    add(project([lng, lat]));
  }
  if (total.known < total.count * KNOWN_SHARE_MIN) return undefined;
  // The lowest and the highest ground is often at the border.
  for (const point of pointsAlong(geometry, project)) {
    const { meters } = groundAt(field, point.x, point.y);
    if (!Number.isNaN(meters)) reach(meters);
  }
  return {
    lowestFeet: total.lowest * FEET_PER_METER,
    highestFeet: total.highest * FEET_PER_METER,
    meanFeet: (total.sum / total.known) * FEET_PER_METER,
    slopePercent: (total.slopes / total.known) * 100,
  };
}

/** On a grid that is as fine as the parcel is small. */
function* pointsInside(geometry: AreaGeometry, project: (position: Position) => Point): Generator<Point> {
  const corners = polygonsOf(geometry).flatMap(([outer = []]) => outer.map(project));
  const box = { west: Infinity, east: -Infinity, north: Infinity, south: -Infinity };
  for (const { x, y } of corners) {
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.north = Math.min(box.north, y);
    box.south = Math.max(box.south, y);
  }
  const width = box.east - box.west;
  const height = box.south - box.north;
  const area = width * height;
  if (!(area > 0)) return;
  const step = Math.max(Math.min(1, Math.sqrt(area / SAMPLES_MIN)), Math.sqrt(area / SAMPLES_MAX));
  // Whole numbers of steps, or the mean would lean to one side.
  const across = width / Math.ceil(width / step);
  const down = height / Math.ceil(height / step);
  const { crossings } = areaRows(geometry, project);
  for (let y = box.north + down / 2; y < box.south; y += down) {
    const limits = crossings(y);
    for (let i = 0; i + 1 < limits.length; i += 2) {
      const first = Math.ceil((limits[i]! - box.west) / across - 0.5);
      for (let x = box.west + (first + 0.5) * across; x < limits[i + 1]!; x += across) yield { x, y };
    }
  }
}

/** Every pixel along the border. */
function* pointsAlong(geometry: AreaGeometry, project: (position: Position) => Point): Generator<Point> {
  for (const ring of polygonsOf(geometry).flat()) {
    const points = ring.map(project);
    for (let i = 1; i < points.length; i++) {
      const from = points[i - 1]!;
      const to = points[i]!;
      const steps = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y)));
      for (let step = 0; step < steps; step++) {
        yield {
          x: from.x + ((to.x - from.x) * step) / steps,
          y: from.y + ((to.y - from.y) * step) / steps,
        };
      }
    }
  }
}

/** Bilinear, both; NaN where a neighbor is not known. */
function groundAt(field: Field, x: number, y: number): { meters: number; slope: number } {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const [shareX, shareY] = [x - left, y - top];
  const at = top * field.columns + left;
  const weights = [
    (1 - shareX) * (1 - shareY),
    shareX * (1 - shareY),
    (1 - shareX) * shareY,
    shareX * shareY,
  ];
  const offsets = [0, 1, field.columns, field.columns + 1];
  let [meters, east, south] = [0, 0, 0];
  for (let corner = 0; corner < 4; corner++) {
    const pixel = at + offsets[corner]!;
    meters += field.heights[pixel]! * weights[corner]!;
    east += riseAt(field, pixel, 1, field.columns) * weights[corner]!;
    south += riseAt(field, pixel, field.columns, 1) * weights[corner]!;
  }
  return { meters, slope: Math.hypot(east, south) };
}

/** Horn's method: over three rows, the middle one twice. Where a neighbor is not known, over the middle row alone, or 0. */
function riseAt({ heights, metersPerPixel }: Field, pixel: number, along: number, across: number): number {
  const over = (middle: number) => heights[middle + along]! - heights[middle - along]!;
  const three = (over(pixel - across) + 2 * over(pixel) + over(pixel + across)) / (8 * metersPerPixel);
  if (!Number.isNaN(three)) return three;
  const one = over(pixel) / (2 * metersPerPixel);
  return Number.isNaN(one) ? 0 : one;
}
