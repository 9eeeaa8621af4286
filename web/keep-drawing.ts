// Keeps a shape of another tool among the person's drawings: for features, which do not know the draw tools.
import type { DrawnGeometry } from '../contract/drawn-geometry.ts';
import { onPrimaryWorld } from './draw/drawing.ts';
import { newDrawingId } from './draw/drawings-geojson.ts';
import { recordDrawings, useDrawings } from './draw/drawings-store.ts';
import { rounded } from './draw/rounded.ts';

/** As one step that the draw tools can undo. Returns a sentence where it could not be kept. */
export function keepDrawing(geometry: DrawnGeometry, name: string): string | undefined {
  const { present } = useDrawings.getState().history;
  const drawing = {
    type: 'Feature' as const,
    id: newDrawingId(),
    properties: { name },
    geometry: rounded(geometry),
  };
  recordDrawings([...present, onPrimaryWorld(drawing)]);
  return useDrawings.getState().notice;
}
