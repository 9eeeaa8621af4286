// All streets of the county: motorway, main roads, town grids, lake drives, and the suburbs between them.

import { cutBlocks } from '../lots/cut-blocks.ts';
import { BUSINESS_METERS, INTERCHANGES, TOWNS } from '../plan.ts';
import { distance, type Point } from '../plane/point.ts';
import { projectOnto } from '../plane/polyline.ts';
import { boxesMeet, boxOf, ringArea, ringCenter, type Shape } from '../plane/ring.ts';
import { randomStream } from '../random.ts';
import type { HeightGrid } from '../terrain/height-grid.ts';
import type { Lake } from '../water/fill-lake.ts';
import { clipStreets, insideLine } from './clip-streets.ts';
import { routeMainRoads } from './main-roads.ts';
import { drawMotorway } from './motorway.ts';
import { surveyGround } from './route-ground.ts';
import { layShoreDrives } from './shore-drives.ts';
import type { Street } from './street.ts';
import { connectedStreets, groundsBetween, joinStreets } from './street-network.ts';
import { laySuburb } from './suburb-streets.ts';
import { layOutTown } from './town-grid.ts';
import type { Urbanity } from './urbanity.ts';

export type StreetPlan = {
  streets: Street[];
  /** Where each lies. */
  subdivisions: Point[];
};

const LEAST_SUBURB_SQUARE_METERS = 45_000;
const MOST_SUBURB_SQUARE_METERS = 3_500_000;

type Given = {
  seed: number;
  ground: HeightGrid;
  lake: Lake;
  urbanity: Urbanity;
  isWet: (point: Point) => boolean;
  creeks: readonly (readonly Point[])[];
  onProgress: (fraction: number) => void;
};

export function layStreets({ seed, ground, lake, urbanity, isWet, creeks, onProgress }: Given): StreetPlan {
  const motorway = drawMotorway();
  const isUsable = (point: Point): boolean =>
    !isWet(point) && projectOnto(motorway.center, point).distance > 130;
  const towns = TOWNS.map((town, index) => layOutTown({ seed, town, index, isUsable }));
  const routeGround = surveyGround({
    ground,
    lake: lake.shapes,
    isLakeNode: lake.isLakeNode,
    motorway: motorway.center,
    interchanges: motorway.interchanges.map(({ at }) => at),
    townPoints: towns.flatMap(({ streets }) => streets.flatMap(({ line }) => line)),
  });
  let routed = 0;
  const main = routeMainRoads({
    seed,
    ground: routeGround,
    towns,
    interchanges: motorway.interchanges,
    urbanity,
    onRoad: () => onProgress(Math.min(0.8, ++routed / 600)),
  });
  const center: Street = {
    class: 'motorway',
    line: insideLine(motorway.center),
    setting: { kind: 'highway' },
    hasBulb: false,
  };
  const streets = [
    center,
    ...motorway.ramps,
    ...motorway.crossings,
    ...clipStreets(main),
    ...towns.flatMap((town) => town.streets),
  ];
  const drives = layShoreDrives({ lake: lake.shapes, streets, urbanity, isWet });
  streets.push(...drives);
  const subdivisions = drives.map(({ line }) => line[Math.floor(line.length / 2)]!);
  const random = randomStream(seed, 'suburbs');
  const graph = joinStreets(streets);
  const blocks = cutBlocks({
    grounds: groundsBetween(graph).filter(({ ring }) => urbanity(ringCenter(ring)) > 0),
    graph,
    streets,
    shore: lake.shore,
  });
  const creekBoxes = creeks.map((line) => ({ line, box: boxOf(line) }));
  const creeksIn = (shape: Shape): (readonly Point[])[] =>
    creekBoxes.filter(({ box }) => boxesMeet(box, boxOf(shape[0]!))).map(({ line }) => line);
  const added: Street[] = [];
  blocks.forEach(({ shape, borders }, i) => {
    if (i % 40 === 0) onProgress(0.8 + (0.2 * i) / blocks.length);
    const outer = shape[0]!;
    const area = ringArea(outer);
    if (area < LEAST_SUBURB_SQUARE_METERS || area > MOST_SUBURB_SQUARE_METERS) return;
    if (urbanity(ringCenter(outer)) < 0.02) return;
    if (INTERCHANGES.some((place) => distance(place, ringCenter(outer)) < BUSINESS_METERS)) return;
    const numbers = new Set(borders.flat().filter((border) => border >= 0));
    const openRoads = [...numbers]
      .map((number) => streets[number]!)
      .filter((street) => street.class !== 'motorway' && street.class !== 'ramp')
      .map(({ line }) => line);
    const laid = laySuburb({
      ground: { shape, openRoads, creeks: creeksIn(shape) },
      subdivision: subdivisions.length,
      random,
    });
    if (laid.length === 0) return;
    added.push(...laid);
    subdivisions.push(ringCenter(outer));
  });
  return { streets: connectedStreets([...streets, ...added]), subdivisions };
}
