// Contour lines as vector tiles, traced tile by tile: every 20 feet, in layer `contour` with `ele` in meters and `index`.
//
// Styles draw lines of index 6 and more, and write heights along lines of index 5. So a line has index 6, and every fifth
// index 10, to be drawn heavier. Each comes a second time with index 5, for its label: the heavy ones from zoom 12, the
// others from zoom 15, where several lines of one hillside are on the screen, but often only one heavy line.
//
// Lines meet at the edges of tiles, though each tile is traced alone: it is traced with a margin, everything that shapes a
// line looks at its neighborhood only, and a line is split at the tile's edge before it is simplified.
import { CONTOUR_STEP_FEET, FEET_PER_METER } from '../../contract/limits.ts';
import type { Bounds, Position, TileAddress } from '../../geo/geometry.ts';
import { type MapFeature, type MapTile, mapTiles } from '../../geo/map-tiles.ts';
import { latOfWorldY, lngOfWorldX } from '../../geo/mercator.ts';
import { TILE_MARGIN } from '../../geo/tile-address.ts';
import { openPmtilesWriter, type VectorLayer } from '../pmtiles-writer.ts';
import { smoothLine } from '../polyline.ts';
import { LAST_ZOOM_TOLERANCE_UNITS, TOLERANCE_UNITS } from '../stage-features.ts';
import { type GridLine, traceContours } from './trace-contours.ts';

const HEAVY_EVERY_FEET = 100;

const LINE_INDEX = 6;
const HEAVY_INDEX = 10;
const LABEL_INDEX = 5;

const FIRST_ZOOM = 10;
/** Three zooms before the map's last: rounding to this zoom's tile units is a pixel there. */
const LAST_ZOOM = 16;
/** Below this zoom only every fifth line is drawn. */
const ALL_LINES_ZOOM = 12;
/** Below this zoom only every fifth line has a label. */
const ALL_LABELS_ZOOM = 15;

const LAYERS: VectorLayer[] = [{ id: 'contour', fields: { ele: 'Number', index: 'Number' } }];

/** Heights are known at the centers of the pixels of tiles so wide, at a zoom that is called their level here. */
export const GRID_TILE_PX = 512;

/** A rectangle of pixels of one level, counted from the north-west of the world. */
export type GridWindow = { level: number; left: number; top: number; columns: number; rows: number };

export type ContourSource = {
  /** The level with the finest heights; coarser ones are there, too. */
  finestLevel: number;
  /** Meters row by row; NaN where the ground is not known: no line goes there. */
  window(window: GridWindow): Promise<Float32Array>;
  /** The tiles of a zoom that may have ground. */
  tilesAt(z: number): readonly TileAddress[];
  signal?: AbortSignal | undefined;
  onProgress?: ((done: number, total: number) => void) | undefined;
};

export type DrawContoursOptions = {
  path: string;
  /** Of the ground. */
  name: string;
  /** HTML for the map's attribution control. */
  attribution: string;
  bounds: Bounds;
  source: ContourSource;
};

export async function drawContours({ path, name, attribution, bounds, source }: DrawContoursOptions) {
  const writer = await openPmtilesWriter({ path, type: 'mvt' });
  try {
    for await (const tile of contourTiles(source)) await writer.add(tile);
    const metadata = { name: `Contours of ${name}`, attribution, vector_layers: LAYERS };
    return await writer.finish({ bounds, metadata });
  } finally {
    await writer.abort();
  }
}

/** The tiles of one zoom from heights that are twice as fine as the screen; those beyond the finest level from it. */
export async function* contourTiles(source: ContourSource): AsyncGenerator<MapTile> {
  const { finestLevel, signal, onProgress } = source;
  const lastTraced = Math.min(LAST_ZOOM, Math.max(FIRST_ZOOM, finestLevel));
  const blocks: TileAddress[] = [];
  for (let z = FIRST_ZOOM; z <= lastTraced; z++) blocks.push(...source.tilesAt(z));
  for (const [done, block] of blocks.entries()) {
    signal?.throwIfAborted();
    onProgress?.(done, blocks.length);
    const level = Math.min(finestLevel, block.z + 1);
    const lines = await traceBlock(block, level, source);
    if (lines.length === 0) continue;
    const lastZoom = block.z === lastTraced ? LAST_ZOOM : block.z;
    for (let z = block.z; z <= lastZoom; z++) yield* tilesOf(block, z, lines);
  }
}

type Contour = { feet: number; coordinates: Position[] };

/** Closed lines shorter than this are bumps in the ground, not hills. */
const LOOP_CELLS_MIN = 10;
/** The same in pixels of the screen. */
const LOOP_PX_MIN = 16;
/** As far as smoothing looks. */
const SMOOTHING_CELLS = 4;
const SMOOTHING_ROUNDS = 2;

async function traceBlock(block: TileAddress, level: number, source: ContourSource): Promise<Contour[]> {
  const cells = GRID_TILE_PX * 2 ** (level - block.z);
  const loopMin = Math.max(LOOP_CELLS_MIN, (cells / GRID_TILE_PX) * LOOP_PX_MIN);
  // Whether a loop is long enough is known where all of it is seen.
  const margin = Math.ceil(cells * TILE_MARGIN + loopMin / 2 + SMOOTHING_CELLS);
  const side = cells + 2 * margin;
  const left = block.x * cells - margin;
  const top = block.y * cells - margin;
  const meters = smoothHeights(await source.window({ level, left, top, columns: side, rows: side }), side);
  const feet = contourFeet(meters, block.z < ALL_LINES_ZOOM ? HEAVY_EVERY_FEET : CONTOUR_STEP_FEET);
  if (feet.length === 0) return [];
  const traced = traceContours(
    { columns: side, rows: side, meters },
    feet.map((height) => height / FEET_PER_METER),
  );
  // Pixels have their height at their center, so the edge of the tile lies between two grid points.
  const edges = { low: margin - 0.5, high: margin - 0.5 + cells };
  const reach = cells * TILE_MARGIN + 1;
  const world = GRID_TILE_PX * 2 ** level;
  const toPosition = ([column, row]: Position): Position => [
    lngOfWorldX((left + column + 0.5) / world),
    latOfWorldY((top + row + 0.5) / world),
  ];
  return feet.flatMap((height, i) =>
    traced[i]!.filter((line) => !(isClosed(line) && lengthOf(line) < loopMin))
      .flatMap((line) => splitAtEdges(smoothed(line), edges))
      .filter((line) => isNear(line, { low: edges.low - reach, high: edges.high + reach }))
      .map((line) => ({ feet: height, coordinates: line.map(toPosition) })),
  );
}

/** Binomial smoothing over three by three points: the steps of rounded heights and of single trees. */
function smoothHeights(meters: Float32Array, side: number): Float32Array {
  const smooth = meters.slice();
  for (let row = 1; row < side - 1; row++) {
    for (let at = row * side + 1; at < (row + 1) * side - 1; at++) {
      const corners =
        meters[at - side - 1]! + meters[at - side + 1]! + meters[at + side - 1]! + meters[at + side + 1]!;
      const sides = meters[at - side]! + meters[at - 1]! + meters[at + 1]! + meters[at + side]!;
      const mean = (corners + 2 * sides + 4 * meters[at]!) / 16;
      // At the edge of a hole the height stays.
      if (!Number.isNaN(mean)) smooth[at] = mean;
    }
  }
  return smooth;
}

function contourFeet(meters: Float32Array, step: number): number[] {
  let [lowest, highest] = [Infinity, -Infinity];
  for (let i = 0; i < meters.length; i++) {
    const height = meters[i]!;
    if (height < lowest) lowest = height;
    if (height > highest) highest = height;
  }
  const first = Math.ceil((lowest * FEET_PER_METER) / step);
  const count = Math.max(0, Math.floor((highest * FEET_PER_METER) / step) - first + 1);
  return Number.isFinite(count) ? Array.from({ length: count }, (_, i) => (first + i) * step) : [];
}

function isClosed(line: GridLine): boolean {
  const first = line[0]!;
  const last = line.at(-1)!;
  return first.column === last.column && first.row === last.row;
}

function lengthOf(line: GridLine): number {
  let length = 0;
  for (let i = 1; i < line.length; i++) {
    length += Math.hypot(line[i]!.column - line[i - 1]!.column, line[i]!.row - line[i - 1]!.row);
  }
  return length;
}

/**
 * Through the middles of its edges first: points where a line enters and leaves a cell lie close together here and there,
 * and cutting corners leaves a corner between short edges sharp.
 */
function smoothed(line: GridLine): Position[] {
  const isRing = isClosed(line);
  const middles: Position[] = isRing ? [] : [[line[0]!.column, line[0]!.row]];
  for (let i = 1; i < line.length; i++) {
    const from = line[i - 1]!;
    const to = line[i]!;
    middles.push([(from.column + to.column) / 2, (from.row + to.row) / 2]);
  }
  const last = line.at(-1)!;
  middles.push(isRing ? middles[0]! : [last.column, last.row]);
  return smoothLine(middles, SMOOTHING_ROUNDS);
}

type Span = { low: number; high: number };

/** The stretches between the four edges of a tile. Simplifying keeps their ends, so they meet those of the next tile. */
function splitAtEdges(line: readonly Position[], { low, high }: Span): Position[][] {
  const stretches: Position[][] = [[line[0]!]];
  for (let i = 1; i < line.length; i++) {
    const from = line[i - 1]!;
    const to = line[i]!;
    if (zoneOf(from, low, high) === zoneOf(to, low, high)) {
      stretches.at(-1)!.push(to);
      continue;
    }
    const shares = [0, 1].flatMap((axis) =>
      [low, high]
        .map((edge) => (edge - from[axis]!) / (to[axis]! - from[axis]!))
        .filter((share) => share >= 0 && share < 1),
    );
    for (const share of shares.sort((one, other) => one - other)) {
      const crossing: Position = [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
      stretches.at(-1)!.push(crossing);
      stretches.push([crossing]);
    }
    stretches.at(-1)!.push(to);
  }
  return stretches;
}

/** Which of the nine fields around and inside a tile a point lies in. */
function zoneOf([x, y]: Position, low: number, high: number): number {
  return (x < low ? 0 : x < high ? 1 : 2) + (y < low ? 0 : y < high ? 3 : 6);
}

/** Whether a stretch reaches into the tile or its buffer. */
function isNear(line: readonly Position[], { low, high }: Span): boolean {
  let [west, east, north, south] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const [x, y] of line) {
    west = Math.min(west, x);
    east = Math.max(east, x);
    north = Math.min(north, y);
    south = Math.max(south, y);
  }
  return east >= low && west <= high && south >= low && north <= high;
}

function* tilesOf(block: TileAddress, z: number, lines: readonly Contour[]): Generator<MapTile> {
  const deeper = z - block.z;
  const features = lines.flatMap((line) => featuresOf(line, z));
  const tolerance = z === LAST_ZOOM ? LAST_ZOOM_TOLERANCE_UNITS : TOLERANCE_UNITS;
  for (const tile of mapTiles({ z, features, tolerance, smallestArea: 0 })) {
    // The margin belongs to the neighbors.
    if (tile.address.x >> deeper === block.x && tile.address.y >> deeper === block.y) yield tile;
  }
}

function featuresOf({ feet, coordinates }: Contour, z: number): MapFeature[] {
  const ele = feet / FEET_PER_METER;
  const isHeavy = feet % HEAVY_EVERY_FEET === 0;
  const feature = { layer: 'contour', geometry: { type: 'LineString', coordinates } as const };
  const hasLabel = z >= (isHeavy ? ALL_LINES_ZOOM : ALL_LABELS_ZOOM);
  return [
    { ...feature, properties: { ele, index: isHeavy ? HEAVY_INDEX : LINE_INDEX } },
    ...(hasLabel ? [{ ...feature, properties: { ele, index: LABEL_INDEX } }] : []),
  ];
}
