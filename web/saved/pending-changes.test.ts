import { expect, test } from 'vitest';
import { withPendingChanges } from './pending-changes.ts';
import type { SavedParcelForm } from './saved-parcel-form.ts';

const list = ['a', 'b', 'c'].map((id) => ({ id, notes: `note ${id}` }) as SavedParcelForm);

test('with nothing on its way the list is itself', () => {
  expect(withPendingChanges(list, { edits: [], deletedIds: [] })).toBe(list);
});

test('a parcel on its way out is gone at once', () => {
  const shown = withPendingChanges(list, { edits: [], deletedIds: ['b'] });
  expect(shown).toEqual([list[0], list[2]]);
});

test('notes on their way are shown at once, the last of them counts, and other rows stay the same objects', () => {
  const edits = [
    { id: 'b', notes: 'first' },
    { id: 'b', notes: null },
  ];
  const shown = withPendingChanges(list, { edits, deletedIds: [] });
  expect(shown.map(({ notes }) => notes)).toEqual(['note a', '', 'note c']);
  expect(shown[0]).toBe(list[0]);
});
