// Streets along the lake, one lot's depth from the water.
import { COUNTY_OUTLINE } from '../plan.ts';
import { offsetShape } from '../plane/clip.ts';
import { distance, nearestOnSegment, type Point } from '../plane/point.ts';
import { lineLength, resample, simplifyLine, smoothLine } from '../plane/polyline.ts';
import { ringContains, type Shape } from '../plane/ring.ts';
import { SegmentIndex } from '../plane/segment-index.ts';
import type { Street } from './street.ts';
import type { Urbanity } from './urbanity.ts';

const FROM_SHORE_METERS = 88;
const CLEAR_OF_ROADS_METERS = 95;
const JOIN_METERS = 420;
const SHORTEST_METERS = 420;
const STEP_METERS = 22;

type Given = {
  lake: readonly Shape[];
  streets: readonly Street[];
  urbanity: Urbanity;
  isWet: (point: Point) => boolean;
};

export function layShoreDrives({ lake, streets, urbanity, isWet }: Given): Street[] {
  const roads = new SegmentIndex(120);
  for (const street of streets)
    if (street.class !== 'ramp') roads.addLine(street.line, street.class === 'motorway' ? 1 : 0);
  const drives: Street[] = [];
  for (const ring of offsetShape(lake.flat(), FROM_SHORE_METERS)) {
    const around = smoothLine(resample([...ring, ring[0]!], STEP_METERS), 10);
    for (const run of clearRuns(around, isFit)) {
      if (lineLength(run) < SHORTEST_METERS) continue;
      const ends = [
        joinTo({ roads, end: run[0]!, isWet }),
        joinTo({ roads, end: run.at(-1)!, isWet }),
      ] as const;
      if (!ends[0] && !ends[1]) continue;
      const line = [...(ends[0] ? [ends[0]] : []), ...run, ...(ends[1] ? [ends[1]] : [])];
      drives.push({
        class: 'local',
        line: simplifyLine(line, 0.4),
        setting: { kind: 'subdivision', subdivision: drives.length },
        hasBulb: true,
      });
      roads.addLine(line, 0);
    }
  }
  return drives;

  function isFit(point: Point): boolean {
    return (
      ringContains(COUNTY_OUTLINE, point) &&
      urbanity(point) > 0.08 &&
      !isWet(point) &&
      nearestRoad(roads, point, CLEAR_OF_ROADS_METERS).away >= CLEAR_OF_ROADS_METERS
    );
  }
}

function clearRuns(line: readonly Point[], isFit: (point: Point) => boolean): Point[][] {
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (const point of line) {
    if (isFit(point)) {
      run.push(point);
      continue;
    }
    if (run.length > 1) runs.push(run);
    run = [];
  }
  if (run.length > 1) runs.push(run);
  return runs;
}

function nearestRoad(roads: SegmentIndex, point: Point, reach: number): { at: Point; away: number } {
  let best = { at: point, away: Number.POSITIVE_INFINITY };
  for (const { a, b, tag } of roads.near(point, reach)) {
    const at = nearestOnSegment(point, a, b);
    const away = distance(point, at) + tag * 1e6;
    if (away < best.away) best = { at, away };
  }
  return best;
}

/** The nearest point of a road, if the straight line to it is dry. */
function joinTo({
  roads,
  end,
  isWet,
}: {
  roads: SegmentIndex;
  end: Point;
  isWet: (point: Point) => boolean;
}): Point | undefined {
  const { at, away } = nearestRoad(roads, end, JOIN_METERS);
  if (away > JOIN_METERS) return undefined;
  for (let share = 0.1; share < 1; share += 0.1) {
    if (isWet({ x: end.x + (at.x - end.x) * share, y: end.y + (at.y - end.y) * share })) return undefined;
  }
  return at;
}
