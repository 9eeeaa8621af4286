// An area on a coarse grid of cells that lie inside, outside or on its border: decides most boxes without a look at their shapes.
import type { AreaEdges } from './area-edges.ts';

const CELLS = 512;
/** In cells. Cells are bounded by rounded numbers: a border this near to one counts for both. */
const ROUNDING = 1e-6;

export type BoxPlace = 'inside' | 'outside' | 'unsure';

export class AreaRaster {
  readonly #box: Float64Array;
  readonly #perX: number;
  readonly #perY: number;
  /** Sums over all cells west and south of a cell's corner, so that any range of cells is counted in four look-ups. */
  readonly #insideSums = new Uint32Array((CELLS + 1) ** 2);
  readonly #outsideSums = new Uint32Array((CELLS + 1) ** 2);

  constructor(area: AreaEdges) {
    this.#box = Float64Array.from(area.box);
    this.#perX = CELLS / (area.box[2]! - area.box[0]! || 1);
    this.#perY = CELLS / (area.box[3]! - area.box[1]! || 1);
    const border = this.#borderCells(area);
    this.#sumUp(area, border);
  }

  placeOf(boxes: ArrayLike<number>, at: number): BoxPlace {
    const west = this.#box[0]!;
    const south = this.#box[1]!;
    if (boxes[at]! > this.#box[2]! || boxes[at + 2]! < west) return 'outside';
    if (boxes[at + 1]! > this.#box[3]! || boxes[at + 3]! < south) return 'outside';
    const left = cell((boxes[at]! - west) * this.#perX - ROUNDING);
    const bottom = cell((boxes[at + 1]! - south) * this.#perY - ROUNDING);
    const right = cell((boxes[at + 2]! - west) * this.#perX + ROUNDING) + 1;
    const top = cell((boxes[at + 3]! - south) * this.#perY + ROUNDING) + 1;
    const cells = (right - left) * (top - bottom);
    if (count(this.#outsideSums, left, bottom, right, top) === cells) return 'outside';
    if (count(this.#insideSums, left, bottom, right, top) !== cells) return 'unsure';
    const isWithin =
      boxes[at]! >= west &&
      boxes[at + 1]! >= south &&
      boxes[at + 2]! <= this.#box[2]! &&
      boxes[at + 3]! <= this.#box[3]!;
    return isWithin ? 'inside' : 'unsure';
  }

  #borderCells({ ends, count }: AreaEdges): Uint8Array {
    const border = new Uint8Array(CELLS * CELLS);
    for (let at = 0; at < 4 * count; at += 4) {
      let fromX = (ends[at]! - this.#box[0]!) * this.#perX;
      let fromY = (ends[at + 1]! - this.#box[1]!) * this.#perY;
      let toX = (ends[at + 2]! - this.#box[0]!) * this.#perX;
      let toY = (ends[at + 3]! - this.#box[1]!) * this.#perY;
      if (fromY > toY) [fromX, fromY, toX, toY] = [toX, toY, fromX, fromY];
      const slope = toY > fromY ? (toX - fromX) / (toY - fromY) : 0;
      for (let row = cell(fromY - ROUNDING); row <= cell(toY + ROUNDING); row++) {
        // What the edge covers of the row.
        const low = toY > fromY ? fromX + slope * Math.max(0, row - fromY) : fromX;
        const high = toY > fromY ? fromX + slope * Math.min(toY - fromY, row + 1 - fromY) : toX;
        const first = cell(Math.min(low, high) - ROUNDING);
        const last = cell(Math.max(low, high) + ROUNDING);
        border.fill(1, row * CELLS + first, row * CELLS + last + 1);
      }
    }
    return border;
  }

  #sumUp(area: AreaEdges, border: Uint8Array): void {
    for (let row = 0; row < CELLS; row++) {
      let inside = 0;
      let outside = 0;
      // Cells between two of the border are all in or all out.
      let isInside: boolean | undefined;
      for (let column = 0; column < CELLS; column++) {
        if (border[row * CELLS + column]) isInside = undefined;
        else {
          isInside ??= area.contains(
            this.#box[0]! + (column + 0.5) / this.#perX,
            this.#box[1]! + (row + 0.5) / this.#perY,
          );
          if (isInside) inside++;
          else outside++;
        }
        const at = (row + 1) * (CELLS + 1) + column + 1;
        this.#insideSums[at] = this.#insideSums[at - CELLS - 1]! + inside;
        this.#outsideSums[at] = this.#outsideSums[at - CELLS - 1]! + outside;
      }
    }
  }
}

function count(sums: Uint32Array, left: number, bottom: number, right: number, top: number): number {
  const below = bottom * (CELLS + 1);
  const above = top * (CELLS + 1);
  return sums[above + right]! - sums[above + left]! - sums[below + right]! + sums[below + left]!;
}

function cell(at: number): number {
  const whole = Math.floor(at);
  return whole < 0 ? 0 : whole >= CELLS ? CELLS - 1 : whole;
}
