// Drawings outlive the page in the browser's local storage, each person's under a name of their own.
import { DRAWINGS_KEPT_CHARACTERS_MAX } from '../../contract/limits.ts';
import type { Drawings } from './drawing-history.ts';
import { goodDrawings } from './read-drawings.ts';

export const drawingsKey = (person: string) => `drawings:${person}`;

/** Whatever is still good; a browser that keeps nothing has nothing. */
export function storedDrawings(key: string): Drawings {
  try {
    const text = localStorage.getItem(key);
    return text ? goodDrawings(text) : [];
  } catch {
    return [];
  }
}

/** False where they are too many to be kept: what was kept before is then still there. */
export function storeDrawings(key: string, drawings: Drawings): boolean {
  try {
    const text = geoJsonText(drawings);
    if (text.length > DRAWINGS_KEPT_CHARACTERS_MAX) return false;
    if (drawings.length > 0) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
    return true;
  } catch {
    return false;
  }
}

export function geoJsonText(drawings: Drawings): string {
  return JSON.stringify({ type: 'FeatureCollection', features: drawings });
}
