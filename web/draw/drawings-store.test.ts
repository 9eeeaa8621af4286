import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../test/memory-storage.ts';
import type { Drawing } from './drawing.ts';
import {
  adoptStoredDrawings,
  openDrawings,
  recordDrawings,
  redoDrawing,
  undoDrawing,
  useDrawings,
} from './drawings-store.ts';
import { drawingsKey, storeDrawings, storedDrawings } from './stored-drawings.ts';

const KEY = drawingsKey('ada');
const point = (id: string, lng = 0): Drawing => ({
  type: 'Feature',
  id,
  properties: {},
  geometry: { type: 'Point', coordinates: [lng, 35] },
});

const kept = () => storedDrawings(localStorage, KEY).map(({ id }) => id);
const shown = () => useDrawings.getState().history.present.map(({ id }) => id);
/** Another tab that has read what is kept, and added to it. */
const drawElsewhere = (...added: Drawing[]) =>
  storeDrawings(localStorage, KEY, [...storedDrawings(localStorage, KEY), ...added]);

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  // The store is as old as the page: only another person begins anew.
  openDrawings('nobody');
  openDrawings('ada');
  return () => vi.unstubAllGlobals();
});

test('what is drawn is kept, and there again', () => {
  recordDrawings([point('a')]);
  expect(kept()).toEqual(['a']);
  openDrawings('bob');
  expect(shown()).toEqual([]);
  openDrawings('ada');
  expect(shown()).toEqual(['a']);
});

test('what another tab has drawn meanwhile survives an edit, an undo and a redo', () => {
  recordDrawings([point('a')]);
  drawElsewhere(point('b'));
  recordDrawings([point('a', 1)]);
  expect(shown()).toEqual(['a', 'b']);
  expect(kept()).toEqual(['a', 'b']);
  drawElsewhere(point('c'));
  undoDrawing();
  expect(kept().sort()).toEqual(['a', 'b', 'c']);
  undoDrawing();
  expect(kept().sort()).toEqual(['b', 'c']);
  redoDrawing();
  expect(kept().sort()).toEqual(['a', 'b', 'c']);
});

test('what was deleted here stays deleted', () => {
  recordDrawings([point('a'), point('b')]);
  recordDrawings([point('b')]);
  recordDrawings([point('b', 1)]);
  expect(kept()).toEqual(['b']);
});

test('at rest the drawings of another tab become ours, its deletions too', () => {
  recordDrawings([point('a')]);
  storeDrawings(localStorage, KEY, [point('b')]);
  adoptStoredDrawings('something else');
  expect(shown()).toEqual(['a']);
  adoptStoredDrawings(KEY);
  expect(shown()).toEqual(['b']);
});
