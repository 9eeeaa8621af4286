// Dissolves the borders between shapes that share edges: the outline of all of them together.
import type { GraphEdge } from '../plane/node-lines.ts';
import type { Point } from '../plane/point.ts';
import type { Shape } from '../plane/ring.ts';
import { nextHalfEdges } from '../plane/trace-faces.ts';
import { outlineLots } from './outline-lots.ts';

/** For shapes of one survey, whose common edges have the same corners. Every corner of the outline is kept. */
export function dissolveShapes(shapes: readonly Shape[]): Shape[] {
  const vertices: Point[] = [];
  const vertexAt = new Map<string, number>();
  const vertexOf = (point: Point): number => {
    const key = `${point.x} ${point.y}`;
    const known = vertexAt.get(key);
    if (known !== undefined) return known;
    vertexAt.set(key, vertices.length);
    return vertices.push(point) - 1;
  };
  const edges: GraphEdge[] = [];
  const edgeAt = new Map<string, number>();
  /** The shape on the left of each half edge; -1 outside. */
  const faceOf: number[] = [];
  for (const [face, ring] of shapes.flatMap((shape, face) => shape.map((ring) => [face, ring] as const))) {
    ring.forEach((point, i) => {
      const from = vertexOf(point);
      const to = vertexOf(ring[(i + 1) % ring.length]!);
      const reverse = edgeAt.get(`${to} ${from}`);
      if (reverse !== undefined) {
        faceOf[reverse * 2 + 1] = face;
        return;
      }
      edgeAt.set(`${from} ${to}`, edges.length);
      edges.push({ from, to, tag: 0 });
      faceOf.push(face, -1);
    });
  }
  const graph = { vertices, edges };
  const survey = {
    graph,
    next: nextHalfEdges(graph),
    faceOf: Int32Array.from(faceOf),
    faceCount: shapes.length,
  };
  return [...outlineLots(survey, new Int32Array(shapes.length)).values()].flat();
}
