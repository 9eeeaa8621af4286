// A grid index of line segments: what lies near a point, and what a ray hits first.
import { addToGroup } from '../../../geo/groups.ts';
import { cross, minus, type Point } from './point.ts';

export type Segment = { a: Point; b: Point; tag: number };
export type RayHit = { distance: number; segment: Segment };

export class SegmentIndex {
  readonly #cells = new Map<number, Segment[]>();
  readonly #cellSize: number;

  constructor(cellSize: number) {
    this.#cellSize = cellSize;
  }

  add(segment: Segment): void {
    const { a, b } = segment;
    for (const key of this.#keys(
      Math.min(a.x, b.x),
      Math.min(a.y, b.y),
      Math.max(a.x, b.x),
      Math.max(a.y, b.y),
    )) {
      addToGroup(this.#cells, key, segment);
    }
  }

  addLine(line: readonly Point[], tag: number): void {
    for (let i = 1; i < line.length; i++) this.add({ a: line[i - 1]!, b: line[i]!, tag });
  }

  addRing(ring: readonly Point[], tag: number): void {
    for (let i = 0; i < ring.length; i++) this.add({ a: ring[i]!, b: ring[(i + 1) % ring.length]!, tag });
  }

  /** All segments within so many meters, and others of the same cells; a segment may come twice. */
  *near(point: Point, meters: number): Generator<Segment> {
    const { x, y } = point;
    for (const key of this.#keys(x - meters, y - meters, x + meters, y + meters)) {
      const cell = this.#cells.get(key);
      if (cell) yield* cell;
    }
  }

  /** The first segment that a ray in a (unit) direction hits, more than `skip` and at most `reach` meters away. */
  raycast({
    from,
    along,
    reach,
    skip,
  }: {
    from: Point;
    along: Point;
    reach: number;
    skip: number;
  }): RayHit | undefined {
    let best: RayHit | undefined;
    const size = this.#cellSize;
    // Step along the ray cell by cell, until the best hit lies behind the current step.
    for (let start = 0; start < reach; start += size) {
      if (best && best.distance < start) break;
      const end = Math.min(reach, start + size);
      const p = { x: from.x + along.x * start, y: from.y + along.y * start };
      const q = { x: from.x + along.x * end, y: from.y + along.y * end };
      for (const key of this.#keys(
        Math.min(p.x, q.x),
        Math.min(p.y, q.y),
        Math.max(p.x, q.x),
        Math.max(p.y, q.y),
      )) {
        for (const segment of this.#cells.get(key) ?? []) {
          const edge = minus(segment.b, segment.a);
          const denominator = cross(along, edge);
          if (denominator === 0) continue;
          const offset = minus(segment.a, from);
          const away = cross(offset, edge) / denominator;
          const fraction = cross(offset, along) / denominator;
          if (away <= skip || away > reach || fraction < -1e-9 || fraction > 1 + 1e-9) continue;
          if (!best || away < best.distance) best = { distance: away, segment };
        }
      }
    }
    return best;
  }

  *#keys(minX: number, minY: number, maxX: number, maxY: number): Generator<number> {
    const size = this.#cellSize;
    const lastColumn = Math.floor(maxX / size);
    const lastRow = Math.floor(maxY / size);
    for (let row = Math.floor(minY / size); row <= lastRow; row++) {
      for (let column = Math.floor(minX / size); column <= lastColumn; column++) {
        yield (row + 50_000) * 100_000 + column + 50_000;
      }
    }
  }
}
