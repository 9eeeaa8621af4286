// Streams from the drainage: one line each, from its spring to the stream, lake or rim that it flows into.
import { addToGroup } from '../../../geo/groups.ts';
import { COUNTY_OUTLINE, DAM_FOOT } from '../plan.ts';
import type { Point } from '../plane/point.ts';
import { lineLength, projectOnto, resample, simplifyLine, smoothLine } from '../plane/polyline.ts';
import { ringContains } from '../plane/ring.ts';
import type { Drainage } from '../terrain/drainage.ts';
import { type HeightGrid, nearestNode, nodeAt } from '../terrain/height-grid.ts';
import type { Lake } from './fill-lake.ts';

export type Watercourse = { line: Point[]; catchmentNodes: number; isRiver: boolean };

/** A stream begins where 0.5 square kilometers (of 25 m cells) drain through a node. */
const SPRING_CATCHMENT_NODES = 800;
const RIVER_CATCHMENT_NODES = 1_000_000;
const SHORTEST_METERS = 350;

type Stem = { nodes: number[]; parent: Stem | undefined; line: Point[] };

/** From each mouth upstream along the branch with the larger catchment; other branches become stems of their own. */
function findStems(drainage: Drainage, isWet: (node: number) => boolean): Stem[] {
  const { downstream, outletsFirst, catchment } = drainage;
  const upstream = new Map<number, number[]>();
  for (const node of outletsFirst) {
    const next = downstream[node]!;
    if (next === node || catchment[node]! < SPRING_CATCHMENT_NODES || isWet(node)) continue;
    addToGroup(upstream, next, node);
  }
  const stems: Stem[] = [];
  const climb = (mouth: number, first: number, parent: Stem | undefined): void => {
    const nodes = [mouth];
    const stem: Stem = { nodes, parent, line: [] };
    stems.push(stem);
    const branches: [number, number][] = [];
    for (let node: number | undefined = first; node !== undefined; ) {
      nodes.push(node);
      const sources: number[] = (upstream.get(node) ?? []).toSorted(
        (a, b) => catchment[b]! - catchment[a]! || a - b,
      );
      for (const other of sources.slice(1)) branches.push([node, other]);
      node = sources[0];
    }
    for (const [at, other] of branches) climb(at, other, stem);
  };
  for (const [mouth, firsts] of upstream) {
    if (downstream[mouth] !== mouth) continue;
    for (const first of firsts) climb(mouth, first, undefined);
  }
  return stems;
}

/** The part of a line inside the county and outside the lake, from its first dry point to where it leaves. */
function clipCourse(line: readonly Point[], isWet: (point: Point) => boolean): Point[] {
  const isDry = (point: Point) => ringContains(COUNTY_OUTLINE, point) && !isWet(point);
  const start = line.findIndex(isDry);
  if (start < 0) return [];
  const length = line.slice(start).findIndex((point) => !isDry(point));
  if (length < 0) return line.slice(start);
  // Bisection finds the shore (or the county line) to a few centimeters.
  let dry = line[start + length - 1]!;
  let wet = line[start + length]!;
  for (let i = 0; i < 12; i++) {
    const middle = { x: (dry.x + wet.x) / 2, y: (dry.y + wet.y) / 2 };
    if (isDry(middle)) dry = middle;
    else wet = middle;
  }
  return [...line.slice(start, start + length), wet];
}

type Given = {
  ground: HeightGrid;
  drainage: Drainage;
  lake: Lake;
  isWet: (point: Point) => boolean;
};

export function traceStreams({ ground, drainage, lake, isWet }: Given): Watercourse[] {
  // The river flows on below the dam: add its catchment there by hand, as the lake is an outlet of the drainage.
  const riverHead = nearestNode(ground, DAM_FOOT);
  for (let node = riverHead; ; node = drainage.downstream[node]!) {
    drainage.catchment[node] = drainage.catchment[node]! + RIVER_CATCHMENT_NODES;
    if (drainage.downstream[node] === node) break;
  }
  const stems = findStems(drainage, (node) => lake.isLakeNode[node] === 1);
  const courses: Watercourse[] = [];
  for (const stem of stems) {
    const downhill = stem.nodes.map((node) => nodeAt(ground, node)).reverse();
    stem.line = resample(smoothLine(downhill, 6), 30);
    if (stem.parent) {
      const mouth = stem.line.at(-1)!;
      stem.line[stem.line.length - 1] = projectOnto(stem.parent.line, mouth).at;
    }
    const line = simplifyLine(clipCourse(stem.line, isWet), 0.6);
    if (lineLength(line) < SHORTEST_METERS) continue;
    const isRiver = stem.nodes.includes(riverHead);
    courses.push({ line, catchmentNodes: drainage.catchment[stem.nodes[1]!]!, isRiver });
  }
  return courses;
}
