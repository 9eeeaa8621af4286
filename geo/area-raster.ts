// An area on a coarse grid of cells that lie inside, outside or on its border: decides most boxes without a look at their shapes.
import type { AreaEdges } from './area-edges.ts';

/** Along each side. */
const CELLS = 512;
const CELLS_MIN = 16;
/** As many areas have the whole grid, of 2 MB each. More share that memory: a filter may have thousands. */
const WHOLE_GRIDS = 8;
/** In cells. Cells are bounded by rounded numbers: a border this near to one counts for both. */
const ROUNDING = 1e-6;

export type BoxPlace = 'inside' | 'outside' | 'unsure';

export class AreaRaster {
  readonly #box: Float64Array;
  readonly #perX: number;
  readonly #perY: number;
  /** Sums over all cells west and south of a cell's corner, so that any range of cells is counted in four look-ups. */
  readonly #insideSums: Uint32Array;
  readonly #outsideSums: Uint32Array;
  readonly #cells: number;

  /** `areas`: how many are on grids at the same time. */
  constructor(area: AreaEdges, areas = 1) {
    this.#cells = Math.max(CELLS_MIN, Math.floor(CELLS * Math.min(1, Math.sqrt(WHOLE_GRIDS / areas))));
    this.#insideSums = new Uint32Array((this.#cells + 1) ** 2);
    this.#outsideSums = new Uint32Array((this.#cells + 1) ** 2);
    this.#box = Float64Array.from(area.box);
    this.#perX = this.#cells / (area.box[2]! - area.box[0]! || 1);
    this.#perY = this.#cells / (area.box[3]! - area.box[1]! || 1);
    const border = this.#borderCells(area);
    this.#sumUp(area, border);
  }

  placeOf(boxes: ArrayLike<number>, at: number): BoxPlace {
    const west = this.#box[0]!;
    const south = this.#box[1]!;
    if (boxes[at]! > this.#box[2]! || boxes[at + 2]! < west) return 'outside';
    if (boxes[at + 1]! > this.#box[3]! || boxes[at + 3]! < south) return 'outside';
    const left = this.#cell((boxes[at]! - west) * this.#perX - ROUNDING);
    const bottom = this.#cell((boxes[at + 1]! - south) * this.#perY - ROUNDING);
    const right = this.#cell((boxes[at + 2]! - west) * this.#perX + ROUNDING) + 1;
    const top = this.#cell((boxes[at + 3]! - south) * this.#perY + ROUNDING) + 1;
    const covered = (right - left) * (top - bottom);
    if (this.#count(this.#outsideSums, left, bottom, right, top) === covered) return 'outside';
    if (this.#count(this.#insideSums, left, bottom, right, top) !== covered) return 'unsure';
    const isWithin =
      boxes[at]! >= west &&
      boxes[at + 1]! >= south &&
      boxes[at + 2]! <= this.#box[2]! &&
      boxes[at + 3]! <= this.#box[3]!;
    return isWithin ? 'inside' : 'unsure';
  }

  #borderCells({ ends, count, step }: AreaEdges): Uint8Array {
    const cells = this.#cells;
    const border = new Uint8Array(cells * cells);
    for (let at = 0; at < 4 * count; at += 4) {
      step();
      let fromX = (ends[at]! - this.#box[0]!) * this.#perX;
      let fromY = (ends[at + 1]! - this.#box[1]!) * this.#perY;
      let toX = (ends[at + 2]! - this.#box[0]!) * this.#perX;
      let toY = (ends[at + 3]! - this.#box[1]!) * this.#perY;
      if (fromY > toY) [fromX, fromY, toX, toY] = [toX, toY, fromX, fromY];
      const slope = toY > fromY ? (toX - fromX) / (toY - fromY) : 0;
      for (let row = this.#cell(fromY - ROUNDING); row <= this.#cell(toY + ROUNDING); row++) {
        // What the edge covers of the row.
        const low = toY > fromY ? fromX + slope * Math.max(0, row - fromY) : fromX;
        const high = toY > fromY ? fromX + slope * Math.min(toY - fromY, row + 1 - fromY) : toX;
        const first = this.#cell(Math.min(low, high) - ROUNDING);
        const last = this.#cell(Math.max(low, high) + ROUNDING);
        border.fill(1, row * cells + first, row * cells + last + 1);
      }
    }
    return border;
  }

  #sumUp(area: AreaEdges, border: Uint8Array): void {
    const cells = this.#cells;
    for (let row = 0; row < cells; row++) {
      let inside = 0;
      let outside = 0;
      // Cells between two of the border are all in or all out.
      let isInside: boolean | undefined;
      for (let column = 0; column < cells; column++) {
        if (border[row * cells + column]) isInside = undefined;
        else {
          isInside ??= area.contains(
            this.#box[0]! + (column + 0.5) / this.#perX,
            this.#box[1]! + (row + 0.5) / this.#perY,
          );
          if (isInside) inside++;
          else outside++;
        }
        const at = (row + 1) * (cells + 1) + column + 1;
        this.#insideSums[at] = this.#insideSums[at - cells - 1]! + inside;
        this.#outsideSums[at] = this.#outsideSums[at - cells - 1]! + outside;
      }
    }
  }

  #count(sums: Uint32Array, left: number, bottom: number, right: number, top: number): number {
    const below = bottom * (this.#cells + 1);
    const above = top * (this.#cells + 1);
    return sums[above + right]! - sums[above + left]! - sums[below + right]! + sums[below + left]!;
  }

  #cell(at: number): number {
    const whole = Math.floor(at);
    return whole < 0 ? 0 : whole >= this.#cells ? this.#cells - 1 : whole;
  }
}
