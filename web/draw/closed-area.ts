// The area of drawn shapes that parcels can be looked for in.
import type { AreaGeometry } from '../../geo/geometry.ts';
import { partsOf } from '../drawn-shape.ts';
import { areaWithin } from '../land-size.ts';
import type { Drawing } from './drawing.ts';

/** Undefined where the shapes are not all polygons, or lines of one cross. */
export function closedArea(shapes: readonly Drawing[]): AreaGeometry | undefined {
  const parts = shapes.map(({ geometry }) => partsOf(geometry).polygons);
  const polygons = parts.flat();
  const isClosed = parts.every(({ length }) => length > 0) && polygons.length > 0;
  const isSimple = isClosed && polygons.flat().every((ring) => areaWithin(ring).status === 'found');
  return isSimple ? { type: 'MultiPolygon', coordinates: polygons } : undefined;
}
