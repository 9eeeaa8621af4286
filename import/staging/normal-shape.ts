// One spelling for each shape: rings begin at their lowest corner, holes and polygons are sorted. The same land then has
// the same bytes, wherever the county began to draw it.
import type { AreaGeometry, PolygonRings, Position, Ring } from '../../geo/geometry.ts';

export function normalShape(geometry: AreaGeometry): AreaGeometry {
  if (geometry.type === 'Polygon')
    return { type: 'Polygon', coordinates: normalPolygon(geometry.coordinates) };
  const polygons = geometry.coordinates.map(normalPolygon);
  if (polygons.length === 1) return { type: 'Polygon', coordinates: polygons[0]! };
  return { type: 'MultiPolygon', coordinates: polygons.sort((a, b) => compareRings(a[0]!, b[0]!)) };
}

function normalPolygon(polygon: PolygonRings): PolygonRings {
  if (polygon.length === 1) return [normalRing(polygon[0]!)];
  const [outer, ...holes] = polygon.map(normalRing);
  return [outer!, ...holes.sort(compareRings)];
}

function normalRing(ring: Ring): Ring {
  let lowest = 0;
  for (let i = 1; i < ring.length - 1; i++) {
    if (comparePositions(ring[i]!, ring[lowest]!) < 0) lowest = i;
  }
  if (lowest === 0) return ring;
  return [...ring.slice(lowest, -1), ...ring.slice(0, lowest + 1)];
}

function comparePositions(one: Position, other: Position): number {
  return one[0] - other[0] || one[1] - other[1];
}

/** By their corners in turn. Two rings of one area can share the first corner only. */
function compareRings(one: Ring, other: Ring): number {
  const length = Math.min(one.length, other.length);
  for (let i = 0; i < length; i++) {
    const difference = comparePositions(one[i]!, other[i]!);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
