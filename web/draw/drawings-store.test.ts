import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../test/memory-storage.ts';
import type { Drawing } from './drawing.ts';
import {
  joinOtherTabs,
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

const kept = () => storedDrawings(KEY).map(({ id }) => id);
const shown = () => useDrawings.getState().history.present.map(({ id }) => id);
/** Another tab that has read what is kept, and added to it. */
const drawElsewhere = (...added: Drawing[]) => storeDrawings(KEY, [...storedDrawings(KEY), ...added]);

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

test('at rest the drawings of another tab become ours, its deletions too, and no undo takes them back', () => {
  recordDrawings([point('a')]);
  recordDrawings([point('a'), point('c')]);
  storeDrawings(KEY, [point('b'), point('c')]);
  joinOtherTabs();
  expect(shown().sort()).toEqual(['b', 'c']);
  undoDrawing();
  expect(shown()).toEqual(['b']);
  expect(kept()).toEqual(['b']);
});

test('what another tab has changed or deleted stays so when something else is drawn here', () => {
  recordDrawings([point('a'), point('b'), point('c')]);
  storeDrawings(KEY, [point('a', 7), point('c')]);
  // The tools here still hold what they held.
  recordDrawings([point('a'), point('b'), point('c'), point('d')]);
  expect(storedDrawings(KEY)).toEqual([point('a', 7), point('c'), point('d')]);
  expect(useDrawings.getState().history.present).toEqual([point('a', 7), point('c'), point('d')]);
  undoDrawing();
  expect(storedDrawings(KEY)).toEqual([point('a', 7), point('c')]);
});

test('of one shape changed in two tabs, the change made last is kept', () => {
  recordDrawings([point('a'), point('b')]);
  storeDrawings(KEY, [point('a', 7)]);
  recordDrawings([point('a', 8), point('b', 9)]);
  expect(storedDrawings(KEY)).toEqual([point('a', 8), point('b', 9)]);
});

test('somebody who comes back finds what was drawn elsewhere meanwhile', () => {
  recordDrawings([point('a')]);
  storeDrawings(KEY, [point('a', 7)]);
  openDrawings('ada');
  expect(useDrawings.getState().history.present).toEqual([point('a', 7)]);
});
