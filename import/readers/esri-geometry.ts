// Esri's JSON geometry as a raw geometry. Of servers f=json is asked for, not f=geojson: every server knows it since 9.3, it says
// its spatial reference, and its rings are the county's own, while old servers nest the polygons of GeoJSON wrongly.
import type { RawGeometry, RawRing } from '../layer.ts';
import { isObject } from './geojson-text.ts';

const NOT_NUMBERS: RawGeometry = { kind: 'unreadable', reason: 'has coordinates that are not numbers' };
const CURVES: RawGeometry = { kind: 'unreadable', reason: 'has curves in Esri JSON, which are not read' };

export function esriGeometry(json: unknown): RawGeometry | null {
  if (!isObject(json)) return null;
  const { rings, paths, points, x, y } = json;
  if (Array.isArray(rings)) {
    const read = rings.map(flatList);
    if (read.includes(undefined)) return NOT_NUMBERS;
    return read.length === 0 ? null : { kind: 'rings', rings: read as RawRing[] };
  }
  if (Array.isArray(paths)) {
    const read = paths.map(flatList);
    if (read.includes(undefined)) return NOT_NUMBERS;
    return read.length === 0 ? null : { kind: 'lines', lines: read as RawRing[] };
  }
  if (Array.isArray(points)) {
    const read = flatList(points);
    if (!read) return NOT_NUMBERS;
    return read.length === 0 ? null : { kind: 'points', points: read };
  }
  if ('curveRings' in json || 'curvePaths' in json) return CURVES;
  // {"x":"NaN"} is an empty point.
  return typeof x === 'number' && typeof y === 'number'
    ? { kind: 'points', points: Float64Array.of(x, y) }
    : null;
}

/** Undefined where something else than numbers stands in it. */
function flatList(points: unknown): RawRing | undefined {
  if (!Array.isArray(points)) return undefined;
  const list = new Float64Array(points.length * 2);
  for (let at = 0; at < points.length; at++) {
    const point: unknown = points[at];
    if (!Array.isArray(point)) return undefined;
    const x: unknown = point[0];
    const y: unknown = point[1];
    if (typeof x !== 'number' || typeof y !== 'number') return undefined;
    list[2 * at] = x;
    list[2 * at + 1] = y;
  }
  return list;
}
