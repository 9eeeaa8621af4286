// Douglas-Peucker simplification of a line.
import type { FlatLine } from './flat-line.ts';

/** The ends stay. */
export function simplifyLine(line: FlatLine, tolerance: number): FlatLine {
  const last = line.length / 2 - 1;
  if (last < 2) return line;
  const isKept = new Uint8Array(last + 1);
  keepPoints({ line, isKept, spans: [0, last], tolerance });
  return keptPoints(line, isKept);
}

export type KeepPointsOptions = {
  line: FlatLine;
  /** One flag a point, set for those that stay. */
  isKept: Uint8Array;
  /** The numbers of the first and the last point of each span, in turn. */
  spans: readonly number[];
  tolerance: number;
};

export function keepPoints({ line, isKept, spans, tolerance }: KeepPointsOptions): void {
  // An explicit stack: recursion would overflow on a line of a hundred thousand points.
  const waiting = [...spans];
  while (waiting.length > 0) {
    const end = waiting.pop()!;
    const start = waiting.pop()!;
    isKept[start] = 1;
    isKept[end] = 1;
    const { point, squared } = farthestPoint(line, start, end);
    if (squared > tolerance * tolerance) waiting.push(start, point, point, end);
  }
}

export function keptPoints(line: FlatLine, isKept: Uint8Array): FlatLine {
  const kept: FlatLine = [];
  for (let point = 0; point < isKept.length; point++) {
    if (isKept[point]) kept.push(line[point * 2]!, line[point * 2 + 1]!);
  }
  return kept;
}

/** The point of a span that is farthest from the segment between its ends, and its squared distance. */
export function farthestPoint(
  line: FlatLine,
  start: number,
  end: number,
): { point: number; squared: number } {
  const fromX = line[start * 2]!;
  const fromY = line[start * 2 + 1]!;
  const alongX = line[end * 2]! - fromX;
  const alongY = line[end * 2 + 1]! - fromY;
  const lengthSquared = alongX * alongX + alongY * alongY;
  const farthest = { point: start, squared: 0 };
  for (let point = start + 1; point < end; point++) {
    const x = line[point * 2]! - fromX;
    const y = line[point * 2 + 1]! - fromY;
    const share = lengthSquared > 0 ? (x * alongX + y * alongY) / lengthSquared : 0;
    const near = Math.min(1, Math.max(0, share));
    const squared = (x - alongX * near) ** 2 + (y - alongY * near) ** 2;
    if (squared > farthest.squared) {
      farthest.point = point;
      farthest.squared = squared;
    }
  }
  return farthest;
}
