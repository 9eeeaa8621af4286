import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeLines, type PlanarGraph } from './node-lines.ts';
import type { Point } from './point.ts';
import { nextHalfEdges, startOf, traceFaces, withoutDeadEnds } from './trace-faces.ts';

const at = (x: number, y: number): Point => ({ x, y });
const square = [at(0, 0), at(10, 0), at(10, 10), at(0, 10), at(0, 0)];
const graphOf = (...lines: Point[][]): PlanarGraph =>
  nodeLines(
    lines.map((points, tag) => ({ points, tag, isFixed: false })),
    0.1,
  );
const areasOf = (graph: PlanarGraph): number[] =>
  traceFaces(graph)
    .map(({ area }) => Math.round(area))
    .sort((a, b) => a - b);

describe('the faces of a planar graph', () => {
  test('a square has an inside and an outside', () => {
    expect(areasOf(graphOf(square))).toEqual([-100, 100]);
  });

  test('a line across divides it in two', () => {
    expect(areasOf(graphOf(square, [at(4, -5), at(4, 15)]))).toEqual([-100, 40, 60]);
  });

  test('a dead end inside changes no area', () => {
    expect(areasOf(graphOf(square, [at(0, 5), at(5, 5)]))).toEqual([-100, 100]);
  });

  test('a square within a square hangs on nothing and has an outside of its own', () => {
    const inner = [at(3, 3), at(7, 3), at(7, 7), at(3, 7), at(3, 3)];
    expect(areasOf(graphOf(square, inner))).toEqual([-100, -16, 16, 100]);
  });

  test('an open line has one face without area, and nothing has none', () => {
    expect(areasOf(graphOf([at(0, 0), at(5, 5), at(9, 0)]))).toEqual([0]);
    expect(traceFaces({ vertices: [], edges: [] })).toEqual([]);
  });

  test('of any lines: every half edge is passed once, and the areas add up to 0', () => {
    const coordinate = fc.integer({ min: -50, max: 50 });
    const anyLines = fc.array(
      fc.array(fc.record({ x: coordinate, y: coordinate }), { minLength: 2, maxLength: 5 }),
      {
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(anyLines, (lines) => {
        const graph = graphOf(...lines);
        const faces = traceFaces(graph);
        const passed = faces.flatMap(({ halfEdges }) => halfEdges).sort((a, b) => a - b);
        expect(passed).toEqual(Array.from({ length: graph.edges.length * 2 }, (_, half) => half));
        expect(faces.reduce((sum, { area }) => sum + area, 0)).toBeCloseTo(0, 3);
        const next = Array.from(nextHalfEdges(graph));
        expect(next.map((after) => startOf(graph, after))).toEqual(
          next.map((_, half) => startOf(graph, half ^ 1)),
        );
      }),
      { numRuns: 60 },
    );
  });
});

describe('removing dead ends', () => {
  test('takes a whole branch, and leaves the loop', () => {
    const graph = graphOf(square, [at(10, 5), at(15, 5), at(20, 9)], [at(15, 5), at(15, 0)]);
    const tags = withoutDeadEnds(graph, () => true).edges.map(({ tag }) => tag);
    expect(new Set(tags)).toEqual(new Set([0]));
    expect(areasOf(withoutDeadEnds(graph, () => true))).toEqual([-100, 100]);
  });

  test('takes everything where nothing is closed, and nothing that must stay', () => {
    const tree = graphOf([at(0, 0), at(5, 5), at(9, 0)], [at(5, 5), at(5, 12)]);
    expect(withoutDeadEnds(tree, () => true).edges).toEqual([]);
    expect(withoutDeadEnds(tree, () => false)).toEqual(tree);
    expect(new Set(withoutDeadEnds(tree, (tag) => tag === 1).edges.map(({ tag }) => tag))).toEqual(
      new Set([0]),
    );
  });
});
