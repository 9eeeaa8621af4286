// Tests how a question reaches the thread, and how the thread hears that nobody waits for the answer any more.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { refusals } from '../../contract/messages.ts';
import type { ParcelFilter } from '../../contract/parcel-filter.ts';
import { eventually } from '../../test/eventually.ts';
import { oddParcels } from '../../test/odd-parcels.ts';
import { columnBytesOf } from '../../test/segments-of.ts';
import { syntheticParcels } from '../../test/synthetic-parcels.ts';
import { FilterRefused, parcelsIn } from '../parcel-queries.ts';
import { DamagedFile } from '../sqlite/damaged-file.ts';
import { OpenColumns, startQueryThread } from './open-set.ts';
import { type QueryThread, STOP_MS } from './query-threads.ts';

let folder: string;
const source = { source: 'iredell', qualifier: undefined };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-columns-'));
  await writeFile(join(folder, 'odd.columns'), columnBytesOf(oddParcels));
});
afterAll(() => rm(folder, { recursive: true }));

const all: ParcelFilter = { op: 'all' };
const never = new AbortController().signal;

const pinsIn = ({ json }: { json: Uint8Array }): string[] => JSON.parse(Buffer.from(json).toString()).pins;

/** With the thread that it asks, which is started by the first question. */
async function open({ isLarge = false } = {}): Promise<{ columns: OpenColumns; thread: QueryThread }> {
  let thread!: QueryThread;
  const path = join(folder, isLarge ? 'large.columns' : 'odd.columns');
  if (isLarge) await writeFile(path, columnBytesOf(syntheticParcels({ columns: 50, rows: 50 })));
  const columns = OpenColumns.open({
    version: '7',
    sources: [{ ...source, path }],
    start: (set) => {
      thread = startQueryThread(set);
      return thread;
    },
  });
  await columns.countyFields();
  vi.spyOn(thread, 'call');
  return { columns, thread };
}

/** The flags that were sent to the thread. */
function sentStops({ call }: QueryThread): Int32Array[] {
  return vi.mocked(call).mock.calls.flatMap(([, argument]) => {
    const { stop } = Object(argument) as { stop?: Int32Array };
    return stop ? [stop] : [];
  });
}

test('the thread is told when the signal fires, and not before', async () => {
  const { columns, thread } = await open();
  try {
    const answered = new AbortController();
    expect(pinsIn(await columns.pins(all, answered.signal))).toHaveLength(oddParcels.length);
    const [stop] = sentStops(thread);
    answered.abort();
    // It is answered: who aborts now aborts something else.
    expect(stop![0]).toBe(0);

    const leaving = new AbortController();
    const question = columns.pins(all, leaving.signal);
    expect(sentStops(thread)[1]![0]).toBe(0);
    leaving.abort();
    expect(sentStops(thread)[1]![0]).toBe(1);
    await expect(question).rejects.toBe(leaving.signal.reason);
  } finally {
    await columns.close();
  }
});

test('the signal of a stream stops it between batches, too', async () => {
  const { columns, thread } = await open();
  try {
    const leaving = new AbortController();
    const stream = columns.stream(all, leaving.signal);
    expect((await stream.next()).value!.parcels).toHaveLength(oddParcels.length);
    leaving.abort();
    await expect(stream.next()).rejects.toBe(leaving.signal.reason);
    expect(vi.mocked(thread.call).mock.lastCall![0]).toBe('endStream');
  } finally {
    await columns.close();
  }
});

test('the parcels of a page come as text, which the thread has written', async () => {
  const { columns } = await open();
  try {
    const page = await columns.select({ filter: all, sort: [], limit: 2, offset: 0 }, never);
    expect(page.json).toBeInstanceOf(Uint8Array);
    expect(page).toMatchObject({ count: oddParcels.length, rows: 2 });
    expect(parcelsIn(page).map(({ pin }) => pin)).toEqual(
      pinsIn(await columns.pins(all, never))
        .sort()
        .slice(0, 2),
    );
  } finally {
    await columns.close();
  }
});

test('a thread that was told does no work', async () => {
  const { columns, thread } = await open();
  try {
    const stop = new Int32Array(new SharedArrayBuffer(4)).fill(1);
    await expect(thread.call('pins', { query: all, stop })).rejects.toThrow('The query was stopped.');
    await expect(
      thread.call('values', { query: { field: 'name', filter: all, limit: 1 }, stop }),
    ).rejects.toThrow('The query was stopped.');
  } finally {
    await columns.close();
  }
});

test('what a filter names that is not loaded is told as such', async () => {
  const { columns } = await open();
  try {
    const question = columns.pins({ op: 'is-null', field: 'more:ROOF' }, never);
    await expect(question).rejects.toBeInstanceOf(FilterRefused);
  } finally {
    await columns.close();
  }
});

test('a file whose name is gone stays readable while the set is open', async () => {
  const path = join(folder, 'gone.columns');
  await writeFile(path, columnBytesOf(oddParcels));
  const columns = OpenColumns.open({ version: '7', sources: [{ ...source, path }] });
  await rm(path);
  try {
    expect(pinsIn(await columns.pins(all, never))).toHaveLength(oddParcels.length);
  } finally {
    await columns.close();
  }
  expect(() => OpenColumns.open({ version: '7', sources: [{ ...source, path }] })).toThrow(DamagedFile);
});

test('a question that finds a thread at work is answered by the other, and a stream by the one that began it', async () => {
  const begun: string[][] = [];
  const endings: (() => void)[] = [];
  const columns = OpenColumns.open({
    version: '7',
    sources: [{ ...source, path: join(folder, 'odd.columns') }],
    start: () => {
      const own: string[] = [];
      begun.push(own);
      const call = (name: string) => {
        own.push(name);
        if (name === 'openStream') return Promise.resolve({ value: undefined });
        if (name === 'nextBatch') return Promise.resolve({ value: { parcels: [] } });
        if (name === 'endStream') return Promise.resolve();
        return new Promise((resolve) => endings.push(() => resolve({ value: name })));
      };
      return { call, close: async () => {} } as unknown as QueryThread;
    },
  });
  const stream = columns.stream(all, never);
  await stream.next();
  const long = columns.select({ filter: all, sort: [], limit: 1, offset: 0 }, never);
  const short = columns.values({ field: 'name', filter: all, limit: 1 }, never);
  // A third waits for one of them: no more are started.
  const third = columns.pins(all, never);
  expect(begun).toEqual([['openStream', 'nextBatch', 'select'], ['values']]);
  endings[1]!();
  expect(await short).toBe('values');
  await eventually(() => expect(begun[1]).toEqual(['values', 'pins']));
  const following = stream.next();
  endings[0]!();
  await long;
  await following;
  await stream.return(undefined);
  expect(begun[0]!.slice(-2)).toEqual(['nextBatch', 'endStream']);
  endings[2]!();
  await third;
  await columns.close();
});

/** Like a thread, but it answers what and when the test says. */
function heldThread() {
  const asked: { name: string; argument: unknown; answer(value: unknown): void; fail(error: Error): void }[] =
    [];
  const thread = {
    call: (name: string, argument: unknown) =>
      new Promise((answer, fail) => {
        asked.push({ name, argument, answer, fail });
      }),
    close: async () => {},
    end: vi.fn(() => {
      for (const { fail } of asked) fail(new Error('The thread was ended.'));
    }),
  };
  const columns = OpenColumns.open({
    version: '7',
    sources: [{ ...source, path: join(folder, 'odd.columns') }],
    start: () => thread as unknown as QueryThread,
  });
  return { columns, thread, asked };
}

/** Whether it is settled by now, after all that is under way. */
async function isSettled(question: Promise<unknown>): Promise<boolean> {
  let settled = false;
  question.catch(() => {}).finally(() => (settled = true));
  await new Promise((resolve) => setImmediate(resolve));
  return settled;
}

test('a question that nobody waits for any more is over when the thread has answered, not before', async () => {
  const { columns, asked } = heldThread();
  const leaving = new AbortController();
  const question = columns.pins(all, leaving.signal);
  leaving.abort();
  expect(await isSettled(question)).toBe(false);
  asked[0]!.answer({ value: 'too late' });
  await expect(question).rejects.toBe(leaving.signal.reason);
  await columns.close();
});

test('a question that waits for a thread is given up at once', async () => {
  const { columns, asked } = heldThread();
  const [first, second] = [columns.pins(all, never), columns.pins(all, never)];
  const leaving = new AbortController();
  const third = columns.pins(all, leaving.signal);
  leaving.abort();
  await expect(third).rejects.toBe(leaving.signal.reason);
  expect(asked).toHaveLength(2);
  for (const { answer } of asked) answer({ value: 'answered' });
  await Promise.all([first, second]);
  await columns.close();
});

test('a thread that does not answer within two seconds of being told to stop is ended', async () => {
  vi.useFakeTimers();
  try {
    const { columns, thread } = heldThread();
    const leaving = new AbortController();
    const question = columns.pins(all, leaving.signal).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10 * STOP_MS);
    leaving.abort();
    await vi.advanceTimersByTimeAsync(STOP_MS - 1);
    expect(thread.end).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(thread.end).toHaveBeenCalledOnce();
    expect(await question).toBe(leaving.signal.reason);
    await columns.close();
  } finally {
    vi.useRealTimers();
  }
});

test('a stream goes on in a new thread where the one before was ended', async () => {
  const { columns, thread } = await open({ isLarge: true });
  try {
    const pins: string[] = [];
    let ended = 0;
    for await (const { parcels } of columns.stream(all, never)) {
      pins.push(...parcels.map(({ pin }) => pin));
      if (ended++ < 2) thread.end();
    }
    expect(pins).toEqual(pinsIn(await columns.pins(all, never)).sort());
    expect(pins).toHaveLength(2500);
  } finally {
    await columns.close();
  }
});

test('a stream that goes on in a new thread passes over the rows it has had, however many each batch had', async () => {
  const { columns, asked } = heldThread();
  const stream = columns.stream(all, never);
  const answer = async (value: unknown) => {
    await eventually(() => expect(asked).toHaveLength(1));
    asked.shift()!.answer(value);
  };
  for (const length of [300, 7]) {
    const batch = stream.next();
    if (length === 300) await answer({ value: undefined });
    await answer({ value: { parcels: Array(length) } });
    expect((await batch).value!.parcels).toHaveLength(length);
  }
  const batch = stream.next();
  await answer('unknown');
  await eventually(() =>
    expect(asked[0]).toMatchObject({ name: 'openStream', argument: { rowsBefore: 307 } }),
  );
  await answer({ value: undefined });
  await answer({ value: undefined });
  expect((await batch).done).toBe(true);
  await columns.close();
});

test('a whole question goes before the next batch of a stream that waited longer', async () => {
  const { columns, asked } = heldThread();
  const stream = columns.stream(all, never);
  const first = stream.next();
  asked[0]!.answer({ value: undefined });
  await eventually(() => expect(asked).toHaveLength(2));
  asked[1]!.answer({ value: { parcels: [] } });
  await first;
  const long = [columns.pins(all, never), columns.pins(all, never)];
  const second = stream.next();
  const question = columns.values({ field: 'name', filter: all, limit: 1 }, never);
  asked[2]!.answer({ value: 'pins' });
  await eventually(() => expect(asked).toHaveLength(5));
  expect(asked[4]!.name).toBe('values');
  asked[4]!.answer({ value: 'values' });
  await eventually(() => expect(asked).toHaveLength(6));
  expect(asked[5]!.name).toBe('nextBatch');
  for (const { answer } of asked) answer({ value: undefined });
  await Promise.all([second, question, ...long]);
  await columns.close();
});

test('what needs more memory than a thread has is refused with a sentence', async () => {
  const { columns, asked } = heldThread();
  const question = columns.pins(all, never);
  asked[0]!.fail(Object.assign(new Error('out of memory'), { code: 'ERR_WORKER_OUT_OF_MEMORY' }));
  await expect(question).rejects.toEqual(new FilterRefused(refusals.queryTooLarge));
  await columns.close();
});
