// A grid of marks around many boxes: tells at one look which other boxes have none of them near.

/** Each way. */
const CELLS = 1024;
/** With a row and a column of zeros before the first. */
const SIDE = CELLS + 1;

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
  /** How many marked cells lie west and south of a cell's corner: any range of cells is counted in four look-ups. */
  readonly #sums = new Int32Array(SIDE * SIDE);
  readonly #west: number;
  readonly #south: number;
  readonly #perX: number;
  readonly #perY: number;

  constructor({ boxes, count, whole, around }: Marked) {
    this.#west = whole[0]! - around.x;
    this.#south = whole[1]! - around.y;
    this.#perX = CELLS / (whole[2]! + around.x - this.#west);
    this.#perY = CELLS / (whole[3]! + around.y - this.#south);
    // Only the corners of a box are written, however many cells it covers: the sums of these are the boxes over each cell.
    const sums = this.#sums;
    for (let at = 0; at < 4 * count; at += 4) {
      const left = this.#column(boxes[at]! - around.x);
      const bottom = this.#row(boxes[at + 1]! - around.y);
      const right = this.#column(boxes[at + 2]! + around.x) + 1;
      const top = this.#row(boxes[at + 3]! + around.y) + 1;
      sums[bottom * SIDE + left]!++;
      sums[bottom * SIDE + right]!--;
      sums[top * SIDE + left]!--;
      sums[top * SIDE + right]!++;
    }
    this.#sumUp();
    for (let row = CELLS; row > 0; row--) {
      const before = (row - 1) * SIDE;
      for (let column = CELLS; column > 0; column--)
        sums[row * SIDE + column] = sums[before + column - 1]! > 0 ? 1 : 0;
    }
    sums.fill(0, 0, SIDE);
    for (let row = 0; row < SIDE; row++) sums[row * SIDE] = 0;
    this.#sumUp();
  }

  /** False only where none is near. */
  mayHaveNear(boxes: Int32Array, at: number): boolean {
    const sums = this.#sums;
    const left = this.#column(boxes[at]!);
    const right = this.#column(boxes[at + 2]!) + 1;
    const below = this.#row(boxes[at + 1]!) * SIDE;
    const above = (this.#row(boxes[at + 3]!) + 1) * SIDE;
    return sums[above + right]! - sums[above + left]! - sums[below + right]! + sums[below + left]! > 0;
  }

  /** Each number becomes the sum of all that are west and south of it, itself included. */
  #sumUp(): void {
    const sums = this.#sums;
    for (let row = 0; row < SIDE; row++) {
      for (let column = 0, ofRow = 0; column < SIDE; column++) {
        const at = row * SIDE + column;
        ofRow += sums[at]!;
        sums[at] = row === 0 ? ofRow : sums[at - SIDE]! + ofRow;
      }
    }
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
