// Esri's JSON geometry as a raw geometry. f=json is asked for, not f=geojson: every server knows it since 9.3, it says
// its spatial reference, and its rings are the county's own, while old servers nest the polygons of GeoJSON wrongly.
import type { RawGeometry, RawRing } from '../layer.ts';

type EsriGeometry = {
  rings?: unknown;
  curveRings?: unknown;
  x?: unknown;
  points?: unknown;
  paths?: unknown;
};

const NOT_NUMBERS = 'has coordinates that are not numbers';

/** Undefined where something else than numbers stands in it. */
function readRing(points: unknown): RawRing | undefined {
  if (!Array.isArray(points)) return undefined;
  const ring = new Float64Array(points.length * 2);
  for (let at = 0; at < points.length; at++) {
    const point: unknown = points[at];
    if (!Array.isArray(point)) return undefined;
    const x: unknown = point[0];
    const y: unknown = point[1];
    if (typeof x !== 'number' || typeof y !== 'number') return undefined;
    ring[2 * at] = x;
    ring[2 * at + 1] = y;
  }
  return ring;
}

export function readGeometry(json: unknown): RawGeometry | null {
  if (typeof json !== 'object' || json === null) return null;
  const { rings, curveRings, x, points, paths } = json as EsriGeometry;
  if (Array.isArray(rings)) {
    if (rings.length === 0) return null;
    const read: RawRing[] = [];
    for (const points of rings) {
      const ring = readRing(points);
      if (!ring) return { kind: 'unreadable', reason: NOT_NUMBERS };
      read.push(ring);
    }
    return { kind: 'rings', rings: read };
  }
  if (curveRings !== undefined) {
    return {
      kind: 'unreadable',
      reason: 'came with curves, which the server had been asked to turn into lines',
    };
  }
  // {"x":"NaN"} is an empty point.
  if (x !== undefined) return typeof x === 'number' ? { kind: 'other', type: 'Point' } : null;
  if (points !== undefined) return { kind: 'other', type: 'MultiPoint' };
  if (paths !== undefined) return { kind: 'other', type: 'LineString' };
  return null;
}
