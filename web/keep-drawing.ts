// Keeps a shape of another tool among the person's drawings: for features, which do not know the draw tools.
import type { DrawnGeometry } from '../contract/drawn-geometry.ts';
import { onPrimaryWorld } from './draw/drawing.ts';
import { newDrawingId } from './draw/drawings-geojson.ts';
import { recordDrawings, useDrawings } from './draw/drawings-store.ts';
import { rounded } from './draw/rounded.ts';

/** `words`: what to tell the person. Too large to be stored, it is still added, until a reload. */
export type DrawingKept = { isAdded: boolean; words: string };

/** As one step that the draw tools can undo. */
export function keepDrawing(geometry: DrawnGeometry, name: string): DrawingKept {
  const { key, history } = useDrawings.getState();
  if (key === undefined)
    return { isAdded: false, words: 'Your drawings are still being loaded. Try again in a moment.' };
  const drawing = {
    type: 'Feature' as const,
    id: newDrawingId(),
    properties: { name },
    geometry: rounded(geometry),
  };
  recordDrawings([...history.present, onPrimaryWorld(drawing)]);
  return { isAdded: true, words: useDrawings.getState().notice ?? 'Kept among your drawings.' };
}
