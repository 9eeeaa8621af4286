// Polygon clipping and buffering (boolean operations, offsets) with Clipper2, on whole millimeters.

import {
  booleanOpWithPolyTree,
  ClipperOffset,
  ClipType,
  EndType,
  FillRule,
  JoinType,
  type Path64,
  type Paths64,
  type PolyPath64,
  PolyTree64,
  rectClip,
} from 'clipper2-ts';
import { addToGroup } from '../../../geo/groups.ts';
import type { Point } from './point.ts';
import type { Box, PlaneRing, Shape } from './ring.ts';

const PER_METER = 1000;

const toPath = (ring: readonly Point[]): Path64 =>
  ring.map(({ x, y }) => ({ x: Math.round(x * PER_METER), y: Math.round(y * PER_METER) }));
const toRing = (path: Path64): Point[] => path.map(({ x, y }) => ({ x: x / PER_METER, y: y / PER_METER }));

export type Stroke = { line: readonly Point[]; halfWidth: number };

/** Buffers lines: every line becomes an area, with round ends. */
export function bufferLines(strokes: readonly Stroke[]): PlaneRing[] {
  const byWidth = new Map<number, Path64[]>();
  for (const { line, halfWidth } of strokes) {
    addToGroup(byWidth, halfWidth, toPath(line));
  }
  return [...byWidth].flatMap(([halfWidth, paths]) => {
    const offset = new ClipperOffset(2, 0.12 * PER_METER);
    // Streets bend gently. A miter join adds one corner a bend, a round join several.
    offset.addPaths(paths, JoinType.Miter, EndType.Round);
    const result: Paths64 = [];
    offset.execute(halfWidth * PER_METER, result);
    return result.map(toRing);
  });
}

/** Grows a shape by so many meters, or shrinks it where they are negative. */
export function offsetShape(shape: readonly PlaneRing[], meters: number): PlaneRing[] {
  const offset = new ClipperOffset(2, 0.5 * PER_METER);
  offset.addPaths(shape.map(toPath), JoinType.Round, EndType.Polygon);
  const result: Paths64 = [];
  offset.execute(meters * PER_METER, result);
  return result.map(toRing);
}

function shapesOf(tree: PolyTree64): Shape[] {
  const shapes: Shape[] = [];
  const visit = (outer: PolyPath64): void => {
    const rings = [toRing(outer.poly ?? [])];
    for (let i = 0; i < outer.count; i++) {
      const hole = outer.child(i);
      rings.push(toRing(hole.poly ?? []));
      for (let j = 0; j < hole.count; j++) visit(hole.child(j));
    }
    shapes.push(rings);
  };
  for (let i = 0; i < tree.count; i++) visit(tree.child(i));
  return shapes;
}

function combine(type: ClipType, subject: readonly PlaneRing[], other: readonly PlaneRing[]): Shape[] {
  const tree = new PolyTree64();
  booleanOpWithPolyTree(type, subject.map(toPath), other.map(toPath), tree, FillRule.NonZero);
  return shapesOf(tree);
}

export const subtract = (from: readonly PlaneRing[], what: readonly PlaneRing[]): Shape[] =>
  combine(ClipType.Difference, from, what);
export const intersect = (a: readonly PlaneRing[], b: readonly PlaneRing[]): Shape[] =>
  combine(ClipType.Intersection, a, b);
export const union = (rings: readonly PlaneRing[]): Shape[] => combine(ClipType.Union, rings, []);

/** The parts of rings in a box and 5 meters around it: clipping a large shape first makes small operations fast. */
export function clipToBox(rings: readonly PlaneRing[], box: Box): PlaneRing[] {
  if (rings.length === 0) return [];
  const margin = 5;
  const rectangle = {
    left: Math.round((box.minX - margin) * PER_METER),
    top: Math.round((box.minY - margin) * PER_METER),
    right: Math.round((box.maxX + margin) * PER_METER),
    bottom: Math.round((box.maxY + margin) * PER_METER),
  };
  return rectClip(rectangle, rings.map(toPath)).map(toRing);
}
