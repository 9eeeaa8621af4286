// Routes the main roads: highways between the towns, country roads, and the through roads of suburbs.

import { COUNTY_OUTLINE, HAMLETS } from '../plan.ts';
import { direction, distance, type Point } from '../plane/point.ts';
import { ringContains } from '../plane/ring.ts';
import { randomStream } from '../random.ts';
import { nearestNode } from '../terrain/height-grid.ts';
import { findRoute, type RouteGround, routeLength } from './find-route.ts';
import type { Interchange } from './motorway.ts';
import { RoadWeb } from './road-web.ts';
import type { Street } from './street.ts';
import type { TownGrid } from './town-grid.ts';
import type { Urbanity } from './urbanity.ts';

type Given = {
  seed: number;
  ground: RouteGround;
  towns: readonly TownGrid[];
  interchanges: readonly Interchange[];
  urbanity: Urbanity;
  onRoad: () => void;
};

const COUNTRY_MESH = 1400;
const SUBURB_MESH = 720;

export function routeMainRoads({ seed, ground, towns, interchanges, urbanity, onRoad }: Given): Street[] {
  const web = new RoadWeb(ground);
  const pinned = (point: Point): number => {
    const node = nearestNode(ground.heights, point);
    web.pin(node, point);
    return node;
  };
  const loose = (point: Point): number => nearestNode(ground.heights, point);
  const [seat, second, mill] = [towns[0]!.gates, towns[1]!.gates, towns[2]!.gates];
  const gate = new Map<Point, number>();
  for (const gates of [seat, second, mill])
    for (const point of Object.values(gates)) gate.set(point, pinned(point));
  for (const { east, west } of interchanges) for (const point of [east, west]) gate.set(point, pinned(point));
  const hamlet = (name: string): Point => HAMLETS.find((place) => place.name === name)!.at;
  const node = (point: Point): number => gate.get(point) ?? loose(point);
  const edge = (x: number, y: number): Point => ({ x, y });

  const highway = (...stops: Point[]): void => {
    for (let i = 1; i < stops.length; i++) {
      const route = findRoute({
        ground,
        from: node(stops[i - 1]!),
        to: node(stops[i]!),
        limit: Number.POSITIVE_INFINITY,
        mayBridge: true,
      });
      if (route) web.build(route, 'arterial');
      onRoad();
    }
  };
  const [south, north] = [interchanges[0]!, interchanges[1]!];
  highway(seat.west, south.east);
  highway(south.west, hamlet('Wexcombe'), edge(-10_400, -1300));
  highway(second.west, north.east);
  highway(north.west, hamlet('Ewing Landing'), edge(-10_400, 6300));
  highway(seat.north, second.south);
  highway(seat.east, hamlet('Quillan'), edge(10_400, 1400));
  highway(seat.south, hamlet('Harrow Chapel'), edge(3700, -10_300));
  highway(mill.north, seat.west);
  highway(second.north, edge(4700, 10_400));
  highway(second.east, hamlet('Maddry Crossroads'), edge(10_500, 7700));
  highway(mill.west, hamlet('Cane Fork'), edge(-10_400, -7700));
  highway(seat.east, hamlet('Sorrel Gap'), edge(10_500, -5600));

  const join = (a: Point, b: Point, roadClass: 'country' | 'collector', detour: number): void => {
    const route = findRoute({
      ground,
      from: node(a),
      to: node(b),
      limit: 6 * distance(a, b) + 2000,
      mayBridge: false,
    });
    onRoad();
    if (!route || routeLength(ground, route) > detour * distance(a, b) + 200) return;
    web.build(route, roadClass);
  };
  join(mill.south, edge(-1700, -10_300), 'country', 2);
  join(mill.east, hamlet('Harrow Chapel'), 'country', 2);
  for (const [a, b] of [
    ['Quillan', 'Maddry Crossroads'],
    ['Quillan', 'Sorrel Gap'],
    ['Sorrel Gap', 'Harrow Chapel'],
    ['Ewing Landing', 'Wexcombe'],
    ['Wexcombe', 'Cane Fork'],
  ] as const) {
    join(hamlet(a), hamlet(b), 'country', 2);
  }
  const rims = towns.flatMap(({ rim }) => rim);
  const mesh = (
    spacing: number,
    roadClass: 'country' | 'collector',
    isWanted: (point: Point) => boolean,
    chance: number,
  ): void => {
    const random = randomStream(seed, `mesh ${roadClass}`);
    const count = Math.ceil(11_000 / spacing);
    const stops = new Map<string, Point>();
    for (let i = -count; i <= count; i++) {
      for (let j = -count; j <= count; j++) {
        // The mesh is rotated, so that roads do not all run north-south and east-west.
        const lean = direction(0.4);
        const [u, v] = [
          (i + random.between(-0.32, 0.32)) * spacing,
          (j + random.between(-0.32, 0.32)) * spacing,
        ];
        const point = { x: u * lean.x - v * lean.y, y: u * lean.y + v * lean.x };
        if (!isWanted(point) || ground.isLake[loose(point)]) continue;
        const corner = rims.find((place) => distance(place, point) < spacing * 0.45);
        stops.set(`${i} ${j}`, corner ?? point);
        if (corner && !gate.has(corner)) gate.set(corner, pinned(corner));
      }
    }
    for (const [key, point] of stops) {
      const [i, j] = key.split(' ').map(Number) as [number, number];
      for (const other of [stops.get(`${i + 1} ${j}`), stops.get(`${i} ${j + 1}`)]) {
        if (!other || other === point || !random.chance(chance)) continue;
        if (isInside(point) || isInside(other)) join(point, other, roadClass, 2.6);
      }
    }
  };
  const isInside = (point: Point): boolean => ringContains(COUNTY_OUTLINE, point);
  mesh(
    COUNTRY_MESH,
    'country',
    (point) => isInside({ x: point.x * 0.93, y: point.y * 0.93 }) && urbanity(point) < 0.7,
    0.8,
  );
  mesh(SUBURB_MESH, 'collector', (point) => isInside(point) && urbanity(point) > 0.04, 0.95);
  // Connect the parts of the network that no road reaches.
  for (const [island, mainland] of web.disconnectedParts()) {
    const route = findRoute({
      ground,
      from: island,
      to: mainland,
      limit: Number.POSITIVE_INFINITY,
      mayBridge: false,
    });
    if (route) web.build(route, 'country');
    onRoad();
  }
  return web.streets().filter(({ line }) => line.some(isInside));
}
