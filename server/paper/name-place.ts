// Where the name of a lot stands on a sheet: inside it, or inside that part of it which the frame shows.
import { clipRing } from '../../geo/clip-ring.ts';
import { type AreaGeometry, type Position, polygonsOf } from '../../geo/geometry.ts';
import { insidePoint } from '../../geo/inside-point.ts';
import type { PageBox, SheetFrame } from './sheet-frame.ts';

/** On the page, with the box around what is shown of the lot. */
export type NamePlace = { x: number; y: number; lot: PageBox };

type Lot = { geometry: AreaGeometry; inside: Position };

/** Undefined where nothing of the lot is in the frame. */
export function namePlace({ geometry, inside }: Lot, frame: SheetFrame): NamePlace | undefined {
  const { map, toPage } = frame;
  // In shares of the frame, which is then a square, as the clipping wants it.
  const toShares = (point: Position): [number, number] => {
    const [x, y] = toPage(point);
    return [(x - map.x) / map.width, (y - map.y) / map.height];
  };
  const whole = polygonsOf(geometry).map((rings) => rings.map((ring) => ring.map(toShares)));
  const shown = whole
    .map((rings) => rings.map(clipped).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0);
  if (shown.length === 0) return undefined;
  const [insideX, insideY] = toShares(inside);
  const isInFrame = insideX > 0 && insideX < 1 && insideY > 0 && insideY < 1;
  const { lng, lat } = isInFrame
    ? { lng: insideX, lat: insideY }
    : insidePoint({ type: 'MultiPolygon', coordinates: shown });
  const corners = shown.flatMap(([outer]) => outer!);
  const least = (axis: 0 | 1) => corners.reduce((value, corner) => Math.min(value, corner[axis]), 1);
  const most = (axis: 0 | 1) => corners.reduce((value, corner) => Math.max(value, corner[axis]), 0);
  return {
    x: map.x + lng * map.width,
    y: map.y + lat * map.height,
    lot: {
      x: map.x + least(0) * map.width,
      y: map.y + least(1) * map.height,
      width: (most(0) - least(0)) * map.width,
      height: (most(1) - least(1)) * map.height,
    },
  };
}

/** The part of a closed ring that lies in the frame, closed again. */
function clipped(ring: readonly Position[]): [number, number][] {
  const flat = clipRing(ring.slice(0, -1).flat() as number[], { low: 0, high: 1 });
  const points = Array.from({ length: flat.length / 2 }, (_, at): [number, number] => [
    flat[2 * at]!,
    flat[2 * at + 1]!,
  ]);
  return points.length === 0 ? [] : [...points, points[0]!];
}
