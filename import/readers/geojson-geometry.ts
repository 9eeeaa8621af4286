// A geometry of GeoJSON as rings of plain numbers.
import type { RawGeometry, RawRing } from '../layer.ts';
import { isObject } from './geojson-text.ts';

/** Thrown inside only: the reason completes the sentence "The geometry …". */
class Unreadable extends Error {}

export function geoJsonGeometry(value: unknown): RawGeometry | null {
  if (value === null || value === undefined) return null;
  const polygons: RawRing[][] = [];
  try {
    const other = collectPolygons(value, polygons);
    if (polygons.length > 0) return { kind: 'polygons', polygons };
    return other === undefined ? null : { kind: 'other', type: other };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unreadable', reason: error.message };
    throw error;
  }
}

/** Tools write collections in collections at most; deeper ones are made to exhaust the stack. */
const MAX_DEPTH = 32;

/** The type of a part that is not an area; undefined where there is none. */
function collectPolygons(value: unknown, polygons: RawRing[][], depth = 0): string | undefined {
  if (depth > MAX_DEPTH) throw new Unreadable('has collections too deep inside each other');
  if (!isObject(value)) throw new Unreadable('is not a GeoJSON object');
  const { type } = value;
  if (type === 'Polygon') {
    addPolygon(value.coordinates, polygons);
    return undefined;
  }
  if (type === 'MultiPolygon') {
    for (const polygon of list(value.coordinates)) addPolygon(polygon, polygons);
    return undefined;
  }
  if (type === 'GeometryCollection') {
    let other: string | undefined;
    for (const part of list(value.geometries)) {
      other = collectPolygons(part, polygons, depth + 1) ?? other;
    }
    return other;
  }
  if (typeof type !== 'string') throw new Unreadable('has no type');
  return type;
}

function addPolygon(coordinates: unknown, polygons: RawRing[][]): void {
  const rings = list(coordinates);
  // An empty polygon is how some tools write a missing one.
  if (rings.length > 0) polygons.push(rings.map(flatRing));
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

/** Rings of Esri JSON: outer boundaries and holes in one list. */
export function esriGeometry(value: unknown): RawGeometry | null {
  if (!isObject(value)) return null;
  if (Array.isArray(value.curveRings)) {
    return { kind: 'unreadable', reason: 'has curves in Esri JSON, which are not read' };
  }
  if (!Array.isArray(value.rings)) {
    if ('x' in value) return { kind: 'other', type: 'Point' };
    return { kind: 'other', type: 'paths' in value ? 'LineString' : 'geometry without rings' };
  }
  if (value.rings.length === 0) return null;
  try {
    return { kind: 'rings', rings: value.rings.map(flatRing) };
  } catch (error) {
    if (error instanceof Unreadable) return { kind: 'unreadable', reason: error.message };
    throw error;
  }
}
