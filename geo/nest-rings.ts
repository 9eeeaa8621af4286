// Sorts rings into the order of a vector tile: each outer ring, then its holes.
import { type FlatRing, reversed, signedArea } from './flat-ring.ts';

/** For rings of whole numbers that share points but no edges. Rings without area are left out. */
export function nestRings(rings: readonly FlatRing[]): FlatRing[] {
  const outers: { area: number; ring: FlatRing; holes: FlatRing[] }[] = [];
  const holes: FlatRing[] = [];
  for (const ring of rings) {
    const area = signedArea(ring);
    if (area > 0) outers.push({ area, ring, holes: [] });
    if (area < 0) holes.push(ring);
  }
  outers.sort((one, other) => one.area - other.area);
  for (const hole of holes) {
    const smallest = outers.find((outer) => holdsFirstEdge(outer.ring, hole));
    // A loop of a ring that crossed itself in the source (an hourglass): it counts as land, too.
    if (smallest) smallest.holes.push(hole);
    else outers.push({ area: Infinity, ring: reversed(hole), holes: [] });
  }
  return outers.flatMap(({ ring, holes }) => [ring, ...holes]);
}

/** Tests the middle of an edge, which cannot lie on another ring. Doubled coordinates keep it a whole number. */
function holdsFirstEdge(outer: FlatRing, inner: FlatRing): boolean {
  const x = inner[0]! + inner[2]!;
  const y = inner[1]! + inner[3]!;
  let inside = false;
  let fromX = outer[outer.length - 2]! * 2;
  let fromY = outer[outer.length - 1]! * 2;
  for (let i = 0; i < outer.length; i += 2) {
    const toX = outer[i]! * 2;
    const toY = outer[i + 1]! * 2;
    if (fromY > y !== toY > y) {
      const side = (toX - fromX) * (y - fromY) - (toY - fromY) * (x - fromX);
      if (side > 0 === toY > fromY) inside = !inside;
    }
    fromX = toX;
    fromY = toY;
  }
  return inside;
}
