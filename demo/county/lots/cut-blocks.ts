// The blocks: the ground between streets, minus the rights-of-way and the lake.
import { bufferLines, clipToBox, type Stroke, subtract } from '../plane/clip.ts';
import type { PlanarGraph } from '../plane/node-lines.ts';
import { between, distance, nearestOnSegment, type Point, snap } from '../plane/point.ts';
import { boxesMeet, boxOf, type PlaneRing, type Shape, shapeArea } from '../plane/ring.ts';
import { SegmentIndex } from '../plane/segment-index.ts';
import { cleanRing } from '../plane/smooth-ring.ts';
import { BULB_RADIUS, HALF_WIDTH, type Street } from '../roads/street.ts';
import { COUNTY_LINE, type GroundBetween } from '../roads/street-network.ts';

/** Tags of block edges that border on no street; a street's edges are tagged with its number. */
export const WATER_EDGE = -2;
export const COUNTY_EDGE = COUNTY_LINE;

export type Block = {
  /** The number of the ground it was cut from. */
  ground: number;
  shape: Shape;
  /** For each ring, what the edge after each point borders on: a street's number, water or the county line. */
  borders: number[][];
};

const SMALLEST_BLOCK_SQUARE_METERS = 250;
const CLOSEST_POINTS_METERS = 0.12;

type Curb = { a: Point; b: Point; street: number; halfWidth: number };

type Given = {
  grounds: readonly GroundBetween[];
  graph: PlanarGraph;
  streets: readonly Street[];
  shore: readonly PlaneRing[];
  onProgress?: (fraction: number) => void;
};

export function cutBlocks({ grounds, graph, streets, shore, onProgress }: Given): Block[] {
  const degree = new Int32Array(graph.vertices.length);
  for (const { from, to } of graph.edges) {
    degree[from]!++;
    degree[to]!++;
  }
  const shoreBoxes = shore.map(boxOf);
  return grounds.flatMap(({ ring, chains }, index) => {
    if (index % 20 === 0) onProgress?.(index / grounds.length);
    const strokes: Stroke[] = [];
    const curbs: Curb[] = [];
    for (const { vertices, tag } of chains) {
      if (tag === COUNTY_LINE) continue;
      const street = streets[tag]!;
      const line = vertices.map((vertex) => graph.vertices[vertex]!);
      const halfWidth = HALF_WIDTH[street.class];
      strokes.push({ line, halfWidth });
      for (let i = 1; i < line.length; i++)
        curbs.push({ a: line[i - 1]!, b: line[i]!, street: tag, halfWidth });
      if (!street.hasBulb) continue;
      for (const vertex of vertices) {
        if (degree[vertex] !== 1) continue;
        const end = graph.vertices[vertex]!;
        strokes.push({ line: [end, { x: end.x + 0.01, y: end.y }], halfWidth: BULB_RADIUS });
        curbs.push({ a: end, b: end, street: tag, halfWidth: BULB_RADIUS });
      }
    }
    const box = boxOf(ring);
    const water = clipToBox(
      shore.filter((_, i) => boxesMeet(shoreBoxes[i]!, box)),
      box,
    );
    return subtract([ring], [...bufferLines(strokes), ...water])
      .map((shape) => shape.map((part) => cleanRing(part.map(snap), CLOSEST_POINTS_METERS)))
      .filter((shape) => shape[0]!.length > 2 && shapeArea(shape) > SMALLEST_BLOCK_SQUARE_METERS)
      .map((shape) => ({ ground: index, shape, borders: bordersOf(shape, curbs, water.length > 0) }));
  });
}

const CURB_BUCKET_METERS = 120;
/** A little more than half of the widest right-of-way, a motorway's. */
const WIDEST_HALF_METERS = 42;

function bordersOf(shape: Shape, curbs: readonly Curb[], hasWater: boolean): number[][] {
  const near = new SegmentIndex(CURB_BUCKET_METERS);
  curbs.forEach(({ a, b }, tag) => {
    near.add({ a, b, tag });
  });
  return shape.map((part) =>
    part.map((point, i) => {
      const middle = between(point, part[(i + 1) % part.length]!, 0.5);
      const candidates = [...near.near(middle, WIDEST_HALF_METERS)].map(({ tag }) => curbs[tag]!);
      return borderOf(middle, candidates, hasWater);
    }),
  );
}

function borderOf(middle: Point, curbs: readonly Curb[], hasWater: boolean): number {
  let best = hasWater ? WATER_EDGE : COUNTY_EDGE;
  let closest = 0.8;
  for (const curb of curbs) {
    const away = Math.abs(distance(middle, nearestOnSegment(middle, curb.a, curb.b)) - curb.halfWidth);
    if (away < closest) {
      closest = away;
      best = curb.street;
    }
  }
  return best;
}
