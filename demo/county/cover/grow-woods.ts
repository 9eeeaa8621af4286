// Woods: on steep ground, along streams, and where fractal noise puts them; few near towns.
import { COUNTY_OUTLINE } from '../plan.ts';
import { intersect } from '../plane/clip.ts';
import { contourRings } from '../plane/contour.ts';
import { snap } from '../plane/point.ts';
import { ringArea, type Shape } from '../plane/ring.ts';
import { chaikinRing, simplifyRing } from '../plane/smooth-ring.ts';
import type { Urbanity } from '../roads/urbanity.ts';
import { emptyGrid, type HeightGrid, nearestNode, nodeAt, steepnessAt } from '../terrain/height-grid.ts';
import { fractalNoise } from '../terrain/noise.ts';
import type { Watercourse } from '../water/trace-streams.ts';

const SPACING = 60;
const SMALLEST_SQUARE_METERS = 9000;

type Given = {
  seed: number;
  ground: HeightGrid;
  streams: readonly Watercourse[];
  urbanity: Urbanity;
  isLakeNode: Uint8Array;
};

export function growWoods({ seed, ground, streams, urbanity, isLakeNode }: Given): Shape[] {
  const grid = emptyGrid(SPACING);
  const noise = fractalNoise(seed + 303, 4);
  const { side, meters } = grid;
  for (let i = 0; i < meters.length; i++) {
    const point = nodeAt(grid, i);
    const row = Math.floor(i / side);
    const isRim = row === 0 || row === side - 1 || i % side === 0 || i % side === side - 1;
    if (isRim || isLakeNode[nearestNode(ground, point)]) {
      meters[i] = -1;
      continue;
    }
    const built = Math.max(0, urbanity(point) + 0.12);
    meters[i] =
      noise(point.x / 1100, point.y / 1100) * 1.3 + steepnessAt(ground, point) * 7 - 0.42 - built * 6;
  }
  for (const { line } of streams) {
    for (const point of line) {
      const node = nearestNode(grid, point);
      for (const near of [node, node + 1, node - 1, node + side, node - side]) {
        if (meters[near] !== undefined && meters[near]! > -2.2) meters[near] = meters[near]! + 0.5;
      }
    }
  }
  const rings = contourRings(grid, (i) => meters[i]! > 0, 0)
    .filter((ring) => Math.abs(ringArea(ring)) > SMALLEST_SQUARE_METERS)
    .map((ring) => simplifyRing(chaikinRing(ring, 2), 2.5));
  return intersect(rings, [COUNTY_OUTLINE]).map((shape) => shape.map((ring) => ring.map(snap)));
}
