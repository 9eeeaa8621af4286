// The bounds of drawings.
import type { Bounds } from '../../geo/geometry.ts';
import { partsOf } from '../drawn-shape.ts';
import type { Drawing } from './drawing.ts';

/** Undefined for no drawings. */
export function drawingBounds(drawings: readonly Drawing[]): Bounds | undefined {
  let bounds: Bounds | undefined;
  for (const { geometry } of drawings) {
    const { points, lines, polygons } = partsOf(geometry);
    for (const [lng, lat] of [...points, ...lines.flat(), ...polygons.flat(2)]) {
      bounds ??= { west: lng, south: lat, east: lng, north: lat };
      bounds.west = Math.min(bounds.west, lng);
      bounds.south = Math.min(bounds.south, lat);
      bounds.east = Math.max(bounds.east, lng);
      bounds.north = Math.max(bounds.north, lat);
    }
  }
  return bounds;
}
