// Merges scraps into a neighbor (union-find): slivers, lots too small to build on, land that no street reaches.
import { between, distance, type Point } from '../plane/point.ts';
import { COUNTY_EDGE, WATER_EDGE } from './cut-blocks.ts';
import { PLOT, type Survey } from './survey-faces.ts';

/** How many meters of a street a lot fronts on, and the middle of them. */
export type Front = { meters: number; middle: Point };

export type FaceFacts = {
  area: number;
  perimeter: number;
  /** By the number of the street. */
  frontage: Map<number, Front>;
  /** Meters along water. */
  shore: number;
  /** A plot enclosed by other land, such as a graveyard. */
  isPlot: boolean;
  /** Meters shared with each neighboring face. */
  neighbors: Map<number, number>;
};

export function faceFacts({ graph, faceOf, faceCount }: Survey): FaceFacts[] {
  const facts: FaceFacts[] = Array.from({ length: faceCount }, () => ({
    area: 0,
    perimeter: 0,
    frontage: new Map(),
    shore: 0,
    isPlot: true,
    neighbors: new Map(),
  }));
  graph.edges.forEach(({ from, to, tag }, index) => {
    const [a, b] = [graph.vertices[from]!, graph.vertices[to]!];
    const length = distance(a, b);
    for (const half of [index * 2, index * 2 + 1]) {
      const face = facts[faceOf[half]!];
      if (!face) continue;
      const [start, end] = half & 1 ? [b, a] : [a, b];
      face.area += (start.x * end.y - start.y * end.x) / 2;
      const other = faceOf[half ^ 1]!;
      if (other === faceOf[half]) continue;
      face.perimeter += length;
      if (tag !== PLOT) face.isPlot = false;
      if (other >= 0) face.neighbors.set(other, (face.neighbors.get(other) ?? 0) + length);
      else if (tag === WATER_EDGE) face.shore += length;
      else if (tag > COUNTY_EDGE)
        addFront(face.frontage, tag, { meters: length, middle: between(a, b, 0.5) });
    }
  });
  return facts;
}

function addFront(fronts: Map<number, Front>, street: number, front: Front): void {
  const known = fronts.get(street);
  if (!known) {
    fronts.set(street, front);
    return;
  }
  const meters = known.meters + front.meters;
  fronts.set(street, { meters, middle: between(known.middle, front.middle, front.meters / meters) });
}

/** For each face the face it was merged into, or its own number. A scrap joins the neighbor with the longest border. */
export function mergeFaces(
  facts: readonly FaceFacts[],
  isScrap: (face: FaceFacts) => boolean,
): { owner: Int32Array; merged: FaceFacts[] } {
  const owner = Int32Array.from(facts, (_, i) => i);
  const find = (face: number): number => {
    let top = face;
    while (owner[top] !== top) top = owner[top]!;
    return top;
  };
  const merged = facts.map((face) => ({
    ...face,
    frontage: new Map(face.frontage),
    neighbors: new Map(face.neighbors),
  }));
  const order = merged.map((_, i) => i).sort((a, b) => merged[a]!.area - merged[b]!.area || a - b);
  for (let round = 0; round < 3; round++) {
    for (const face of order) {
      if (find(face) !== face || merged[face]!.isPlot || !isScrap(merged[face]!)) continue;
      const shared = new Map<number, number>();
      for (const [other, meters] of merged[face]!.neighbors) {
        const top = find(other);
        if (top !== face) shared.set(top, (shared.get(top) ?? 0) + meters);
      }
      const target = [...shared].toSorted((a, b) => b[1] - a[1] || a[0] - b[0])[0];
      if (!target) continue;
      const [into, meters] = target;
      owner[face] = into;
      const gain = merged[into]!;
      gain.area += merged[face]!.area;
      gain.perimeter += merged[face]!.perimeter - 2 * meters;
      for (const [street, front] of merged[face]!.frontage) addFront(gain.frontage, street, front);
      gain.shore += merged[face]!.shore;
      for (const [other, length] of merged[face]!.neighbors)
        gain.neighbors.set(other, (gain.neighbors.get(other) ?? 0) + length);
    }
  }
  return { owner: owner.map((_, i) => find(i)), merged };
}
