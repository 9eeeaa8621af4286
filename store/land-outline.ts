// The outline of a county's land: around the cells of a grid that the borders of its parcels pass through. The grid becomes coarser
// while the land grows.
import type { FlatArea } from '../geo/flat-area.ts';
import { signedArea } from '../geo/flat-ring.ts';
import { latOfWorldY, lngOfWorldX, worldX, worldY } from '../geo/mercator.ts';
import { simplifyRings } from '../geo/simplify-rings.ts';
import { snapEdges } from '../geo/snap-edges.ts';
import { traceRings } from '../geo/trace-rings.ts';
import type { Extent } from './parcel-store.ts';

type Outline = NonNullable<Extent['outline']>;

/** A tile of this zoom is about 30 m wide: a town lot. */
const FINEST_ZOOM = 20;
/** A county of 50 km by 50 km has cells of some 300 m then. */
const CELLS_MAX = 20_000;
/** Of the grid, so that it has a million cells at most. */
const WIDTH_MAX = 1000;
/** Parts of fewer cells are left out. */
const PART_CELLS_MIN = 4;
/** About a meter. */
const DEGREE_DIGITS = 5;

export class LandOutline {
  /** Cells in a row, around the world. */
  #columns = 2 ** FINEST_ZOOM;
  /** By y * #columns + x. */
  #cells = new Set<number>();
  #west = Infinity;
  #north = Infinity;
  #east = -Infinity;
  #south = -Infinity;

  add(area: FlatArea): void {
    for (let ring = 0; ring < area.rings; ring++) {
      const end = area.ringEnds[ring]!;
      let fromX = worldX(area.points[end - 2]!) * this.#columns;
      let fromY = worldY(area.points[end - 1]!) * this.#columns;
      for (let i = area.ringStart(ring); i < end; i += 2) {
        const x = worldX(area.points[i]!) * this.#columns;
        const y = worldY(area.points[i + 1]!) * this.#columns;
        const steps = Math.max(1, Math.ceil(Math.max(Math.abs(x - fromX), Math.abs(y - fromY))));
        for (let step = 1; step <= steps; step++) {
          this.#mark(fromX + ((x - fromX) * step) / steps, fromY + ((y - fromY) * step) / steps);
        }
        fromX = x;
        fromY = y;
      }
    }
    while (
      this.#cells.size > CELLS_MAX ||
      this.#east - this.#west > WIDTH_MAX ||
      this.#south - this.#north > WIDTH_MAX
    )
      this.#coarsen();
  }

  #mark(x: number, y: number): void {
    const column = Math.floor(x);
    const row = Math.floor(y);
    if (column < this.#west) this.#west = column;
    if (column > this.#east) this.#east = column;
    if (row < this.#north) this.#north = row;
    if (row > this.#south) this.#south = row;
    this.#cells.add(row * this.#columns + column);
  }

  #coarsen(): void {
    const finer = this.#columns;
    const cells = this.#cells;
    this.#columns /= 2;
    this.#cells = new Set();
    this.#west = this.#north = Infinity;
    this.#east = this.#south = -Infinity;
    for (const cell of cells) this.#mark((cell % finer) / 2, Math.floor(cell / finer) / 2);
  }

  outline(): Outline {
    const land = new Raster(this.#east - this.#west + 1, this.#south - this.#north + 1);
    for (const cell of this.#cells) {
      land.grow((cell % this.#columns) - this.#west, Math.floor(cell / this.#columns) - this.#north);
    }
    const squares = land.edgeCells().map(({ x, y }) => [x, y, x + 1, y, x + 1, y + 1, x, y + 1]);
    // Sides that two cells share cancel out. What is left on the inner side of the edge is a hole.
    const rings = simplifyRings({
      rings: traceRings(snapEdges(squares)).filter((ring) => signedArea(ring) > 0),
      tolerance: 1,
      smallestArea: Math.min(PART_CELLS_MIN, squares.length / PART_CELLS_MIN),
    });
    return rings.map((ring) => {
      const line: Outline[number] = [];
      for (let i = 0; i < ring.length; i += 2) {
        const lng = lngOfWorldX((ring[i]! + this.#west) / this.#columns);
        const lat = latOfWorldY((ring[i + 1]! + this.#north) / this.#columns);
        line.push([Number(lng.toFixed(DEGREE_DIGITS)), Number(lat.toFixed(DEGREE_DIGITS))]);
      }
      return [...line, line[0]!];
    });
  }
}

/** Cells that are empty around the land, so that the outside is one, and cells have neighbors on all sides. */
const MARGIN = 2;

/** Land on a grid. Gaps of up to two cells are closed, such as roads, and what they enclose is filled: wide parcels, lakes. */
class Raster {
  readonly #width: number;
  readonly #isGrown: Uint8Array;
  /** From a cell to those around it. */
  readonly #around: readonly number[];

  constructor(width: number, height: number) {
    this.#width = width + 2 * MARGIN;
    this.#isGrown = new Uint8Array(this.#width * (height + 2 * MARGIN));
    this.#around = [-1, 0, 1].flatMap((row) => [-1, 0, 1].map((column) => row * this.#width + column));
  }

  /** Land, with a cell around it. */
  grow(x: number, y: number): void {
    const cell = (y + MARGIN) * this.#width + x + MARGIN;
    for (const step of this.#around) this.#isGrown[cell + step] = 1;
  }

  /** After shrinking by a cell: the cells of the land that others touch. */
  edgeCells(): { x: number; y: number }[] {
    const isOutside = this.#fillOutside();
    const isLand = isOutside.map((_, cell) =>
      this.#around.every((step) => isOutside[cell + step] === 0) ? 1 : 0,
    );
    const cells: { x: number; y: number }[] = [];
    for (const [cell, isFilled] of isLand.entries()) {
      if (!isFilled || this.#around.every((step) => isLand[cell + step])) continue;
      cells.push({ x: (cell % this.#width) - MARGIN, y: Math.floor(cell / this.#width) - MARGIN });
    }
    return cells;
  }

  /** Flood fill. It does not pass between two cells that meet in a corner. */
  #fillOutside(): Uint8Array {
    const isOutside = new Uint8Array(this.#isGrown.length);
    const waiting = [0];
    isOutside[0] = 1;
    for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
      for (const next of [cell - 1, cell + 1, cell - this.#width, cell + this.#width]) {
        if (isOutside[next] !== 0 || this.#isGrown[next]) continue;
        isOutside[next] = 1;
        waiting.push(next);
      }
    }
    return isOutside;
  }
}
