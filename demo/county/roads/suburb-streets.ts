// The streets of a suburb: parallel curved rows, cross streets, exits to the main roads, and dead ends with bulbs.
import { bufferLines, offsetShape, subtract } from '../plane/clip.ts';
import { add, direction, distance, dot, left, minus, type Point, unit } from '../plane/point.ts';
import { lineLength, resample, simplifyLine } from '../plane/polyline.ts';
import { boxOf, type Shape, shapeContains } from '../plane/ring.ts';
import { SegmentIndex } from '../plane/segment-index.ts';
import type { Random } from '../random.ts';
import { fractalNoise } from '../terrain/noise.ts';
import type { Street } from './street.ts';

export type SuburbGround = {
  /** The land between the main roads. */
  shape: Shape;
  /** The main roads that streets may open onto. */
  openRoads: readonly (readonly Point[])[];
  /** Streets keep clear of these. */
  creeks: readonly (readonly Point[])[];
};

/** Distance between streets: two lots back to back and half of each right-of-way. */
const ROW_SPACING = 116;
const EDGE_DEPTH = 62;
const BANK_METERS = 34;
const SHORTEST_STREET = 75;

type Row = { index: number; line: Point[] /** Local positions of the ends. */; from: number; to: number };

export function laySuburb({
  ground,
  subdivision,
  random,
}: {
  ground: SuburbGround;
  subdivision: number;
  random: Random;
}): Street[] {
  const { shape, openRoads, creeks } = ground;
  const dry = bufferLines(creeks.map((line) => ({ line, halfWidth: BANK_METERS })));
  const inner = subtract(offsetShape(shape, -EDGE_DEPTH), dry);
  if (inner.length === 0) return [];
  const frame = frameOf(shape, random);
  const roads = new SegmentIndex(80);
  for (const line of openRoads) roads.addLine(line, 0);
  const rows = layRows({ shape, inner, frame });
  const crossStreets = layCrossStreets({ rows, frame, random });
  return connectedParts(rows, crossStreets).flatMap((part) => {
    const crossings = crossStreets.filter(({ from }) => part.includes(from)).map(({ line }) => line);
    let exits = extendRowsToRoads({ rows: part, roads, shape, random });
    if (exits < 2) exits += connectRowsToRoads({ rows: part, roads, shape, wanted: 2 - exits, crossings });
    // Streets without an exit are not built.
    if (exits === 0) return [];
    return [...part.map(({ line }) => line), ...crossings].map(
      (line): Street => ({
        class: 'local',
        line: simplifyLine(line, 0.25),
        setting: { kind: 'subdivision', subdivision },
        hasBulb: true,
      }),
    );
  });
}

type CrossStreet = { from: Row; to: Row; line: Point[] };

/** Cross streets between neighboring rows: two for long rows, which makes a loop; one for short rows. */
function layCrossStreets({
  rows,
  frame,
  random,
}: {
  rows: readonly Row[];
  frame: Frame;
  random: Random;
}): CrossStreet[] {
  return rows.flatMap((from) =>
    rows
      .filter(({ index }) => index === from.index + 1)
      .flatMap((to) => {
        const [low, high] = [Math.max(from.from, to.from) + 18, Math.min(from.to, to.to) - 18];
        if (high - low < 12) return [];
        const shares =
          high - low > 380
            ? [random.between(0.04, 0.3), random.between(0.7, 0.96)]
            : [random.pick([0.04, 0.5, 0.96])];
        return shares.map((share) => {
          const across = low + (high - low) * share;
          return { from, to, line: [pointAcross(from, across, frame), pointAcross(to, across, frame)] };
        });
      }),
  );
}

/** Connected components of the rows (breadth-first search). */
function connectedParts(rows: readonly Row[], crossStreets: readonly CrossStreet[]): Row[][] {
  const parts: Row[][] = [];
  const waiting = new Set(rows);
  for (const first of rows) {
    if (!waiting.delete(first)) continue;
    const part = [first];
    for (const row of part) {
      for (const { from, to } of crossStreets) {
        const other = from === row ? to : to === row ? from : undefined;
        if (other && waiting.delete(other)) part.push(other);
      }
    }
    parts.push(part);
  }
  return parts;
}

/** Extends some rows to the road that their end points at. Returns how many. */
function extendRowsToRoads({
  rows,
  roads,
  shape,
  random,
}: {
  rows: readonly Row[];
  roads: SegmentIndex;
  shape: Shape;
  random: Random;
}): number {
  let exits = 0;
  for (const { line } of rows) {
    for (const isStart of [true, false]) {
      const end = isStart ? line[0]! : line.at(-1)!;
      const outward = unit(minus(end, isStart ? line[1]! : line.at(-2)!));
      const hit = roads.raycast({ from: end, along: outward, reach: EDGE_DEPTH * 2.1, skip: 5 });
      if (!hit || !isSquare(outward, hit.segment) || !random.chance(0.42)) continue;
      const isDry = [0.3, 0.6, 0.9].every((share) =>
        shapeContains(shape, add(end, outward, (hit.distance - 20) * share)),
      );
      if (!isDry) continue;
      const exit = add(end, outward, hit.distance);
      if (isStart) line.unshift(exit);
      else line.push(exit);
      exits++;
    }
  }
  return exits;
}

type Frame = { origin: Point; along: Point; across: Point; bendAt: (metersAlong: number) => number };

/** Rows follow the most frequent direction of the outline, found by a histogram of headings. */
function frameOf(shape: Shape, random: Random): Frame {
  const ring = resample([...shape[0]!, shape[0]![0]!], 40);
  const tally = new Map<number, number>();
  for (let i = 1; i < ring.length; i++) {
    const heading = minus(ring[i]!, ring[i - 1]!);
    const turn = Math.atan2(heading.y, heading.x);
    const bin = ((Math.round(turn / (Math.PI / 12)) % 12) + 12) % 12;
    for (const [offset, weight] of [
      [0, 2],
      [1, 1],
      [11, 1],
    ] as const) {
      const key = (bin + offset) % 12;
      tally.set(key, (tally.get(key) ?? 0) + weight);
    }
  }
  const best = [...tally].reduce((a, b) => (b[1] > a[1] ? b : a))[0];
  const along = direction((best * Math.PI) / 12 + random.between(-0.08, 0.08));
  const box = boxOf(shape[0]!);
  const origin = { x: (box.minX + box.maxX) / 2, y: (box.minY + box.maxY) / 2 };
  const bend = fractalNoise(random.integer(1, 1e9), 2);
  const strength = random.between(30, 75);
  const wave = random.between(420, 800);
  return { origin, along, across: left(along), bendAt: (meters) => strength * bend(meters / wave, 0.5) };
}

function layRows({ inner, frame, shape }: { shape: Shape; inner: readonly Shape[]; frame: Frame }): Row[] {
  const { origin, along, across, bendAt } = frame;
  const local = (point: Point): Point => ({
    x: dot(minus(point, origin), along),
    y: dot(minus(point, origin), across),
  });
  const corners = shape[0]!.map(local);
  const box = boxOf(corners);
  const rows: Row[] = [];
  const isInner = (point: Point): boolean => inner.some((candidate) => shapeContains(candidate, point));
  const count = Math.ceil((box.maxY - box.minY) / ROW_SPACING) + 1;
  const first = box.minY + EDGE_DEPTH + 4;
  for (let index = 0; index < count; index++) {
    let run: Point[] = [];
    let start = 0;
    const finish = (end: number): void => {
      if (run.length > 2 && lineLength(run) > SHORTEST_STREET)
        rows.push({ index, line: run, from: start, to: end });
      run = [];
    };
    for (let meters = box.minX; meters <= box.maxX; meters += 12) {
      const v = first + index * ROW_SPACING + bendAt(meters);
      const point = add(add(origin, along, meters), across, v);
      if (!isInner(point)) {
        finish(meters - 12);
        continue;
      }
      if (run.length === 0) start = meters;
      run.push(point);
    }
    finish(box.maxX);
  }
  return rows;
}

function pointAcross(row: Row, meters: number, frame: Frame): Point {
  const { origin, along } = frame;
  return row.line.reduce((best, point) =>
    Math.abs(dot(minus(point, origin), along) - meters) < Math.abs(dot(minus(best, origin), along) - meters)
      ? point
      : best,
  );
}

/** A street must not meet a road at a sharp angle. */
function isSquare(heading: Point, segment: { a: Point; b: Point }): boolean {
  return Math.abs(dot(heading, unit(minus(segment.b, segment.a)))) < 0.7;
}

/** Short streets from the side of a row straight to a road, where rows have too few exits. Returns how many. */
function connectRowsToRoads({
  rows,
  roads,
  shape,
  wanted,
  crossings,
}: {
  rows: readonly Row[];
  roads: SegmentIndex;
  shape: Shape;
  wanted: number;
  crossings: Point[][];
}): number {
  const exits: { from: Point; to: Point; meters: number }[] = [];
  for (const { line } of rows) {
    for (let i = 2; i < line.length - 2; i += 3) {
      const heading = unit(minus(line[i + 1]!, line[i - 1]!));
      for (const along of [left(heading), left(left(left(heading)))]) {
        const hit = roads.raycast({ from: line[i]!, along, reach: 150, skip: 20 });
        if (!hit || !isSquare(along, hit.segment)) continue;
        const isClear = [0.3, 0.6, 0.85].every((share) =>
          shapeContains(shape, add(line[i]!, along, hit.distance * share - 6)),
        );
        if (isClear)
          exits.push({ from: line[i]!, to: add(line[i]!, along, hit.distance), meters: hit.distance });
      }
    }
  }
  exits.sort((a, b) => a.meters - b.meters);
  const chosen: typeof exits = [];
  for (const exit of exits) {
    if (chosen.length < wanted && chosen.every((other) => distance(other.to, exit.to) > 150))
      chosen.push(exit);
  }
  for (const { from, to } of chosen) crossings.push([from, to]);
  return chosen.length;
}
