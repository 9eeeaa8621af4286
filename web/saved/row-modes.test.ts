import { expect, test } from 'vitest';
import { ALL_IN_VIEW, modeOf, nextRowModes, type RowEvent } from './row-modes.ts';

const after = (...events: RowEvent[]) => events.reduce(nextRowModes, ALL_IN_VIEW);
const edit = (id: string): RowEvent => ({ type: 'edit-started', id });
const typed = (notes: string): RowEvent => ({ type: 'typed', draft: { notes } });
const remove = (id: string): RowEvent => ({ type: 'delete-started', id });
const canceled: RowEvent = { type: 'canceled' };
const left: RowEvent = { type: 'left' };

test('[V4] a row is in view, edit-notes or delete-confirm mode', () => {
  expect(modeOf(ALL_IN_VIEW, 'a')).toBe('view');
  expect(modeOf(after(edit('a')), 'a')).toBe('edit-notes');
  expect(modeOf(after(remove('a')), 'a')).toBe('delete-confirm');
  for (const start of [edit('a'), remove('a')])
    for (const end of [canceled, left]) expect(modeOf(after(start, end), 'a')).toBe('view');
});

test('[V4] one row at a time: starting another returns the first to view', () => {
  for (const first of [edit('a'), remove('a')]) {
    for (const second of [edit('b'), remove('b')]) {
      const modes = after(first, second);
      expect(modeOf(modes, 'a')).toBe('view');
      expect(modeOf(modes, 'b')).not.toBe('view');
    }
  }
});

test('a draft is kept while another row is active or the sheet is closed, until it is canceled', () => {
  expect(after(edit('a'), typed('half a thought'), remove('b'), canceled).drafts).toEqual({
    a: { notes: 'half a thought' },
  });
  expect(after(edit('a'), typed('half a thought'), left).drafts).toEqual({ a: { notes: 'half a thought' } });
  expect(after(edit('a'), typed('half a thought'), canceled).drafts).toEqual({});
});

test('typing without a row in edit mode changes nothing', () => {
  expect(after(typed('x'))).toBe(ALL_IN_VIEW);
  expect(after(remove('a'), typed('x')).drafts).toEqual({});
});

test('saved notes are no longer a draft, unless they are being edited again', () => {
  const saved: RowEvent = { type: 'saved', id: 'a' };
  expect(after(edit('a'), typed('new'), left, saved)).toEqual(ALL_IN_VIEW);
  expect(after(edit('a'), typed('new'), left, edit('a'), typed('newer'), saved).drafts).toEqual({
    a: { notes: 'newer' },
  });
});

test('[V5] refused notes open for editing again with their text, and disturb no other row', () => {
  const refused: RowEvent = { type: 'refused', id: 'a' };
  const again = after(edit('a'), typed('new'), left, refused);
  expect(modeOf(again, 'a')).toBe('edit-notes');
  expect(again.drafts).toEqual({ a: { notes: 'new' } });

  const busy = after(edit('a'), typed('new'), left, edit('b'), refused);
  expect(modeOf(busy, 'b')).toBe('edit-notes');
  expect(busy.drafts).toEqual({ a: { notes: 'new' } });
});
