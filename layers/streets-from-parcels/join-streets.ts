// Joins the lines of each street across crossings and blocks, and smooths them.
import { reversedLine } from '../../geo/flat-line.ts';
import { chainsOf } from '../../geo/join-lines.ts';
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

type End = { street: number; x: number; y: number; outX: number; outY: number };

export function joinStreets(lines: readonly StreetLine[]): StreetLine[] {
  const ends = lines.flatMap(({ street, line }) => [endOf(street, line), endOf(street, reversedLine(line))]);
  const partners = new Int32Array(ends.length).fill(-1);
  for (const { one, other } of candidates(ends)) {
    if (partners[one] !== -1 || partners[other] !== -1) continue;
    partners[one] = other;
    partners[other] = one;
  }
  return chainsOf(partners).map(({ first, ends: entered }) => {
    const line = entered.flatMap((end) => {
      const { line } = lines[end >> 1]!;
      return end % 2 === 0 ? line : reversedLine(line);
    });
    return { street: lines[first]!.street, line: smooth(line) };
  });
}

function endOf(street: number, line: readonly number[]): End {
  const { alongX, alongY } = directionAtStart(line, DIRECTION_METERS);
  return { street, x: line[0]!, y: line[1]!, outX: -alongX, outY: -alongY };
}

/** The unit vector from the first point to one that is so far along the line. */
export function directionAtStart(
  line: readonly number[],
  meters: number,
): { alongX: number; alongY: number } {
  let at = 2;
  const distance = () => Math.hypot(line[at]! - line[0]!, line[at + 1]! - line[1]!);
  while (at < line.length - 2 && distance() < meters) at += 2;
  const length = distance() || 1;
  return { alongX: (line[at]! - line[0]!) / length, alongY: (line[at + 1]! - line[1]!) / length };
}

/** Pairs of ends that may be joined, the nearest first. */
function candidates(ends: readonly End[]) {
  const cells = new Map<string, number[]>();
  const key = (street: number, column: number, row: number) => `${street} ${column} ${row}`;
  const cellOf = (meters: number) => Math.floor(meters / GAP_METERS_MAX);
  const pairs: { one: number; other: number; meters: number }[] = [];
  for (const [number, end] of ends.entries()) {
    const { street } = end;
    for (let column = cellOf(end.x) - 1; column <= cellOf(end.x) + 1; column++) {
      for (let row = cellOf(end.y) - 1; row <= cellOf(end.y) + 1; row++) {
        for (const other of cells.get(key(street, column, row)) ?? []) {
          const meters = gapBetween(end, ends[other]!);
          if (meters !== undefined && other >> 1 !== number >> 1) pairs.push({ one: number, other, meters });
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
