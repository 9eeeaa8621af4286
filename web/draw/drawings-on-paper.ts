// Drawings as a map sheet takes them: in single shapes, and only those on its land.
import { SHEET_DRAWINGS_MAX, SHEET_TITLE_MAX, type SheetDrawing } from '../../contract/map-sheet.ts';
import { boxesTouch } from '../../geo/bounds-of.ts';
import type { Bounds, Position } from '../../geo/geometry.ts';
import { partsOf } from '../drawn-shape.ts';
import type { Drawing } from './drawing.ts';
import { drawingBounds } from './drawing-bounds.ts';
import { nameOf } from './drawing-name.ts';

export function drawingsOnPaper(drawings: readonly Drawing[], land: Bounds): SheetDrawing[] {
  return drawings
    .filter((drawing) => boxesTouch(drawingBounds([drawing])!, land))
    .flatMap(shapesOf)
    .slice(0, SHEET_DRAWINGS_MAX);
}

/** A Multi feature has its name once. */
function shapesOf(drawing: Drawing): SheetDrawing[] {
  const { points, lines, polygons } = partsOf(drawing.geometry);
  const shapes: SheetDrawing[] = [
    ...polygons.map((rings) => ({
      geometry: { type: 'Polygon' as const, coordinates: rings.map((ring) => ring.map(place)) },
    })),
    ...lines.map((line) => ({ geometry: { type: 'LineString' as const, coordinates: line.map(place) } })),
    ...points.map((point) => ({ geometry: { type: 'Point' as const, coordinates: place(point) } })),
  ];
  const name = nameOf(drawing).slice(0, SHEET_TITLE_MAX);
  return shapes.map((shape, index) => (index === 0 && name ? { ...shape, name } : shape));
}

const place = ([lng, lat]: Position): [number, number] => [lng, lat];
