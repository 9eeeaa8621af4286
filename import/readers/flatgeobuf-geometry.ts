// A FlatGeobuf geometry as rings of plain numbers.
import type { Geometry } from 'flatgeobuf';
import { GeometryType } from 'flatgeobuf/lib/mjs/flat-geobuf/geometry-type.js';
import type { RawGeometry, RawRing } from '../layer.ts';

/**
 * `type` is the layer's; features of a mixed layer have their own. Throws a RangeError where there are more parts than
 * `partsMax`: a false number, or parts that lead to each other, would be followed without end.
 */
export function readGeometry({
  geometry,
  type,
  partsMax,
}: {
  geometry: Geometry;
  type: GeometryType;
  partsMax: number;
}): RawGeometry | null {
  const polygons: RawRing[][] = [];
  const other = collectPolygons({ geometry, type, polygons, parts: { left: partsMax } });
  if (other === GeometryType.CurvePolygon) {
    return {
      kind: 'unreadable',
      reason: 'has curves in FlatGeobuf, which are not read: export it with straight lines',
    };
  }
  if (polygons.length > 0) return { kind: 'polygons', polygons };
  return other === undefined ? null : { kind: 'other', type: GeometryType[other] };
}

/** The type of a part that is no polygon; undefined where there is none. */
function collectPolygons(o: {
  geometry: Geometry;
  type: GeometryType;
  polygons: RawRing[][];
  parts: { left: number };
}): GeometryType | undefined {
  const { geometry, polygons, parts } = o;
  const type = o.type === GeometryType.Unknown ? geometry.type() : o.type;
  if (type === GeometryType.Polygon || type === GeometryType.Triangle) {
    const rings = readRings(geometry);
    if (rings.length > 0) polygons.push(rings);
    return undefined;
  }
  const isOfPolygons = type === GeometryType.MultiPolygon;
  if (!isOfPolygons && type !== GeometryType.GeometryCollection && type !== GeometryType.MultiSurface)
    return type;
  let other: GeometryType | undefined;
  const count = geometry.partsLength();
  parts.left -= count;
  if (parts.left < 0) throw new RangeError('more parts than bytes');
  for (let i = 0; i < count; i++) {
    const part = geometry.parts(i);
    if (part === null) continue;
    const partType = isOfPolygons ? GeometryType.Polygon : GeometryType.Unknown;
    other = collectPolygons({ geometry: part, type: partType, polygons, parts }) ?? other;
  }
  return other;
}

function readRings(geometry: Geometry): RawRing[] {
  const points = geometry.xyArray();
  if (points === null || points.length === 0) return [];
  const ends = geometry.endsArray();
  // Copies: the bytes under `points` are reused for the next feature.
  if (ends === null || ends.length < 2) return [points.slice()];
  const rings: RawRing[] = [];
  let start = 0;
  for (const end of ends) {
    rings.push(points.slice(2 * start, 2 * end));
    start = end;
  }
  return rings;
}
