// Drawings outlive the page in the browser's local storage.
import { DRAWINGS_KEPT_CHARACTERS_MAX } from '../../contract/limits.ts';
import type { Drawings } from './drawing-history.ts';
import { goodDrawings } from './read-drawings.ts';

export const DRAWINGS_KEY = 'drawings';

type DrawingStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Whatever is still good; a browser that keeps nothing has nothing. */
export function storedDrawings(storage: DrawingStorage): Drawings {
  try {
    const text = storage.getItem(DRAWINGS_KEY);
    return text ? goodDrawings(text) : [];
  } catch {
    return [];
  }
}

/** False where they are too many to be kept: what was kept before is then still there. */
export function storeDrawings(storage: DrawingStorage, drawings: Drawings): boolean {
  try {
    const text = geoJsonText(drawings);
    if (text.length > DRAWINGS_KEPT_CHARACTERS_MAX) return false;
    if (drawings.length > 0) storage.setItem(DRAWINGS_KEY, text);
    else storage.removeItem(DRAWINGS_KEY);
    return true;
  } catch {
    return false;
  }
}

export function geoJsonText(drawings: Drawings): string {
  return JSON.stringify({ type: 'FeatureCollection', features: drawings });
}
