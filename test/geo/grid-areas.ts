// Areas in steps of the grid, for tests of their cleaning: made, read back, and looked through for defects.
import { type AreaGeometry, GRID_PER_DEGREE, polygonsOf } from '../../geo/geometry.ts';
import type { Projection } from '../../import/coordinates/projection.ts';
import { cleanArea } from '../../import/geometry/clean-area.ts';
import type { RawGeometry } from '../../import/layer.ts';

/** Degrees as they are. */
export const degrees: Projection = { title: 'WGS 84', notes: [], toLngLat: () => undefined };
export type Points = readonly (readonly [number, number])[];

/** Points as '0,0 1000,0 1000,1000'. */
export const at = (text: string): Points =>
  text.split(' ').map((point) => point.split(',').map(Number) as [number, number]);

/** Corners in steps of the grid, near Statesville. */
export const WEST = -808600000;
export const SOUTH = 356200000;
export const ring = (points: Points): Float64Array =>
  Float64Array.from(
    points.flatMap(([x, y]) => [(WEST + x) / GRID_PER_DEGREE, (SOUTH + y) / GRID_PER_DEGREE]),
  );
export const closed = (points: Points): Float64Array => ring([...points, points[0]!]);
export const polygons = (...parts: Points[][]): RawGeometry => ({
  kind: 'polygons',
  polygons: parts.map((part) => part.map(closed)),
});
export const rings = (...all: Points[]): RawGeometry => ({ kind: 'rings', rings: all.map(closed) });
export const clean = (raw: RawGeometry | null) => cleanArea({ raw, projection: degrees });

export function repaired(raw: RawGeometry): { geometry: AreaGeometry; repairs: readonly string[] } {
  const result = clean(raw);
  if ('refusal' in result) throw new Error(result.refusal);
  return result;
}

/** Back in steps of the grid, from the corner above, without the closing point. */
export const cornersOf = (geometry: AreaGeometry) =>
  polygonsOf(geometry).map((polygon) =>
    polygon.map((positions) =>
      positions
        .slice(0, -1)
        .map(([lng, lat]) => [
          Math.round(lng * GRID_PER_DEGREE) - WEST,
          Math.round(lat * GRID_PER_DEGREE) - SOUTH,
        ]),
    ),
  );

export function signedArea(points: readonly (readonly number[])[]): number {
  let sum = 0;
  for (const [i, [x = 0, y = 0]] of points.entries()) {
    const [nextX = 0, nextY = 0] = points[(i + 1) % points.length]!;
    sum += x * nextY - nextX * y;
  }
  return sum / 2;
}

export const areaOf = (geometry: AreaGeometry): number =>
  cornersOf(geometry)
    .flat()
    .reduce((sum, corners) => sum + signedArea(corners), 0);

/** Every defect that the stores and tiles would trip over. Compares all pairs of edges. */
export function defectsOf(geometry: AreaGeometry): string[] {
  const defects: string[] = [];
  const all: { a: number[]; b: number[]; ring: number; index: number; size: number }[] = [];
  let ringNumber = 0;
  for (const polygon of polygonsOf(geometry)) {
    for (const [index, positions] of polygon.entries()) {
      const [first, last] = [positions[0]!, positions.at(-1)!];
      if (first[0] !== last[0] || first[1] !== last[1]) defects.push('not closed');
      if (positions.length < 4) defects.push('too short');
      for (const [lng, lat] of positions) {
        if (Math.round(lng * GRID_PER_DEGREE) / GRID_PER_DEGREE !== lng) defects.push('off the grid');
        if (Math.round(lat * GRID_PER_DEGREE) / GRID_PER_DEGREE !== lat) defects.push('off the grid');
      }
      const corners = cornersOf({ type: 'Polygon', coordinates: [positions] })[0]![0]!;
      if (signedArea(corners) > 0 !== (index === 0)) defects.push('wound the wrong way');
      for (const [i, a] of corners.entries()) {
        const b = corners[(i + 1) % corners.length]!;
        if (a[0] === b[0] && a[1] === b[1]) defects.push('doubled point');
        all.push({ a, b, ring: ringNumber, index: i, size: corners.length });
      }
      ringNumber++;
    }
  }
  const side = (p: number[], q: number[], r: number[]) =>
    Math.sign((q[0]! - p[0]!) * (r[1]! - p[1]!) - (q[1]! - p[1]!) * (r[0]! - p[0]!));
  const within = (p: number[], q: number[], r: number[]) =>
    side(p, q, r) === 0 &&
    Math.min(p[0]!, q[0]!) <= r[0]! &&
    r[0]! <= Math.max(p[0]!, q[0]!) &&
    Math.min(p[1]!, q[1]!) <= r[1]! &&
    r[1]! <= Math.max(p[1]!, q[1]!);
  for (const [i, one] of all.entries()) {
    for (const other of all.slice(i + 1)) {
      const cuts =
        side(one.a, one.b, other.a) * side(one.a, one.b, other.b) < 0 &&
        side(other.a, other.b, one.a) * side(other.a, other.b, one.b) < 0;
      if (cuts) defects.push('crossing');
      const onOne = [other.a, other.b].filter((end) => within(one.a, one.b, end));
      const onOther = [one.a, one.b].filter((end) => within(other.a, other.b, end));
      const shared = new Set([...onOne, ...onOther].map(String));
      if (shared.size > 1) defects.push('overlapping edges');
      const gap = Math.abs(one.index - other.index);
      const areSuccessive = one.ring === other.ring && (gap === 1 || gap === one.size - 1);
      if (shared.size === 1 && one.ring === other.ring && !areSuccessive) defects.push('touches itself');
    }
  }
  return defects;
}

export const SQUARE = at('0,0 1000,0 1000,1000 0,1000');
export const box = (x: number, y: number, size: number): Points =>
  SQUARE.map(([sx, sy]) => [x + (sx / 1000) * size, y + (sy / 1000) * size]);
export const turned = (points: Points): Points => points.toReversed();
