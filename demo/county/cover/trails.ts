// Footpaths: a loop in every larger park, a little inside its edge.

import type { SettledLot } from '../lots/settle-lots.ts';
import { offsetShape } from '../plane/clip.ts';
import type { Point } from '../plane/point.ts';
import { ringArea, ringLength } from '../plane/ring.ts';
import { chaikinRing, simplifyRing } from '../plane/smooth-ring.ts';

const FROM_EDGE_METERS = 14;
const SMALLEST_PARK_SQUARE_METERS = 6000;
const SHORTEST_METERS = 150;

export function trailsIn(lots: readonly SettledLot[]): Point[][] {
  return lots
    .filter(({ use }) => use === 'park')
    .flatMap(({ shapes }) => shapes)
    .flatMap((shape) =>
      ringArea(shape[0]!) > SMALLEST_PARK_SQUARE_METERS ? offsetShape(shape, -FROM_EDGE_METERS) : [],
    )
    .filter((ring) => ringLength(ring) > SHORTEST_METERS)
    .map((ring) => {
      const round = simplifyRing(chaikinRing(ring, 2), 0.6);
      return [...round, round[0]!];
    });
}
