// The outline of each lot: the border of all faces that belong to it, with holes and separate parts.
import type { Point } from '../plane/point.ts';
import { type PlaneRing, ringArea, ringContains, type Shape } from '../plane/ring.ts';
import { startOf } from '../plane/trace-faces.ts';
import type { Survey } from './survey-faces.ts';

/** The shapes of each lot, by the number of its face; mostly one. */
export function outlineLots(survey: Survey, owner: Int32Array): Map<number, Shape[]> {
  const { graph, next, faceOf } = survey;
  const ownerOf = (half: number): number => (faceOf[half]! < 0 ? -1 : owner[faceOf[half]!]!);
  const isBorder = (half: number): boolean => ownerOf(half) >= 0 && ownerOf(half) !== ownerOf(half ^ 1);
  const seen = new Uint8Array(next.length);
  const rings = new Map<number, { outers: PlaneRing[]; holes: PlaneRing[] }>();
  for (let first = 0; first < next.length; first++) {
    if (seen[first] || !isBorder(first)) continue;
    const ring: Point[] = [];
    for (let half = first; !seen[half]; ) {
      seen[half] = 1;
      ring.push(graph.vertices[startOf(graph, half)]!);
      half = next[half]!;
      // An edge between two faces of the same lot is not a border: continue on its other side.
      while (!isBorder(half)) half = next[half ^ 1]!;
    }
    const key = ownerOf(first);
    const entry = rings.get(key) ?? { outers: [], holes: [] };
    rings.set(key, entry);
    if (ringArea(ring) > 0) entry.outers.push(ring);
    else entry.holes.push(ring);
  }
  return new Map(
    [...rings].map(([key, { outers, holes }]) => [
      key,
      outers.map(
        (outer): Shape => [
          outer,
          ...holes.filter(
            (hole) => outers.length === 1 || ringContains(outer, hole[0]!) || outer.includes(hole[0]!),
          ),
        ],
      ),
    ]),
  );
}
