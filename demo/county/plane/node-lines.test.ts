import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeLines, type PlanarGraph, type TaggedLine } from './node-lines.ts';
import { cross, distance, minus, nearestOnSegment, type Point, snap } from './point.ts';

const TOLERANCE = 0.4;
const at = (x: number, y: number): Point => ({ x, y });
const line = (tag: number, ...points: Point[]): TaggedLine => ({ points, tag, isFixed: false });
const fixed = (tag: number, ...points: Point[]): TaggedLine => ({ points, tag, isFixed: true });

const degreeAt = ({ vertices, edges }: PlanarGraph, point: Point): number => {
  const vertex = vertices.findIndex((one) => distance(one, point) < TOLERANCE);
  return edges.filter(({ from, to }) => from === vertex || to === vertex).length;
};

function doCross(a: Point, b: Point, c: Point, d: Point): boolean {
  const side = (from: Point, to: Point, point: Point) => cross(minus(to, from), minus(point, from));
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

describe('noding lines', () => {
  test('a crossing becomes a vertex of both lines, and edges keep their tags', () => {
    const graph = nodeLines([line(1, at(-10, 0), at(10, 0)), line(2, at(0, -10), at(0, 10))], TOLERANCE);
    expect(graph.vertices).toHaveLength(5);
    expect(graph.edges.map(({ tag }) => tag).sort()).toEqual([1, 1, 2, 2]);
    expect(degreeAt(graph, at(0, 0))).toBe(4);
  });

  test('a line that ends on another splits it, also where it stops a little short', () => {
    for (const end of [0, 0.3]) {
      const graph = nodeLines([line(1, at(-10, 0), at(10, 0)), line(2, at(3, 10), at(3, end))], TOLERANCE);
      expect(graph.edges).toHaveLength(3);
      expect(degreeAt(graph, at(3, end))).toBe(3);
    }
  });

  test('ends that lie close together become one vertex', () => {
    const graph = nodeLines([line(1, at(0, 0), at(10, 0)), line(2, at(10.2, 0.1), at(20, 5))], TOLERANCE);
    expect(graph.vertices).toHaveLength(3);
  });

  test('lines that lie on each other are one line', () => {
    const graph = nodeLines([line(1, at(0, 0), at(20, 0)), line(2, at(5, 0), at(15, 0))], TOLERANCE);
    expect(graph.edges).toHaveLength(3);
    const twice = nodeLines([line(1, at(0, 0), at(9, 0)), line(2, at(9, 0), at(0, 0))], TOLERANCE);
    expect(twice.edges).toHaveLength(1);
  });

  test('a fixed line keeps its points to the last digit', () => {
    const outline = [at(0, 0), at(10, 0.3), at(20, 0)].map(snap);
    const graph = nodeLines([fixed(1, ...outline), line(2, at(10.1, 0.1), at(10, 20))], TOLERANCE);
    expect(graph.vertices.slice(0, 3)).toEqual(outline);
  });

  test('points without a line, and nothing at all, have no edges', () => {
    expect(nodeLines([], TOLERANCE)).toEqual({ vertices: [], edges: [] });
    expect(nodeLines([line(1, at(3, 3)), line(2, at(9, 9), at(9, 9))], TOLERANCE).edges).toEqual([]);
  });

  test('afterwards no two edges cross, no edge comes twice, and every line is still covered', () => {
    // On a lattice no two vertices come near the tolerance, within which lines may still cross.
    const anyStep = fc.record({
      dx: fc.integer({ min: -1, max: 1 }),
      dy: fc.integer({ min: -1, max: 1 }),
      length: fc.integer({ min: 1, max: 6 }),
    });
    const anyLine = fc
      .tuple(
        fc.integer({ min: -5, max: 5 }),
        fc.integer({ min: -5, max: 5 }),
        fc.array(anyStep, { maxLength: 4 }),
      )
      .map(([x, y, steps]) => {
        const points = [at(x * 10, y * 10)];
        for (const { dx, dy, length } of steps) {
          const last = points.at(-1)!;
          points.push(at(last.x + dx * length * 10, last.y + dy * length * 10));
        }
        return points;
      });
    const anyLines = fc.array(anyLine, { maxLength: 6 });
    fc.assert(
      fc.property(anyLines, (lines) => {
        const { vertices, edges } = nodeLines(
          lines.map((points, tag) => line(tag, ...points)),
          TOLERANCE,
        );
        const ends = edges.map(({ from, to }) => [vertices[from]!, vertices[to]!] as const);
        const keys = edges.map(({ from, to }) => [from, to].sort((a, b) => a - b).join());
        expect(new Set(keys).size).toBe(edges.length);
        ends.forEach(([a, b], i) => {
          for (const [c, d] of ends.slice(i + 1)) expect(doCross(a, b, c, d)).toBe(false);
        });
        for (const points of lines) {
          points.slice(1).forEach((to, i) => {
            const from = points[i]!;
            if (distance(from, to) < 2 * TOLERANCE) return;
            const middle = at((from.x + to.x) / 2, (from.y + to.y) / 2);
            const away = Math.min(...ends.map(([a, b]) => distance(middle, nearestOnSegment(middle, a, b))));
            expect(away).toBeLessThan(TOLERANCE);
          });
        }
      }),
      { numRuns: 60 },
    );
  });
});
