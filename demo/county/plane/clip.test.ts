import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bufferLines, clipToBox, intersect, offsetShape, subtract, union } from './clip.ts';
import type { Point } from './point.ts';
import { boxOf, ringArea, type Shape, shapeArea } from './ring.ts';

const rectangle = (x: number, y: number, width: number, height: number): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];
const total = (shapes: readonly Shape[]): number => shapes.reduce((sum, shape) => sum + shapeArea(shape), 0);

const anyRectangle = fc
  .tuple(
    fc.integer({ min: -50, max: 50 }),
    fc.integer({ min: -50, max: 50 }),
    fc.integer({ min: 1, max: 60 }),
    fc.integer({ min: 1, max: 60 }),
  )
  .map(([x, y, width, height]) => rectangle(x, y, width, height));

describe('boolean operations', () => {
  test('what is cut away and what is kept add up, and so do union and overlap', () => {
    fc.assert(
      fc.property(anyRectangle, anyRectangle, (a, b) => {
        const common = total(intersect([a], [b]));
        expect(total(subtract([a], [b])) + common).toBeCloseTo(ringArea(a), 6);
        expect(total(union([a, b])) + common).toBeCloseTo(ringArea(a) + ringArea(b), 6);
      }),
    );
  });

  test('an inner square leaves a hole: counter-clockwise outside, clockwise inside', () => {
    const [shape, ...others] = subtract([rectangle(0, 0, 10, 10)], [rectangle(3, 3, 4, 4)]);
    expect(others).toEqual([]);
    expect(shape!.map(ringArea)).toEqual([100, -16]);
  });

  test('an island in a hole is a shape of its own', () => {
    const frame = subtract([rectangle(0, 0, 10, 10)], [rectangle(2, 2, 6, 6)]).flat();
    const shapes = union([...frame, rectangle(4, 4, 2, 2)]);
    expect(shapes.map((shape) => shape.length).sort()).toEqual([1, 2]);
    expect(total(shapes)).toBe(64 + 4);
  });

  test('squares that touch along an edge become one; those that only touch do not overlap', () => {
    const [west, east] = [rectangle(0, 0, 5, 5), rectangle(5, 0, 5, 5)];
    expect(intersect([west], [east])).toEqual([]);
    const joined = union([west, east]);
    expect(joined).toHaveLength(1);
    expect(joined[0]).toHaveLength(1);
    expect(total(joined)).toBe(50);
  });

  test('nothing in, nothing out', () => {
    const square = rectangle(0, 0, 1, 1);
    expect([union([]), intersect([], [square]), subtract([], [square])]).toEqual([[], [], []]);
    expect(subtract([square], [square])).toEqual([]);
    expect(subtract([square], [])).toHaveLength(1);
  });
});

describe('buffers and offsets', () => {
  test('a line becomes a strip of its width with round ends', () => {
    const line = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
    ];
    const rings = bufferLines([{ line, halfWidth: 5 }]);
    expect(rings).toHaveLength(1);
    const area = ringArea(rings[0]!);
    expect(area).toBeGreaterThan(1000 + 0.95 * Math.PI * 25);
    expect(area).toBeLessThanOrEqual(1000 + Math.PI * 25 + 0.1);
    expect(boxOf(rings[0]!)).toMatchObject({ minY: -5, maxY: 5 });
  });

  test('no lines, no strips', () => {
    expect(bufferLines([])).toEqual([]);
  });

  test('a shape grows and shrinks, and vanishes where it is too thin', () => {
    const square = [rectangle(0, 0, 20, 20)];
    expect(ringArea(offsetShape(square, -3)[0]!)).toBeCloseTo(14 * 14, 1);
    const grown = ringArea(offsetShape(square, 3)[0]!);
    expect(grown).toBeGreaterThan(26 * 26 - (4 - Math.PI) * 9 - 6);
    expect(grown).toBeLessThanOrEqual(26 * 26 - (4 - Math.PI) * 9 + 0.1);
    expect(offsetShape(square, -10.5)).toEqual([]);
  });
});

describe('clipping to a box', () => {
  test('keeps the part within 5 meters of the box', () => {
    const [kept] = clipToBox([rectangle(-100, -100, 200, 200)], { minX: 0, minY: 0, maxX: 10, maxY: 10 });
    expect(boxOf(kept!)).toEqual({ minX: -5, minY: -5, maxX: 15, maxY: 15 });
  });

  test('gives nothing for nothing, and for what lies elsewhere', () => {
    const box = { minX: 0, minY: 0, maxX: 10, maxY: 10 };
    expect(clipToBox([], box)).toEqual([]);
    expect(clipToBox([rectangle(50, 50, 5, 5)], box)).toEqual([]);
  });
});
