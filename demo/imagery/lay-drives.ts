// Driveways: from each house straight to its street.
import type { GroundFeatures } from './ground-features.ts';
import { type GroundLine, type GroundWindow, pixelsAround, WORLD_METERS } from './ground-plane.ts';
import { hash } from './hash-noise.ts';
import { wallsOf } from './walls.ts';

const DRIVE_METERS_MAX = 48;
const HOUSE_SQUARE_METERS = { least: 60, most: 430 };
/** Distance from the middle of the house to the driveway. */
const ASIDE_METERS = 4.2;
/** Driveways are not drawn at coarser zooms. */
const METERS_PER_PIXEL_MAX = 2.5;
/** Only driveways within one vector tile of the deepest zoom are drawn: a neighboring tile would lack the other end. */
const PLOT_METERS = WORLD_METERS / 2 ** 15;

type Segment = { x: number; y: number; dx: number; dy: number; length: number };

export function drivesOf(
  window: GroundWindow,
  { roads, buildings }: Pick<GroundFeatures, 'roads' | 'buildings'>,
): GroundFeatures['roads'] {
  if (window.metersPerPixel > METERS_PER_PIXEL_MAX) return [];
  const streets = new Map<string, Segment[]>();
  for (const { surface, line } of roads) {
    if (surface === 'street' || surface === 'lane' || surface === 'main') addSegments(streets, line);
  }
  return buildings.flatMap(({ ring }) => {
    if (!pixelsAround(window, ring, DRIVE_METERS_MAX)) return [];
    const { middle, squareMeters } = wallsOf(ring);
    if (squareMeters < HOUSE_SQUARE_METERS.least || squareMeters > HOUSE_SQUARE_METERS.most) return [];
    const line = driveFrom(middle, streets);
    return line ? [{ surface: 'drive' as const, line }] : [];
  });
}

const cellOf = (x: number, y: number): [number, number] => [
  Math.floor(x / DRIVE_METERS_MAX),
  Math.floor(y / DRIVE_METERS_MAX),
];

/** Adds segments to a spatial hash: to every cell that their box touches. */
function addSegments(streets: Map<string, Segment[]>, line: GroundLine): void {
  for (let i = 0; i + 3 < line.length; i += 2) {
    const [x, y, endX, endY] = [line[i]!, line[i + 1]!, line[i + 2]!, line[i + 3]!];
    const segment = { x, y, dx: endX - x, dy: endY - y, length: Math.hypot(endX - x, endY - y) };
    const [west, north] = cellOf(Math.min(x, endX), Math.min(y, endY));
    const [east, south] = cellOf(Math.max(x, endX), Math.max(y, endY));
    for (let row = north; row <= south; row++) {
      for (let column = west; column <= east; column++) {
        const key = `${column},${row}`;
        streets.set(key, [...(streets.get(key) ?? []), segment]);
      }
    }
  }
}

function driveFrom(house: { x: number; y: number }, streets: Map<string, Segment[]>): GroundLine | undefined {
  const [column, row] = cellOf(house.x, house.y);
  let nearest: { x: number; y: number; distance: number; segment: Segment } | undefined;
  for (let dy = -1; dy <= 1; dy++) {
    for (let dx = -1; dx <= 1; dx++) {
      for (const segment of streets.get(`${column + dx},${row + dy}`) ?? []) {
        const t =
          ((house.x - segment.x) * segment.dx + (house.y - segment.y) * segment.dy) / segment.length ** 2;
        const on = Math.min(1, Math.max(0, t));
        const x = segment.x + segment.dx * on;
        const y = segment.y + segment.dy * on;
        const distance = Math.hypot(house.x - x, house.y - y);
        if (distance < (nearest?.distance ?? DRIVE_METERS_MAX)) nearest = { x, y, distance, segment };
      }
    }
  }
  if (!nearest) return undefined;
  const { segment } = nearest;
  const side =
    hash(Math.round(house.x / 4), Math.round(house.y / 4), 41) < 0.5 ? -ASIDE_METERS : ASIDE_METERS;
  const shiftX = (segment.dx / segment.length) * side;
  const shiftY = (segment.dy / segment.length) * side;
  const drive = Float64Array.of(house.x + shiftX, house.y + shiftY, nearest.x + shiftX, nearest.y + shiftY);
  const plotOf = (meters: number) => Math.floor(meters / PLOT_METERS);
  const isOnOnePlot = plotOf(drive[0]!) === plotOf(drive[2]!) && plotOf(drive[1]!) === plotOf(drive[3]!);
  return isOnOnePlot ? drive : undefined;
}
