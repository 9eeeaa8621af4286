// A point well inside a shape: the centroid where that is inside, else the middle of the widest horizontal span.
import type { Point } from './point.ts';
import { boxOf, ringCenter, type Shape, shapeContains } from './ring.ts';

export function interiorPoint(shape: Shape): Point {
  const center = ringCenter(shape[0]!);
  if (shapeContains(shape, center) && widthAround(shape, center) > 4) return center;
  const box = boxOf(shape[0]!);
  let best = { at: center, score: 0 };
  for (let i = 1; i < 12; i++) {
    const y = box.minY + ((box.maxY - box.minY) * i) / 12 + 0.0031;
    const crossings = crossingsAt(shape, y);
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const width = crossings[k + 1]! - crossings[k]!;
      const score = width * (1 - Math.abs(i - 6) / 12);
      if (score > best.score) best = { at: { x: (crossings[k]! + crossings[k + 1]!) / 2, y }, score };
    }
  }
  return best.at;
}

function crossingsAt(shape: Shape, y: number): number[] {
  const crossings: number[] = [];
  for (const ring of shape) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [a, b] = [ring[i]!, ring[j]!];
      if (a.y > y !== b.y > y) crossings.push(((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x);
    }
  }
  return crossings.sort((a, b) => a - b);
}

function widthAround(shape: Shape, point: Point): number {
  const crossings = crossingsAt(shape, point.y);
  const after = crossings.findIndex((x) => x > point.x);
  return after < 1 ? 0 : Math.min(crossings[after]! - point.x, point.x - crossings[after - 1]!) * 2;
}
