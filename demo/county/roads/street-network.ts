// The planar graph of all streets, and the ground between them.
import { COUNTY_OUTLINE } from '../plan.ts';
import { nodeLines, type PlanarGraph } from '../plane/node-lines.ts';
import type { Point } from '../plane/point.ts';
import { type HalfEdge, startOf, traceFaces } from '../plane/trace-faces.ts';
import type { Street } from './street.ts';

/** The tag of the county line; streets are tagged by their number. */
export const COUNTY_LINE = -1;

const JOIN_METERS = 1.5;

export type GroundBetween = {
  ring: Point[];
  /** The lines around it and the dead ends inside it, each once, as vertices of one street. */
  chains: { vertices: number[]; tag: number }[];
};

export function joinStreets(streets: readonly Street[]): PlanarGraph {
  const lines = streets.map(({ line }, tag) => ({ points: line, tag, isFixed: false }));
  return nodeLines(
    [{ points: [...COUNTY_OUTLINE, COUNTY_OUTLINE[0]!], tag: COUNTY_LINE, isFixed: true }, ...lines],
    JOIN_METERS,
  );
}

/** The faces of the street graph, each with the streets around it. */
export function groundsBetween(graph: PlanarGraph): GroundBetween[] {
  return traceFaces(graph)
    .filter(({ area }) => area > 1)
    .map(({ halfEdges }) => ({
      ring: halfEdges.map((half) => graph.vertices[startOf(graph, half)]!),
      chains: chainsOf(graph, halfEdges),
    }));
}

function chainsOf(graph: PlanarGraph, halfEdges: readonly HalfEdge[]): GroundBetween['chains'] {
  const chains: GroundBetween['chains'] = [];
  const seen = new Set<number>();
  let isOpen = false;
  for (const half of halfEdges) {
    if (seen.has(half >> 1)) {
      isOpen = false;
      continue;
    }
    seen.add(half >> 1);
    const { tag } = graph.edges[half >> 1]!;
    const end = startOf(graph, half ^ 1);
    const last = chains.at(-1);
    if (isOpen && last?.tag === tag) last.vertices.push(end);
    else chains.push({ vertices: [startOf(graph, half), end], tag });
    isOpen = true;
  }
  return chains;
}

/** Breadth-first search from the first street: removes the streets it does not reach. */
export function connectedStreets(streets: readonly Street[]): Street[] {
  const { edges } = joinStreets(streets);
  const at = new Map<number, Set<number>>();
  for (const { from, to, tag } of edges) {
    if (tag === COUNTY_LINE) continue;
    for (const vertex of [from, to]) {
      const tags = at.get(vertex);
      if (tags) tags.add(tag);
      else at.set(vertex, new Set([tag]));
    }
  }
  const meets: Set<number>[] = streets.map(() => new Set());
  for (const tags of at.values()) for (const tag of tags) for (const other of tags) meets[tag]!.add(other);
  const reached = new Set([0]);
  for (const tag of reached) for (const other of meets[tag]!) reached.add(other);
  return streets.filter((_, tag) => reached.has(tag));
}
