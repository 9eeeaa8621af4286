import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { LIST_KEY, restartFetch, withChanges } from './saved-list.ts';
import type { SavedParcelForm } from './saved-parcel-calls.ts';

/** Each fetch is answered when the test says so, in any order. */
function watchedList() {
  const answers: ((pins: string[]) => void)[] = [];
  const client = new QueryClient();
  const observer = new QueryObserver<string[]>(client, {
    queryKey: LIST_KEY,
    queryFn: () => new Promise((answer) => answers.push(answer)),
  });
  observer.subscribe(() => {});
  return { client, answers, shown: () => observer.getCurrentResult().data };
}

test.each([{ known: undefined }, { known: ['one'] }])(
  'race: after a restarted fetch the newer answer wins, whenever the older one comes; cached before: $known',
  async ({ known }) => {
    const { client, answers, shown } = watchedList();
    if (known) {
      answers.pop()!(known);
      await eventually(() => expect(shown()).toEqual(known));
      client.refetchQueries({ queryKey: LIST_KEY });
    }
    const [older] = answers;
    await restartFetch(client);
    expect(answers).toHaveLength(2);
    answers[1]!(['one', 'two']);
    await eventually(() => expect(shown()).toEqual(['one', 'two']));
    older!(['one']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(shown()).toEqual(['one', 'two']);
    client.clear();
  },
);

const list = ['a', 'b', 'c'].map((id) => ({ id, notes: `note ${id}` }) as SavedParcelForm);

test('without pending changes the list is the same object', () => {
  expect(withChanges(list, { edits: [], deletedIds: [] })).toBe(list);
});

test('optimistic update: a parcel being deleted is gone at once', () => {
  const shown = withChanges(list, { edits: [], deletedIds: ['b'] });
  expect(shown).toEqual([list[0], list[2]]);
});

test('optimistic update: edited notes are shown at once, the last edit wins, and other rows stay the same objects', () => {
  const edits = [
    { id: 'b', notes: 'first' },
    { id: 'b', notes: null },
  ];
  const shown = withChanges(list, { edits, deletedIds: [] });
  expect(shown.map(({ notes }) => notes)).toEqual(['note a', '', 'note c']);
  expect(shown[0]).toBe(list[0]);
});
