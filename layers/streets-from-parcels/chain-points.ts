// Chains points along streets into lines, each point to the nearest one of its street ahead.
import { reversedLine } from '../../geo/flat-line.ts';
import type { StreetPoint } from './frontage.ts';
import type { StreetLine } from './lots.ts';

const REACH_METERS = 30;
/** Points this close to each other are one. */
const SAME_METERS = 3;
/** The cosine of the largest turn from one point to the next. */
const TURN_COSINE_MIN = 0.7;
const POINTS_MIN = 12;

export function chainPoints(points: readonly StreetPoint[]): StreetLine[] {
  const cells = new Map<string, number[]>();
  const key = (street: number, column: number, row: number) => `${street} ${column} ${row}`;
  const columnOf = (meters: number) => Math.floor(meters / REACH_METERS);
  for (const [at, { street, x, y }] of points.entries()) {
    const place = key(street, columnOf(x), columnOf(y));
    const cell = cells.get(place);
    if (cell) cell.push(at);
    else cells.set(place, [at]);
  }
  const isUsed = new Uint8Array(points.length);

  /** The next point in a direction; those that coincide with this one are used up. */
  function ahead(from: StreetPoint, alongX: number, alongY: number): number | undefined {
    let best: number | undefined;
    let bestMeters = REACH_METERS;
    for (let column = columnOf(from.x) - 1; column <= columnOf(from.x) + 1; column++) {
      for (let row = columnOf(from.y) - 1; row <= columnOf(from.y) + 1; row++) {
        for (const at of cells.get(key(from.street, column, row)) ?? []) {
          if (isUsed[at]) continue;
          const { x, y, alongX: otherX, alongY: otherY } = points[at]!;
          const meters = Math.hypot(x - from.x, y - from.y);
          if (meters < SAME_METERS) {
            isUsed[at] = 1;
            continue;
          }
          const forward = ((x - from.x) * alongX + (y - from.y) * alongY) / meters;
          const parallel = Math.abs(otherX * alongX + otherY * alongY);
          if (meters >= bestMeters || forward < TURN_COSINE_MIN || parallel < TURN_COSINE_MIN) continue;
          best = at;
          bestMeters = meters;
        }
      }
    }
    return best;
  }

  function walk(start: StreetPoint, sign: 1 | -1): number[] {
    const line: number[] = [];
    let from = start;
    let [alongX, alongY] = [sign * start.alongX, sign * start.alongY];
    for (let at = ahead(from, alongX, alongY); at !== undefined; at = ahead(from, alongX, alongY)) {
      isUsed[at] = 1;
      const to = points[at]!;
      // The direction of a border has no sign.
      const turn = to.alongX * alongX + to.alongY * alongY < 0 ? -1 : 1;
      [alongX, alongY] = [turn * to.alongX, turn * to.alongY];
      line.push(to.x, to.y);
      from = to;
    }
    return line;
  }

  return points.flatMap((start, at): StreetLine[] => {
    if (isUsed[at]) return [];
    isUsed[at] = 1;
    const forward = walk(start, 1);
    const backward = walk(start, -1);
    const line = [...reversedLine(backward), start.x, start.y, ...forward];
    return line.length / 2 < POINTS_MIN ? [] : [{ street: start.street, line }];
  });
}
