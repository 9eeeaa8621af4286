// Divides a block by cut lines into the faces of a planar graph, which share their corners exactly.
import { nodeLines, type PlanarGraph, type TaggedLine } from '../plane/node-lines.ts';
import type { Point } from '../plane/point.ts';
import { type PlaneRing, ringContains } from '../plane/ring.ts';
import { type FaceWalk, nextHalfEdges, startOf, traceFaces, withoutDeadEnds } from '../plane/trace-faces.ts';
import type { Block } from './cut-blocks.ts';

const CUT = -100;
/** The tag of a ring around an enclosed plot: a graveyard, a mast. */
export const PLOT = -101;
const isCut = (tag: number): boolean => tag <= CUT;
const TOLERANCE_METERS = 0.4;

export type Survey = {
  graph: PlanarGraph;
  /** For each half edge, the one that follows it around the face on its left. */
  next: Int32Array;
  /** The face on the left of each half edge; -1 outside the block. */
  faceOf: Int32Array;
  faceCount: number;
};

type Given = {
  block: Block;
  cuts: readonly (readonly Point[])[];
  plots?: readonly PlaneRing[];
};

/** Cuts may cross, overshoot or stop short: crossings become corners, dead ends are removed. */
export function surveyFaces({ block, cuts, plots = [] }: Given): Survey {
  const outline: TaggedLine[] = block.shape.flatMap((ring, r) =>
    ring.map((point, i) => ({
      points: [point, ring[(i + 1) % ring.length]!],
      tag: block.borders[r]![i]!,
      isFixed: true,
    })),
  );
  const lines = [
    ...cuts.map((points) => ({ points, tag: CUT, isFixed: false })),
    ...plots.map((ring) => ({ points: [...ring, ring[0]!], tag: PLOT, isFixed: false })),
  ];
  const graph = withoutDeadEnds(nodeLines([...outline, ...lines], TOLERANCE_METERS), isCut);
  const next = nextHalfEdges(graph);
  const walks = traceFaces(graph, next);
  const faceOf = new Int32Array(graph.edges.length * 2).fill(-1);
  const faces: { area: number; ring: Point[] }[] = [];
  const ringOf = ({ halfEdges }: FaceWalk): Point[] =>
    halfEdges.map((half) => graph.vertices[startOf(graph, half)]!);
  for (const walk of walks) {
    // The block lies left of its outline: a face on the right of it is outside.
    const isOutside = walk.halfEdges.some((half) => half & 1 && !isCut(graph.edges[half >> 1]!.tag));
    if (walk.area <= 0 || isOutside) continue;
    for (const half of walk.halfEdges) faceOf[half] = faces.length;
    faces.push({ area: walk.area, ring: ringOf(walk) });
  }
  // A disconnected part of the graph (a hole, an enclosed plot) belongs to the smallest face around it.
  for (const walk of walks) {
    if (walk.area > 0) continue;
    const ring = ringOf(walk);
    let around = -1;
    faces.forEach((face, index) => {
      if (face.area <= -walk.area || face.ring.includes(ring[0]!) || !ringContains(face.ring, ring[0]!))
        return;
      if (around < 0 || face.area < faces[around]!.area) around = index;
    });
    for (const half of walk.halfEdges) faceOf[half] = around;
  }
  return { graph, next, faceOf, faceCount: faces.length };
}
