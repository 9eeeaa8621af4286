// Open lines in the plane: measuring, interpolating, smoothing, simplifying, offsetting.
import { add, between, cross, distance, left, minus, nearestOnSegment, type Point, unit } from './point.ts';

export type Polyline = readonly Point[];

export function lineLength(line: Polyline): number {
  let sum = 0;
  for (let i = 1; i < line.length; i++) sum += distance(line[i - 1]!, line[i]!);
  return sum;
}

/** Linear interpolation: the point so many meters along the line, and the heading there. */
export function pointAlong(line: Polyline, meters: number): { at: Point; heading: Point } {
  let rest = meters;
  for (let i = 1; i < line.length; i++) {
    const step = distance(line[i - 1]!, line[i]!);
    if (rest <= step || i === line.length - 1) {
      const fraction = step === 0 ? 0 : Math.max(0, Math.min(1, rest / step));
      return { at: between(line[i - 1]!, line[i]!, fraction), heading: unit(minus(line[i]!, line[i - 1]!)) };
    }
    rest -= step;
  }
  return { at: line[0]!, heading: { x: 1, y: 0 } };
}

/** The nearest point of the line, how far along it lies, and on which side of the line the given point is. */
export function projectOnto(line: Polyline, point: Point) {
  let best = { metersAlong: 0, distance: Number.POSITIVE_INFINITY, isLeft: false, at: line[0]! };
  let walked = 0;
  for (let i = 1; i < line.length; i++) {
    const a = line[i - 1]!;
    const b = line[i]!;
    const at = nearestOnSegment(point, a, b);
    const away = distance(at, point);
    if (away < best.distance) {
      const isLeft = cross(minus(b, a), minus(point, a)) > 0;
      best = { metersAlong: walked + distance(a, at), distance: away, isLeft, at };
    }
    walked += distance(a, b);
  }
  return best;
}

/** The part of a line between two distances along it. */
export function sliceLine(line: Polyline, from: number, to: number): Point[] {
  const result: Point[] = [pointAlong(line, from).at];
  let walked = 0;
  for (let i = 1; i < line.length - 1; i++) {
    walked += distance(line[i - 1]!, line[i]!);
    if (walked > from + 1e-6 && walked < to - 1e-6) result.push(line[i]!);
  }
  result.push(pointAlong(line, to).at);
  return result;
}

export function resample(line: Polyline, spacing: number): Point[] {
  const length = lineLength(line);
  const count = Math.max(1, Math.round(length / spacing));
  const result = [line[0]!];
  let segment = 1;
  let walked = 0;
  for (let i = 1; i < count; i++) {
    const target = (length * i) / count;
    let step = distance(line[segment - 1]!, line[segment]!);
    while (segment < line.length - 1 && walked + step < target) {
      walked += step;
      segment++;
      step = distance(line[segment - 1]!, line[segment]!);
    }
    result.push(between(line[segment - 1]!, line[segment]!, step === 0 ? 0 : (target - walked) / step));
  }
  result.push(line.at(-1)!);
  return result;
}

/** Laplacian smoothing: moves every inner point half-way to the middle of its neighbors. The ends stay. */
export function smoothLine(line: Polyline, rounds: number): Point[] {
  let current = [...line];
  for (let round = 0; round < rounds; round++) {
    current = current.map((point, i) => {
      const before = current[i - 1];
      const after = current[i + 1];
      if (!before || !after) return point;
      return { x: (before.x + 2 * point.x + after.x) / 4, y: (before.y + 2 * point.y + after.y) / 4 };
    });
  }
  return current;
}

/** Chaikin's corner cutting. The ends stay. */
export function chaikinLine(line: Polyline, rounds: number): Point[] {
  let current = [...line];
  for (let round = 0; round < rounds && current.length > 2; round++) {
    const next = [current[0]!];
    for (let i = 0; i < current.length - 1; i++) {
      if (i > 0) next.push(between(current[i]!, current[i + 1]!, 0.25));
      if (i < current.length - 2) next.push(between(current[i]!, current[i + 1]!, 0.75));
    }
    next.push(current.at(-1)!);
    current = next;
  }
  return current;
}

/** Douglas-Peucker simplification. */
export function simplifyLine(line: Polyline, tolerance: number): Point[] {
  if (line.length < 3) return [...line];
  const keep = new Uint8Array(line.length);
  keep[0] = keep[line.length - 1] = 1;
  const spans: [number, number][] = [[0, line.length - 1]];
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span;
    let farthest = 0;
    let index = -1;
    for (let i = from + 1; i < to; i++) {
      const away = distance(line[i]!, nearestOnSegment(line[i]!, line[from]!, line[to]!));
      if (away > farthest) {
        farthest = away;
        index = i;
      }
    }
    if (farthest > tolerance) {
      keep[index] = 1;
      spans.push([from, index], [index, to]);
    }
  }
  return line.filter((_, i) => keep[i]);
}

/** A parallel line, so many meters to the left. For gentle curves only: tight bends would cross themselves. */
export function offsetLine(line: Polyline, metersLeft: number): Point[] {
  return line.map((point, i) => {
    const heading = unit(minus(line[Math.min(i + 1, line.length - 1)]!, line[Math.max(i - 1, 0)]!));
    return add(point, left(heading), metersLeft);
  });
}
