// Draws the map behind the login card from the demo county: node --import tsx scripts/draw-street-map.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAP_CENTER } from '../contract/limits.ts';
import type { Land, RoadClass } from '../demo/county/county.ts';
import { DEMO_SEED, makeLand } from '../demo/county/make-county.ts';
import type { AreaGeometry, Position } from '../geo/geometry.ts';

const WIDTH = 1600;
const HEIGHT = 1000;
const METERS_PER_UNIT = 1.8;
/** The offset of the picture from the map's first view: an arm of the lake with streets around it. */
const OFFSET_METERS = { east: -1700, north: 900 };
const METERS_PER_DEGREE = 111_320;

/** In units of the drawing. Other classes are not drawn. */
const roadWidths: Partial<Record<RoadClass, number>> = {
  motorway: 9,
  arterial: 7,
  collector: 5.5,
  country: 4.5,
  local: 4,
};

type Point = [x: number, y: number];

const degreesWide = METERS_PER_DEGREE * Math.cos((MAP_CENTER.lat * Math.PI) / 180);

function toSheet([lng, lat]: Position): Point {
  const east = (lng - MAP_CENTER.lng) * degreesWide - OFFSET_METERS.east;
  const north = (lat - MAP_CENTER.lat) * METERS_PER_DEGREE - OFFSET_METERS.north;
  return [Math.round(WIDTH / 2 + east / METERS_PER_UNIT), Math.round(HEIGHT / 2 - north / METERS_PER_UNIT)];
}

function isOnSheet(points: readonly Point[]): boolean {
  return points.some(([x, y]) => x >= 0 && x <= WIDTH && y >= 0 && y <= HEIGHT);
}

/** Simplified: drops repeated points and points nearly on a straight line. */
function thinned(points: readonly Point[]): Point[] {
  const kept: Point[] = [];
  for (const point of points) {
    const [last, before] = [kept.at(-1), kept.at(-2)];
    if (last && point[0] === last[0] && point[1] === last[1]) continue;
    if (last && before && bend(before, last, point) < 0.8) kept.pop();
    kept.push(point);
  }
  return kept;
}

/** The distance of b from the line through a and c, in units. */
function bend(a: Point, b: Point, c: Point): number {
  const [dx, dy] = [c[0] - a[0], c[1] - a[1]];
  const length = Math.hypot(dx, dy);
  return length === 0 ? Number.POSITIVE_INFINITY : Math.abs((b[0] - a[0]) * dy - (b[1] - a[1]) * dx) / length;
}

/** All lines as one SVG path with relative coordinates; a minus sign replaces the space before it. */
function pathOf(lines: readonly Point[][]): string {
  let [x, y]: Point = [0, 0];
  const step = ([toX, toY]: Point) => {
    const text = `${toX - x} ${toY - y}`;
    [x, y] = [toX, toY];
    return text;
  };
  return lines
    .map((line) => `m${line.map(step).join(' ')}`)
    .join('')
    .replaceAll(' -', '-');
}

function ringsOf({ type, coordinates }: AreaGeometry): Point[][] {
  const polygons = type === 'Polygon' ? [coordinates] : coordinates;
  return polygons
    .flat()
    .map((ring) => thinned(ring.map(toSheet)))
    .filter(isOnSheet);
}

/** Neighbors share edges: each edge is drawn once. */
function lotLines(lots: Land['lots']): Point[][] {
  const drawn = new Set<string>();
  const lines: Point[][] = [];
  for (const ring of lots.flatMap(({ geometry }) => ringsOf(geometry))) {
    for (const [at, to] of ring.entries()) {
      const from = ring[at - 1];
      if (!from || !isOnSheet([from, to])) continue;
      const edge = [from.join(), to.join()].sort().join(' ');
      if (drawn.has(edge)) continue;
      drawn.add(edge);
      if (lines.at(-1)?.at(-1) === from) lines.at(-1)!.push(to);
      else lines.push([from, to]);
    }
  }
  return lines;
}

function roadLines(roads: Land['roads'], roadClass: RoadClass): Point[][] {
  return roads
    .filter((road) => road.class === roadClass)
    .map(({ line }) => thinned(line.map(toSheet)))
    .filter(isOnSheet);
}

export function drawStreetMap({ roads, water, lots }: Pick<Land, 'roads' | 'water' | 'lots'>): string {
  const streets = Object.entries(roadWidths).map(
    ([roadClass, width]) =>
      `<path d="${pathOf(roadLines(roads, roadClass as RoadClass))}" stroke-width="${width}" stroke-opacity=".55"/>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" fill="none" stroke="#000" stroke-linejoin="round">`,
    '<title>Streets and lots of the demo county</title>',
    `<path d="${pathOf(water.flatMap(({ geometry }) => ringsOf(geometry)))}" fill="#000" fill-opacity=".3" stroke="none"/>`,
    `<path d="${pathOf(lotLines(lots))}" stroke-opacity=".6" stroke-width="1"/>`,
    ...streets,
    '</svg>',
    '',
  ].join('\n');
}

const file = join(import.meta.dirname, '../web/session/street-map.svg');
writeFileSync(file, drawStreetMap(makeLand({ seed: DEMO_SEED })));
