// Joins the lines of a tile that meet at their ends and have equal properties: a street that comes block by block has room
// for its name only as one line.

import { type FlatLine, reversedLine } from './flat-line.ts';
import { addToGroup } from './groups.ts';

export type TileLine = {
  /** In whole tile units. */
  points: Int16Array;
  /** Only lines of one group are joined. */
  group: number;
  /** Whether it must not be reversed. */
  isDirected: boolean;
};

/** `first` is the number of the first of the lines that it was joined from. */
export type JoinedLine = { first: number; line: FlatLine };

/** Of a turn of 120 degrees. A sharper one leads back. */
const COSINE_MIN = -0.5;
/** At one place. Any more of them stay apart, so that the time stays linear. */
const ENDS_MAX = 8;

/** In the order of their first lines. */
export function joinLines(lines: readonly TileLine[]): JoinedLine[] {
  return chainsOf(pairEnds(lines)).map(({ first, ends }) => {
    const line: FlatLine = [];
    for (const end of ends) append(line, lines[end >> 1]!.points, end % 2 === 1);
    return { first, line };
  });
}

/**
 * Lines that go on in each other. An end is numbered twice its line's number, and one more for the last point; `partners` says for
 * each the end that it continues at, -1 for none. A chain is the ends at which its lines are entered, one after the other.
 */
export function chainsOf(partners: Int32Array): { first: number; ends: number[] }[] {
  const isTaken = new Uint8Array(partners.length / 2);
  const chains: { first: number; ends: number[] }[] = [];
  for (let first = 0; first < isTaken.length; first++) {
    if (isTaken[first]) continue;
    let end = 2 * first;
    for (let before = partners[end]!; before >= 0; before = partners[end]!) {
      end = before ^ 1;
      if (end >> 1 === first) break; // a loop
    }
    const ends: number[] = [];
    while (end >= 0 && !isTaken[end >> 1]) {
      isTaken[end >> 1] = 1;
      ends.push(end);
      end = partners[end ^ 1]!;
    }
    chains.push({ first, ends });
  }
  return chains;
}

/** The end that each end continues at; -1 for none. */
function pairEnds(lines: readonly TileLine[]): Int32Array {
  const partners = new Int32Array(2 * lines.length).fill(-1);
  for (const ends of endsByPlace(lines).values()) {
    for (const [one, other] of straightestFirst(ends.slice(0, ENDS_MAX), lines)) {
      if (partners[one]! >= 0 || partners[other]! >= 0) continue;
      partners[one] = other;
      partners[other] = one;
    }
  }
  return partners;
}

/** More than a coordinate of a tile with its buffer. */
const COORDINATES = 2 ** 13;

function endsByPlace(lines: readonly TileLine[]): Map<number, number[]> {
  const places = new Map<number, number[]>();
  for (let i = 0; i < lines.length; i++) {
    const { points, group } = lines[i]!;
    for (const end of [2 * i, 2 * i + 1]) {
      const at = end % 2 === 0 ? 0 : points.length - 2;
      const x = points[at]! + COORDINATES / 4;
      const y = points[at + 1]! + COORDINATES / 4;
      const place = (group * COORDINATES + x) * COORDINATES + y;
      addToGroup(places, place, end);
    }
  }
  return places;
}

function straightestFirst(ends: readonly number[], lines: readonly TileLine[]): [number, number][] {
  if (ends.length < 2) return [];
  const pairs: { pair: [number, number]; cosine: number }[] = [];
  for (let i = 0; i < ends.length; i++) {
    for (let j = 0; j < i; j++) {
      const pair: [number, number] = [ends[j]!, ends[i]!];
      const cosine = cosineOfTurn(pair, lines);
      if (mayMeet(pair, lines) && cosine >= COSINE_MIN) pairs.push({ pair, cosine });
    }
  }
  return pairs.sort((a, b) => b.cosine - a.cosine).map(({ pair }) => pair);
}

function mayMeet([one, other]: [number, number], lines: readonly TileLine[]): boolean {
  if (one >> 1 === other >> 1) return false;
  return !lines[one >> 1]!.isDirected || one % 2 !== other % 2;
}

/** 1 for straight on. */
function cosineOfTurn([one, other]: [number, number], lines: readonly TileLine[]): number {
  const [fromX, fromY] = stepFrom(one, lines);
  const [toX, toY] = stepFrom(other, lines);
  return -(fromX * toX + fromY * toY) / (Math.hypot(fromX, fromY) * Math.hypot(toX, toY));
}

/** From an end to the point beside it. */
function stepFrom(end: number, lines: readonly TileLine[]): [x: number, y: number] {
  const { points } = lines[end >> 1]!;
  const at = end % 2 === 0 ? 0 : points.length - 2;
  const next = end % 2 === 0 ? 2 : at - 2;
  return [points[next]! - points[at]!, points[next + 1]! - points[at + 1]!];
}

/** The first point is left out where the line is there already. */
function append(line: FlatLine, points: Int16Array, isReversed: boolean): void {
  const added = isReversed ? reversedLine(points) : points;
  for (let i = line.length === 0 ? 0 : 2; i < added.length; i++) line.push(added[i]!);
}
