// A geometry of GeoJSON as lists of plain numbers.
import type { RawGeometry, RawRing } from '../layer.ts';
import type { CoordinateReader } from './geojson-coordinates.ts';
import { isObject } from './geojson-text.ts';
import { GeometryParts } from './geometry-parts.ts';

/** Thrown inside only: the reason completes the sentence "The geometry …". */
class Unreadable extends Error {}

export function geoJsonGeometry(value: unknown): RawGeometry | null {
  if (value === null || value === undefined) return null;
  try {
    const parts = new GeometryParts();
    collect(value, parts);
    return parts.geometry();
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unreadable', reason: error.message };
    throw error;
  }
}

/** Undefined where the lists do not fit the type. */
export function geometryOfCoordinates(
  type: unknown,
  { polygons, lists }: CoordinateReader,
): RawGeometry | undefined {
  if (lists === 4) return type === 'MultiPolygon' ? { kind: 'polygons', polygons } : undefined;
  const rings = polygons[0]!;
  if (lists === 3) {
    if (type === 'Polygon') return { kind: 'polygons', polygons };
    return type === 'MultiLineString' ? { kind: 'lines', lines: rings } : undefined;
  }
  if (lists === 2 && type === 'LineString') return { kind: 'lines', lines: rings };
  return type === (lists === 2 ? 'MultiPoint' : 'Point') ? { kind: 'points', points: rings[0]! } : undefined;
}

/** Tools write collections in collections at most; deeper ones are made to exhaust the stack. */
const MAX_DEPTH = 32;

function collect(value: unknown, parts: GeometryParts, depth = 0): void {
  if (depth > MAX_DEPTH) throw new Unreadable('has collections too deep inside each other');
  if (!isObject(value)) throw new Unreadable('is not a GeoJSON object');
  const { type, coordinates } = value;
  switch (type) {
    case 'Polygon':
      parts.addPolygon(list(coordinates).map(flatRing));
      break;
    case 'MultiPolygon':
      for (const polygon of list(coordinates)) parts.addPolygon(list(polygon).map(flatRing));
      break;
    case 'LineString':
      parts.addLine(flatRing(coordinates));
      break;
    case 'MultiLineString':
      for (const line of list(coordinates)) parts.addLine(flatRing(line));
      break;
    case 'Point':
      parts.addPoints(list(coordinates).length === 0 ? [] : flatRing([coordinates]));
      break;
    case 'MultiPoint':
      parts.addPoints(flatRing(coordinates));
      break;
    case 'GeometryCollection':
      for (const part of list(value.geometries)) collect(part, parts, depth + 1);
      break;
    default:
      if (typeof type !== 'string') throw new Unreadable('has no type');
      parts.other = type;
  }
}

/** Points as x, y pairs in one array; what follows in a point (Z, M) is dropped. */
function flatRing(points: unknown): RawRing {
  const source = list(points);
  const ring = new Float64Array(source.length * 2);
  for (let i = 0; i < source.length; i++) {
    const point = source[i];
    if (!Array.isArray(point) || typeof point[0] !== 'number' || typeof point[1] !== 'number') {
      throw new Unreadable('has coordinates that are not pairs of numbers');
    }
    ring[2 * i] = point[0];
    ring[2 * i + 1] = point[1];
  }
  return ring;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Unreadable('has no list of coordinates');
  return value;
}
