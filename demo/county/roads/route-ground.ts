// The cost grid for routing: heights, water, town streets, the motorway, existing roads.
import { COUNTY_OUTLINE } from '../plan.ts';
import { distance, type Point } from '../plane/point.ts';
import { ringContains, type Shape } from '../plane/ring.ts';
import { emptyGrid, type HeightGrid, heightAt, nearestNode, nodeAt } from '../terrain/height-grid.ts';
import { MOVES, type RouteGround } from './find-route.ts';

const SPACING_METERS = 50;
const LAKE_COST_FACTOR = 4.5;
const SHORE_COST_FACTOR = 2.2;
const BEYOND_COUNTY_COST_FACTOR = 5;
const MOTORWAY_COST_FACTOR = 9;
const INTERCHANGE_COST_FACTOR = 40;
const BESIDE_ROAD_COST_FACTOR = 3.2;

export function surveyGround({
  ground,
  lake,
  isLakeNode,
  motorway,
  interchanges,
  townPoints,
}: {
  ground: HeightGrid;
  lake: readonly Shape[];
  isLakeNode: Uint8Array;
  motorway: readonly Point[];
  interchanges: readonly Point[];
  townPoints: readonly Point[];
}): RouteGround {
  const heights = emptyGrid(SPACING_METERS);
  const costFactor = new Float32Array(heights.meters.length).fill(1);
  const raise = (point: Point, radius: number, to: number): void => {
    const reach = Math.ceil(radius / SPACING_METERS);
    const middle = nearestNode(heights, point);
    for (let dr = -reach; dr <= reach; dr++) {
      for (let dc = -reach; dc <= reach; dc++) {
        const node = middle + dr * heights.side + dc;
        if (node < 0 || node >= costFactor.length || distance(nodeAt(heights, node), point) > radius)
          continue;
        costFactor[node] = Math.max(costFactor[node]!, to);
      }
    }
  };
  for (let i = 0; i < costFactor.length; i++) {
    const point = nodeAt(heights, i);
    heights.meters[i] = heightAt(ground, point);
    if (!ringContains(COUNTY_OUTLINE, point)) costFactor[i] = BEYOND_COUNTY_COST_FACTOR;
  }
  for (const shape of lake)
    for (const ring of shape) for (const point of ring) raise(point, 90, SHORE_COST_FACTOR);
  const isLake = new Uint8Array(costFactor.length);
  for (let i = 0; i < costFactor.length; i++) {
    if (!isLakeNode[nearestNode(ground, nodeAt(heights, i))]) continue;
    isLake[i] = 1;
    costFactor[i] = LAKE_COST_FACTOR;
  }
  for (const point of motorway) raise(point, 110, MOTORWAY_COST_FACTOR);
  for (const point of interchanges) raise(point, 520, INTERCHANGE_COST_FACTOR);
  for (const point of townPoints) raise(point, 110, INTERCHANGE_COST_FACTOR);
  return {
    heights,
    costFactor,
    isLake,
    builtMoves: new Uint16Array(costFactor.length),
    scratch: emptyScratch(costFactor.length),
  };
}

function emptyScratch(count: number): RouteGround['scratch'] {
  return {
    search: 0,
    seenIn: new Int32Array(count),
    closedIn: new Int32Array(count),
    cost: new Float64Array(count),
    cameFrom: new Int32Array(count),
  };
}

/** Marks a new road and raises the cost beside it, so that the next road joins it instead of running parallel. */
export function markBuilt(ground: RouteGround, nodes: readonly number[]): void {
  const { side } = ground.heights;
  for (let i = 0; i < nodes.length; i++) {
    if (i > 0) markMove(ground, nodes[i - 1]!, nodes[i]!);
    if (i > 0) markMove(ground, nodes[i]!, nodes[i - 1]!);
    for (let dr = -2; dr <= 2; dr++) {
      for (let dc = -2; dc <= 2; dc++) {
        const beside = nodes[i]! + dr * side + dc;
        if ((ground.costFactor[beside] ?? 99) < BESIDE_ROAD_COST_FACTOR)
          ground.costFactor[beside] = BESIDE_ROAD_COST_FACTOR;
      }
    }
  }
}

function markMove(ground: RouteGround, from: number, to: number): void {
  const { side } = ground.heights;
  const rows = Math.floor(to / side) - Math.floor(from / side);
  const columns = to - from - rows * side;
  const move = MOVES.findIndex(([dc, dr]) => dc === columns && dr === rows);
  ground.builtMoves[from]! |= 1 << move;
}
