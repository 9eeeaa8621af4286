// The map repeats the world sideways, and one can draw on any copy: a drawing is kept where the first copy has it.
import type { Position } from 'geojson';
import { DRAWING_LNG_MAX } from '../../contract/limits.ts';
import type { Drawing, DrawnGeometry } from './drawing.ts';

export function besideGreenwich(drawing: Drawing): Drawing {
  const { type, coordinates } = drawing.geometry;
  const lngs = lngsOf(coordinates);
  // Not spread into one call: a coast line has more corners than a call takes arguments.
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
