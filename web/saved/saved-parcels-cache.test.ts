import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { askListAnew, LIST_KEY } from './saved-parcels-cache.ts';

/** Questions that are answered when the test says so, in whatever order. */
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
  'asked anew, the list is the newer answer, whenever the older one comes: $known',
  async ({ known }) => {
    const { client, answers, shown } = watchedList();
    if (known) {
      answers.pop()!(known);
      await eventually(() => expect(shown()).toEqual(known));
      client.refetchQueries({ queryKey: LIST_KEY });
    }
    const [older] = answers;
    await askListAnew(client);
    expect(answers).toHaveLength(2);
    answers[1]!(['one', 'two']);
    await eventually(() => expect(shown()).toEqual(['one', 'two']));
    older!(['one']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(shown()).toEqual(['one', 'two']);
    client.clear();
  },
);
