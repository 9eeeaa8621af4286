// The faces of a planar graph, by half-edge traversal: every half edge has one face on its left.

import { addToGroup } from '../../../geo/groups.ts';
import type { PlanarGraph } from './node-lines.ts';
import { minus, type Point } from './point.ts';

/** The number of an edge times two, plus one for its reverse direction. */
export type HalfEdge = number;

export type FaceWalk = {
  halfEdges: HalfEdge[];
  /** Square meters; negative for the outside of a connected part of the graph. */
  area: number;
};

const isUpper = ({ x, y }: Point): boolean => y > 0 || (y === 0 && x > 0);

/** Orders directions counter-clockwise from east, by cross products instead of an arc tangent. */
function compareAngles(a: Point, b: Point): number {
  if (isUpper(a) !== isUpper(b)) return isUpper(a) ? -1 : 1;
  return b.x * a.y - b.y * a.x;
}

export const startOf = (graph: PlanarGraph, half: HalfEdge): number =>
  half & 1 ? graph.edges[half >> 1]!.to : graph.edges[half >> 1]!.from;

/** For each half edge, the one that follows it around the face on its left. */
export function nextHalfEdges(graph: PlanarGraph): Int32Array {
  const { vertices, edges } = graph;
  const outgoing = new Map<number, HalfEdge[]>();
  for (let half = 0; half < edges.length * 2; half++) {
    const start = startOf(graph, half);
    addToGroup(outgoing, start, half);
  }
  const next = new Int32Array(edges.length * 2);
  for (const [vertex, halves] of outgoing) {
    const origin = vertices[vertex]!;
    const heading = (half: HalfEdge): Point => minus(vertices[startOf(graph, half ^ 1)]!, origin);
    halves.sort((a, b) => compareAngles(heading(a), heading(b)));
    // A walk that arrives by the reverse of one edge goes on along the next edge clockwise.
    halves.forEach((half, i) => {
      next[half ^ 1] = halves[(i + halves.length - 1) % halves.length]!;
    });
  }
  return next;
}

export function traceFaces(graph: PlanarGraph, next = nextHalfEdges(graph)): FaceWalk[] {
  const { vertices, edges } = graph;
  const seen = new Uint8Array(edges.length * 2);
  const faces: FaceWalk[] = [];
  for (let first = 0; first < next.length; first++) {
    if (seen[first]) continue;
    const halfEdges: HalfEdge[] = [];
    let area = 0;
    const origin = vertices[startOf(graph, first)]!;
    for (let half = first; !seen[half]; half = next[half]!) {
      seen[half] = 1;
      halfEdges.push(half);
      const a = vertices[startOf(graph, half)]!;
      const b = vertices[startOf(graph, half ^ 1)]!;
      area += (a.x - origin.x) * (b.y - origin.y) - (a.y - origin.y) * (b.x - origin.x);
    }
    faces.push({ halfEdges, area: area / 2 });
  }
  return faces;
}

/** Removes dead-end edges, with a work queue, until none is left that may be removed. */
export function withoutDeadEnds(graph: PlanarGraph, mayRemove: (tag: number) => boolean): PlanarGraph {
  const degree = new Int32Array(graph.vertices.length);
  const around = new Map<number, number[]>();
  graph.edges.forEach(({ from, to }, i) => {
    for (const vertex of [from, to]) {
      degree[vertex]!++;
      addToGroup(around, vertex, i);
    }
  });
  const isGone = new Uint8Array(graph.edges.length);
  const waiting = [...around.keys()].filter((vertex) => degree[vertex] === 1);
  for (let vertex = waiting.pop(); vertex !== undefined; vertex = waiting.pop()) {
    for (const index of around.get(vertex)!) {
      if (isGone[index] || degree[vertex] !== 1) continue;
      const edge = graph.edges[index]!;
      if (!mayRemove(edge.tag)) continue;
      isGone[index] = 1;
      degree[edge.from]!--;
      degree[edge.to]!--;
      const other = edge.from === vertex ? edge.to : edge.from;
      if (degree[other] === 1) waiting.push(other);
    }
  }
  return { vertices: graph.vertices, edges: graph.edges.filter((_, i) => !isGone[i]) };
}
