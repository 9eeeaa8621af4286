// Fills the lake behind the dam: a flood fill of the valley up to one level, found by binary search.
import { COUNTY_OUTLINE, DAM, ISLANDS, LAKE_SHARE, RIVER } from '../plan.ts';
import { intersect } from '../plane/clip.ts';
import { contourRings } from '../plane/contour.ts';
import { distance, nearestOnSegment, snap } from '../plane/point.ts';
import { type PlaneRing, ringArea, ringContains, type Shape } from '../plane/ring.ts';
import { chaikinRing, simplifyRing } from '../plane/smooth-ring.ts';
import { type HeightGrid, nearestNode, nodeAt } from '../terrain/height-grid.ts';
import { fractalNoise } from '../terrain/noise.ts';

export type Lake = {
  /** The whole shoreline, beyond the county too: outer rings counter-clockwise, islands clockwise. */
  shore: PlaneRing[];
  shapes: Shape[];
  isLakeNode: Uint8Array;
};

const SMALLEST_ISLAND_SQUARE_METERS = 2500;
/** Steps of the binary search for the level: enough for a centimeter. */
const ROUNDS = 14;
const DAM_HALF_WIDTH = 40;

export function fillLake({
  ground,
  seed,
  onProgress,
}: {
  ground: HeightGrid;
  seed: number;
  onProgress: (fraction: number) => void;
}): Lake {
  const target = ringArea(COUNTY_OUTLINE) * LAKE_SHARE;
  const isCounty = new Uint8Array(ground.meters.length);
  for (let i = 0; i < isCounty.length; i++)
    isCounty[i] = ringContains(COUNTY_OUTLINE, nodeAt(ground, i)) ? 1 : 0;
  const source = nearestNode(ground, RIVER[4]!);
  let low = ground.meters[source]! + 2;
  let high = low + 60;
  for (let round = 0; round < ROUNDS; round++) {
    onProgress(round / ROUNDS);
    const level = (low + high) / 2;
    const flooded = floodFrom({ ground, source, level });
    let area = 0;
    for (let i = 0; i < flooded.length; i++) if (flooded[i] && isCounty[i]) area += ground.spacing ** 2;
    if (area > target) high = level;
    else low = level;
  }
  const level = Math.round((low + high) * 5) / 10;
  buildDam(ground, level);
  raiseIslands({ ground, level, seed });
  const isLakeNode = floodFrom({ ground, source, level });
  const shore = contourRings(ground, (i) => isLakeNode[i] === 1, level)
    .filter((ring) => Math.abs(ringArea(ring)) > SMALLEST_ISLAND_SQUARE_METERS)
    .map((ring) => simplifyRing(chaikinRing(ring, 2), 1.6).map(snap));
  for (let i = 0; i < isLakeNode.length; i++) if (isLakeNode[i]) ground.meters[i] = level;
  return {
    shapes: intersect(shore, [COUNTY_OUTLINE]).map((shape) => shape.map((ring) => ring.map(snap))),
    isLakeNode,
    shore,
  };
}

function raiseIslands({ ground, level, seed }: { ground: HeightGrid; level: number; seed: number }): void {
  const rough = fractalNoise(seed + 404, 2);
  for (let i = 0; i < ground.meters.length; i++) {
    const node = nodeAt(ground, i);
    for (const { at, radius } of ISLANDS) {
      if (distance(node, at) > radius * 2) continue;
      const reach = distance(node, at) / (radius * (1 + 0.55 * rough(node.x / 130, node.y / 130)));
      ground.meters[i] = Math.max(ground.meters[i]!, level + 7 * (1 - reach * reach));
    }
  }
}

function buildDam(ground: HeightGrid, level: number): void {
  for (let i = 0; i < ground.meters.length; i++) {
    const node = nodeAt(ground, i);
    if (distance(node, nearestOnSegment(node, DAM[0]!, DAM[1]!)) > DAM_HALF_WIDTH) continue;
    if (ground.meters[i]! < level + 4) ground.meters[i] = level + 4;
  }
}

/** Flood fill: all nodes below the level that water reaches from the source without passing the dam. */
function floodFrom({
  ground,
  source,
  level,
}: {
  ground: HeightGrid;
  source: number;
  level: number;
}): Uint8Array {
  const { side, meters } = ground;
  const flooded = new Uint8Array(meters.length);
  const [west, east] = [DAM[0]!, DAM[1]!];
  const slope = (east.y - west.y) / (east.x - west.x);
  const isBehindDam = (i: number): boolean => {
    const node = nodeAt(ground, i);
    return node.y > west.y + (node.x - west.x) * slope + DAM_HALF_WIDTH;
  };
  const waiting = [source];
  flooded[source] = 1;
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const column = node % side;
    for (const next of [node - 1, node + 1, node - side, node + side]) {
      const nextColumn = next % side;
      // The rim stays dry: marching squares needs closed outlines.
      if (next < side || next >= meters.length - side || nextColumn === 0 || nextColumn === side - 1)
        continue;
      if (Math.abs(nextColumn - column) > 1 || flooded[next] || meters[next]! >= level || !isBehindDam(next))
        continue;
      flooded[next] = 1;
      waiting.push(next);
    }
  }
  return flooded;
}
