import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DRAWING_UNDO_MAX } from '../../contract/limits.ts';
import type { Drawing } from './drawing.ts';
import { type DrawingHistory, historyFrom, recorded, redone, undone } from './drawing-history.ts';

const point = (id: string, lng: number): Drawing => ({
  type: 'Feature',
  id,
  properties: {},
  geometry: { type: 'Point', coordinates: [lng, 35] },
});

test('every edit can be undone, one after the other, and redone', () => {
  const edits = [[point('a', 1)], [point('a', 2)], [point('a', 2), point('b', 3)], []];
  const end = edits.reduce(recorded, historyFrom([]));
  expect(end.present).toEqual([]);
  const back = [1, 2, 3, 4].reduce(undone, end);
  expect(back.present).toEqual([]);
  expect(back.past).toEqual([]);
  expect([1, 2, 3].reduce(redone, back).present).toEqual(edits[2]);
});

test('undo and redo do nothing when there is nothing to undo or redo', () => {
  const start = historyFrom([point('a', 1)]);
  expect(undone(start)).toEqual(start);
  expect(redone(start)).toEqual(start);
});

test('a new edit clears the redo steps', () => {
  const history = recorded(undone(recorded(historyFrom([]), [point('a', 1)])), [point('b', 1)]);
  expect(history.future).toEqual([]);
  expect(undone(history).present).toEqual([]);
});

test('an event that changed nothing adds no step', () => {
  const history = recorded(historyFrom([]), [point('a', 1)]);
  expect(recorded(history, [point('a', 1)])).toBe(history);
});

test('another order of the same drawings adds no step and keeps the redo steps', () => {
  const both = recorded(historyFrom([]), [point('a', 1), point('b', 1)]);
  const history = undone(recorded(both, [point('a', 1)]));
  expect(recorded(history, [point('b', 1), point('a', 1)])).toBe(history);
});

test('an unchanged drawing is shared between steps, not copied', () => {
  const before = recorded(historyFrom([]), [point('a', 1), point('b', 1)]);
  const after = recorded(before, [point('a', 1), point('b', 2)]);
  expect(after.present[0]).toBe(before.present[0]);
  expect(after.present[1]).not.toBe(before.present[1]);
});

test('the number of steps is bounded', () => {
  let history = historyFrom([]);
  for (let lng = 0; lng < DRAWING_UNDO_MAX + 20; lng++) history = recorded(history, [point('a', lng)]);
  expect(history.past).toHaveLength(DRAWING_UNDO_MAX);
});

test('undo then redo, and redo then undo, always return to the same history', () => {
  const step = fc.constantFrom('draw', 'undo', 'redo');
  fc.assert(
    fc.property(fc.array(fc.tuple(step, fc.nat(50))), (steps) => {
      let history: DrawingHistory = historyFrom([]);
      for (const [what, lng] of steps) {
        if (what === 'draw') history = recorded(history, [point('a', lng)]);
        else history = what === 'undo' ? undone(history) : redone(history);
        if (history.past.length) expect(redone(undone(history))).toEqual(history);
        if (history.future.length) expect(undone(redone(history))).toEqual(history);
      }
    }),
  );
});
