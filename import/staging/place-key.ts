// A number by which places sort along a Hilbert curve: what is near on the map is mostly near in the order.
import { GRID_PER_DEGREE } from '../../geo/geometry.ts';

/** 2^16 cells across 360 degrees are about 600 m wide: finer order gains nothing. */
const CELLS = 2 ** 16;
const GRID_STEPS_PER_CELL = (360 * GRID_PER_DEGREE) / CELLS;

/** `x` and `y` are steps of the storage grid. */
export function placeKey(x: number, y: number): number {
  let column = cellOf(x);
  let row = cellOf(y);
  let key = 0;
  for (let side = CELLS / 2; side >= 1; side /= 2) {
    const isEast = (column & side) > 0 ? 1 : 0;
    const isNorth = (row & side) > 0 ? 1 : 0;
    key += side * side * ((3 * isEast) ^ isNorth);
    // Turns the quarter so that the curve enters and leaves it at neighbors.
    if (isNorth === 0) {
      if (isEast === 1) {
        column = CELLS - 1 - column;
        row = CELLS - 1 - row;
      }
      [column, row] = [row, column];
    }
  }
  return key;
}

function cellOf(gridSteps: number): number {
  const cell = Math.floor(gridSteps / GRID_STEPS_PER_CELL) + CELLS / 2;
  return Math.min(CELLS - 1, Math.max(0, cell));
}
