// Joins the lines of each street across crossings and blocks, and smooths them.
import { simplifyLine } from '../../geo/simplify-line.ts';
import type { StreetLine } from './lots.ts';

/** Lines that go on straight are joined over gaps up to this, such as wide crossings. */
const GAP_METERS_MAX = 90;
/** Closer ends need not point at each other: blocks are cut there. */
const CUT_METERS = 12;
const STRAIGHT_COSINE = 0.8;
const TURN_COSINE = 0.2;
/** The direction at an end is taken over this distance. */
const DIRECTION_METERS = 30;
const SMOOTHING_STEP_METERS = 8;
const SMOOTHING_ROUNDS = 4;
const SIMPLIFY_METERS = 0.8;

type End = { line: number; isLast: boolean; x: number; y: number; outX: number; outY: number };

/** Lines are x and y in turn, in meters. */
export function joinLines(lines: readonly StreetLine[]): StreetLine[] {
  const ends = lines.flatMap(({ line }, number) => [endOf(line, number, false), endOf(line, number, true)]);
  const partner = new Int32Array(ends.length).fill(-1);
  for (const { one, other } of candidates(ends, lines)) {
    if (partner[one] !== -1 || partner[other] !== -1) continue;
    partner[one] = other;
    partner[other] = one;
  }
  const isUsed = new Uint8Array(lines.length);
  const chain = (firstEnd: number): number[] => {
    const joined: number[] = [];
    for (let entered = firstEnd; entered !== -1 && !isUsed[entered >> 1]; ) {
      const number = entered >> 1;
      isUsed[number] = 1;
      const { line } = lines[number]!;
      if (entered % 2 === 0) for (const value of line) joined.push(value);
      else for (let i = line.length - 2; i >= 0; i -= 2) joined.push(line[i]!, line[i + 1]!);
      entered = partner[entered ^ 1]!;
    }
    return joined;
  };
  const result: StreetLine[] = [];
  const begin = (end: number) => {
    if (!isUsed[end >> 1]) result.push({ street: lines[end >> 1]!.street, line: smooth(chain(end)) });
  };
  for (let end = 0; end < ends.length; end++) if (partner[end] === -1) begin(end);
  // What is left goes around.
  for (let end = 0; end < ends.length; end += 2) begin(end);
  return result;
}

function endOf(line: readonly number[], number: number, isLast: boolean): End {
  const count = line.length / 2;
  const at = (point: number) => 2 * (isLast ? count - 1 - point : point);
  const [x, y] = [line[at(0)]!, line[at(0) + 1]!];
  let back = 1;
  const distance = () => Math.hypot(x - line[at(back)]!, y - line[at(back) + 1]!);
  while (back < count - 1 && distance() < DIRECTION_METERS) back++;
  const meters = distance() || 1;
  return {
    line: number,
    isLast,
    x,
    y,
    outX: (x - line[at(back)]!) / meters,
    outY: (y - line[at(back) + 1]!) / meters,
  };
}

/** Pairs of ends that may be joined, the nearest first. */
function candidates(ends: readonly End[], lines: readonly StreetLine[]) {
  const cells = new Map<string, number[]>();
  const key = (street: number, column: number, row: number) => `${street} ${column} ${row}`;
  const cellOf = (meters: number) => Math.floor(meters / GAP_METERS_MAX);
  const pairs: { one: number; other: number; meters: number }[] = [];
  for (const [number, end] of ends.entries()) {
    const { street } = lines[end.line]!;
    for (let column = cellOf(end.x) - 1; column <= cellOf(end.x) + 1; column++) {
      for (let row = cellOf(end.y) - 1; row <= cellOf(end.y) + 1; row++) {
        for (const other of cells.get(key(street, column, row)) ?? []) {
          const meters = gapBetween(end, ends[other]!);
          if (meters !== undefined) pairs.push({ one: number, other, meters });
        }
      }
    }
    const place = key(street, cellOf(end.x), cellOf(end.y));
    const cell = cells.get(place);
    if (cell) cell.push(number);
    else cells.set(place, [number]);
  }
  return pairs.sort((a, b) => a.meters - b.meters);
}

/** Undefined for ends that do not go on in each other. */
function gapBetween(one: End, other: End): number | undefined {
  if (one.line === other.line) return undefined;
  const [x, y] = [other.x - one.x, other.y - one.y];
  const meters = Math.hypot(x, y);
  if (meters > GAP_METERS_MAX) return undefined;
  const turn = -(one.outX * other.outX + one.outY * other.outY);
  if (meters <= CUT_METERS) return turn < TURN_COSINE ? undefined : meters;
  const pointsAhead = x * one.outX + y * one.outY > STRAIGHT_COSINE * meters;
  const pointsBack = -(x * other.outX + y * other.outY) > STRAIGHT_COSINE * meters;
  return pointsAhead && pointsBack ? meters : undefined;
}

/** Points at even distances, averaged with their neighbors; the ends stay. */
function smooth(line: readonly number[]): number[] {
  let points = resample(line);
  for (let round = 0; round < SMOOTHING_ROUNDS; round++) {
    const next = points.slice();
    for (let i = 2; i < points.length - 2; i++)
      next[i] = (points[i - 2]! + 2 * points[i]! + points[i + 2]!) / 4;
    points = next;
  }
  return simplifyLine(points, SIMPLIFY_METERS);
}

function resample(line: readonly number[]): number[] {
  const length = lengthOf(line);
  const steps = Math.max(1, Math.round(length / SMOOTHING_STEP_METERS));
  const points = [line[0]!, line[1]!];
  let run = 0;
  for (let i = 2; i < line.length; i += 2) {
    const [x, y] = [line[i - 2]!, line[i - 1]!];
    const meters = Math.hypot(line[i]! - x, line[i + 1]! - y);
    while (points.length / 2 < steps && run + meters >= (points.length / 2) * (length / steps)) {
      const share = ((points.length / 2) * (length / steps) - run) / meters;
      points.push(x + share * (line[i]! - x), y + share * (line[i + 1]! - y));
    }
    run += meters;
  }
  points.push(line.at(-2)!, line.at(-1)!);
  return points;
}

export function lengthOf(line: readonly number[]): number {
  let length = 0;
  for (let i = 2; i < line.length; i += 2)
    length += Math.hypot(line[i]! - line[i - 2]!, line[i + 1]! - line[i - 1]!);
  return length;
}
