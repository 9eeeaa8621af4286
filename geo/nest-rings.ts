// Puts rings into the order a vector tile wants: each outer ring, then the holes in it.
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
    // Only a ring that crossed itself from the start, an hourglass, has such a loop; it is land too.
    if (smallest) smallest.holes.push(hole);
    else outers.push({ area: Infinity, ring: reversed(hole), holes: [] });
  }
  return outers.flatMap(({ ring, holes }) => [ring, ...holes]);
}

/** The middle of an edge cannot lie on another ring; in doubled coordinates it is a whole number. */
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
