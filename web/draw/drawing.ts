// A drawing of the draw tools, and which copy of the world it is stored on.
import type { Feature, Position } from 'geojson';
import type { DrawnGeometry } from '../../contract/drawn-geometry.ts';
import { DRAWING_LNG_MAX } from '../../contract/limits.ts';

export { type DrawnGeometry, geometryProblem, isDrawnType } from '../../contract/drawn-geometry.ts';
export type Drawing = Feature<DrawnGeometry, Record<string, unknown>> & { id: string };

/**
 * Shifts a drawing by whole turns of 360° onto the primary copy of the world. The map repeats the world sideways, and
 * one can draw on any copy.
 */
export function onPrimaryWorld(drawing: Drawing): Drawing {
  const { type, coordinates } = drawing.geometry;
  const lngs = lngsOf(coordinates);
  // Not Math.min(...lngs): a long line has more vertices than a function call may have arguments.
  const west = lngs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const east = lngs.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  if (west >= -DRAWING_LNG_MAX && east <= DRAWING_LNG_MAX) return drawing;
  const shift = -360 * Math.round((west + east) / 2 / 360);
  return { ...drawing, geometry: { type, coordinates: shifted(coordinates, shift) } as DrawnGeometry };
}

type Coordinates = DrawnGeometry['coordinates'];

const isPosition = (coordinates: Coordinates): coordinates is Position => typeof coordinates[0] === 'number';

function lngsOf(coordinates: Coordinates): number[] {
  if (isPosition(coordinates)) return [coordinates[0]!];
  return (coordinates as Coordinates[]).flatMap(lngsOf);
}

function shifted(coordinates: Coordinates, shift: number): Coordinates {
  if (isPosition(coordinates)) return [coordinates[0]! + shift, coordinates[1]!];
  return (coordinates as Position[]).map((part) => shifted(part, shift) as Position);
}
