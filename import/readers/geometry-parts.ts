// The parts of one geometry, as a reader finds them; and what shapes a layer has, by its rows or by the name of their type.
import type { Layer, RawGeometry, RawRing } from '../layer.ts';

export class GeometryParts {
  private readonly polygons: RawRing[][] = [];
  private readonly lines: RawRing[] = [];
  private readonly points: number[] = [];
  /** The type of a part that is none of these. */
  other: string | undefined;

  /** An empty polygon is how some tools write a missing one. */
  addPolygon(rings: RawRing[]): void {
    if (rings.length > 0) this.polygons.push(rings);
  }

  addLine(line: RawRing): void {
    if (line.length > 0) this.lines.push(line);
  }

  /** NaN stands for an empty point in well-known binary. */
  addPoints(points: ArrayLike<number>): void {
    for (let i = 0; i < points.length; i += 2) {
      if (!Number.isNaN(points[i]) || !Number.isNaN(points[i + 1]))
        this.points.push(points[i]!, points[i + 1]!);
    }
  }

  /** Null where there is none. Areas are taken out of a collection; lines and points in one are neither. */
  geometry(): RawGeometry | null {
    const { polygons, lines, points, other } = this;
    if (polygons.length > 0) return { kind: 'polygons', polygons };
    if (lines.length > 0 && points.length > 0) return { kind: 'other', type: 'GeometryCollection' };
    if (lines.length > 0) return { kind: 'lines', lines };
    if (points.length > 0) return { kind: 'points', points: Float64Array.from(points) };
    return other === undefined ? null : { kind: 'other', type: other };
  }
}

/** A layer with one area is one of areas: parcels are looked for among those. */
export function geometryOfRows(geometries: readonly (RawGeometry | null)[]): Layer['geometry'] {
  const kinds = new Set(geometries.map((geometry) => geometry?.kind));
  if (kinds.has('polygons') || kinds.has('rings') || kinds.has('unreadable')) return 'area';
  if (kinds.has('other') || (kinds.has('lines') && kinds.has('points'))) return 'other';
  return kinds.has('lines') ? 'line' : kinds.has('points') ? 'point' : 'none';
}

/** `MULTILINESTRING`, `3D Point`, `CurvePolygon Z`, `esriGeometryPolyline` … */
export function geometryOfType(type: string): Layer['geometry'] {
  if (/polygon|surface/i.test(type)) return 'area';
  if (/line|curve|string/i.test(type)) return 'line';
  return /point/i.test(type) ? 'point' : 'unknown';
}
