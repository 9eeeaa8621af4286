// Farm ponds: small and roundish, clear of the edges of their farm.

import type { SettledLot } from '../lots/settle-lots.ts';
import { add, direction, distance, nearestOnSegment, type Point, snap } from '../plane/point.ts';
import type { Shape } from '../plane/ring.ts';
import { type Random, randomStream } from '../random.ts';

const CORNERS = 22;

/** Undefined where the land around the point is not wide enough. */
function digPond(land: Shape, at: Point, random: Random): Point[] | undefined {
  const radius = random.between(16, 46);
  for (const ring of land) {
    for (let i = 0; i < ring.length; i++) {
      if (distance(at, nearestOnSegment(at, ring[i]!, ring[(i + 1) % ring.length]!)) < radius * 1.5 + 12)
        return undefined;
    }
  }
  const turn = random.between(0, 3.1);
  const [bulge, dent] = [random.between(0.15, 0.4), random.between(0, 0.22)];
  return Array.from({ length: CORNERS }, (_, i) => {
    const angle = (i / CORNERS) * 2 * Math.PI;
    const reach = radius * (1 + bulge * Math.cos(2 * angle) + dent * Math.cos(3 * angle + 1));
    return snap(add(at, direction(angle + turn), reach));
  });
}

/** On about every sixth large farm. */
export function digPonds({ seed, lots }: { seed: number; lots: readonly SettledLot[] }): Point[][] {
  const random = randomStream(seed, 'ponds');
  return lots.flatMap(({ use, shapes, inside, area, buildings }) => {
    if (use !== 'farm' || area < 50_000 || shapes[0]!.length > 1 || !random.chance(0.17)) return [];
    if (buildings.some(({ ring }) => distance(ring[0]!, inside) < 110)) return [];
    const pond = digPond(shapes[0]!, inside, random);
    return pond ? [pond] : [];
  });
}
