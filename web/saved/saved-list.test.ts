import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import { newQueryClient } from '../query-client.ts';
import { fetchList, LIST_KEY, restartFetch, withChanges } from './saved-list.ts';
import type { SavedParcelForm } from './saved-parcel-calls.ts';

/** Each fetch is answered when the test says so, in any order. */
function watchedList() {
  const answers: ((pins: string[]) => void)[] = [];
  const client = newQueryClient();
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

describe('a list of two pages', () => {
  type Answer = (page: { ids: string[]; next?: string }) => void;
  let answers: Answer[];
  beforeEach(() => {
    answers = [];
    vi.stubGlobal('localStorage', memoryStorage({ session_jwt: 'jwt', session_token: 'token' }));
    vi.stubGlobal(
      'fetch',
      () =>
        new Promise<Response>((resolve) => {
          answers.push(({ ids, next }) =>
            resolve(Response.json({ parcels: ids.map((id) => ({ id, parcel_pin: id })), next })),
          );
        }),
    );
    return () => vi.unstubAllGlobals();
  });

  function watched() {
    const client = newQueryClient();
    const observer = new QueryObserver<readonly SavedParcelForm[]>(client, {
      queryKey: LIST_KEY,
      queryFn: fetchList,
      retry: false,
    });
    observer.subscribe(() => {});
    return {
      client,
      shown: () => observer.getCurrentResult().data?.map(({ id }) => id),
      isFetching: () => observer.getCurrentResult().isFetching,
    };
  }
  const asked = (count: number) => eventually(() => expect(answers).toHaveLength(count));

  test('shows its first page while the second is on its way', async () => {
    const { client, shown, isFetching } = watched();
    answers[0]!({ ids: ['a', 'b'], next: '1' });
    await asked(2);
    expect(shown()).toEqual(['a', 'b']);
    expect(isFetching()).toBe(true);
    answers[1]!({ ids: ['c'] });
    await eventually(() => expect(shown()).toEqual(['a', 'b', 'c']));
    expect(isFetching()).toBe(false);
    client.clear();
  });

  test('stays as it is while it is fetched again, until all pages have come', async () => {
    const { client, shown } = watched();
    answers[0]!({ ids: ['a', 'b'] });
    await eventually(() => expect(shown()).toEqual(['a', 'b']));
    client.refetchQueries({ queryKey: LIST_KEY });
    await asked(2);
    answers[1]!({ ids: ['new'], next: '1' });
    await asked(3);
    expect(shown()).toEqual(['a', 'b']);
    answers[2]!({ ids: ['b'] });
    await eventually(() => expect(shown()).toEqual(['new', 'b']));
    client.clear();
  });

  test('stale response: a page of a fetch that was replaced is neither shown nor followed', async () => {
    const { client, shown } = watched();
    await restartFetch(client);
    await asked(2);
    answers[1]!({ ids: ['new'] });
    await eventually(() => expect(shown()).toEqual(['new']));
    answers[0]!({ ids: ['old'], next: '1' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(shown()).toEqual(['new']);
    expect(answers).toHaveLength(2);
    client.clear();
  });
});

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
