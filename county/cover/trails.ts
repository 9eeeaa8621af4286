// Footpaths: a round in every larger park, a little inside its edge.

import type { SettledLot } from '../lots/settle-lots.ts';
import { swellShape } from '../plane/clip.ts';
import type { Point } from '../plane/point.ts';
import { ringArea, ringLength } from '../plane/ring.ts';
import { roundRing, thinRing } from '../plane/smooth-ring.ts';

const FROM_EDGE_METRES = 14;
const SMALLEST_PARK_SQUARE_METRES = 6000;
const SHORTEST_METRES = 150;

export function trailsIn(lots: readonly SettledLot[]): Point[][] {
  return lots
    .filter(({ use }) => use === 'park')
    .flatMap(({ shapes }) => shapes)
    .flatMap((shape) =>
      ringArea(shape[0]!) > SMALLEST_PARK_SQUARE_METRES ? swellShape(shape, -FROM_EDGE_METRES) : [],
    )
    .filter((ring) => ringLength(ring) > SHORTEST_METRES)
    .map((ring) => {
      const round = thinRing(roundRing(ring, 2), 0.6);
      return [...round, round[0]!];
    });
}
