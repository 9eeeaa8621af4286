// A grid of marks around many boxes: tells at one look which other boxes have none of them near.

/** Each way. */
const CELLS = 1024;
/** Cells under a box. A larger one is hardly ever without a mark. */
const LOOKED_AT_MAX = 1024;

type Marked = {
  /** West, south, east and north of each, as in Segment. */
  boxes: Int32Array;
  count: number;
  /** Around all of them. */
  whole: Float64Array;
  /** How far around each box is near, in steps of the boxes' grid. */
  around: { x: number; y: number };
};

export class NearGrid {
  readonly #cells = new Uint8Array(CELLS * CELLS);
  readonly #west: number;
  readonly #south: number;
  readonly #perX: number;
  readonly #perY: number;

  constructor({ boxes, count, whole, around }: Marked) {
    this.#west = whole[0]! - around.x;
    this.#south = whole[1]! - around.y;
    this.#perX = CELLS / (whole[2]! + around.x - this.#west);
    this.#perY = CELLS / (whole[3]! + around.y - this.#south);
    for (let at = 0; at < 4 * count; at += 4) {
      const left = this.#column(boxes[at]! - around.x);
      const right = this.#column(boxes[at + 2]! + around.x);
      const top = this.#row(boxes[at + 3]! + around.y);
      for (let row = this.#row(boxes[at + 1]! - around.y); row <= top; row++) {
        this.#cells.fill(1, row * CELLS + left, row * CELLS + right + 1);
      }
    }
  }

  /** False only where none is near. */
  mayHaveNear(boxes: Int32Array, at: number): boolean {
    const left = this.#column(boxes[at]!);
    const right = this.#column(boxes[at + 2]!);
    const bottom = this.#row(boxes[at + 1]!);
    const top = this.#row(boxes[at + 3]!);
    if ((right - left) * (top - bottom) > LOOKED_AT_MAX) return true;
    for (let row = bottom; row <= top; row++) {
      for (let column = left; column <= right; column++) if (this.#cells[row * CELLS + column]) return true;
    }
    return false;
  }

  #column(x: number): number {
    return cell((x - this.#west) * this.#perX);
  }

  #row(y: number): number {
    return cell((y - this.#south) * this.#perY);
  }
}

function cell(at: number): number {
  const whole = Math.floor(at);
  return whole >= CELLS ? CELLS - 1 : whole > 0 ? whole : 0;
}
