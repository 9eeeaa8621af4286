// Tests how a question reaches the thread, and how the thread hears that nobody waits for the answer any more.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ParcelFilter } from '../../contract/parcel-filter.ts';
import { oddParcels } from '../../test/odd-parcels.ts';
import { columnBytesOf } from '../../test/segments-of.ts';
import { UnknownInFilter } from '../parcel-queries.ts';
import { DamagedFile } from '../sqlite/damaged-file.ts';
import { OpenColumns, startQueryThread } from './open-set.ts';

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

type QueryThread = ReturnType<typeof startQueryThread>;

/** With the thread that it asks, which is started by the first question. */
async function open(): Promise<{ columns: OpenColumns; thread: QueryThread }> {
  let thread!: QueryThread;
  const columns = OpenColumns.open({
    version: '7',
    sources: [{ ...source, path: join(folder, 'odd.columns') }],
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
    expect(sentStops(thread)[0]![0]).toBe(1);
    await expect(stream.next()).rejects.toBe(leaving.signal.reason);
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
    await expect(question).rejects.toBeInstanceOf(UnknownInFilter);
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
        if (name === 'openStream') return Promise.resolve(1);
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
  expect(begun).toEqual([['openStream', 'nextBatch', 'select', 'pins'], ['values']]);
  endings[1]!();
  expect(await short).toBe('values');
  await stream.next();
  await stream.return(undefined);
  expect(begun[0]!.slice(-2)).toEqual(['nextBatch', 'endStream']);
  const fourth = columns.values({ field: 'pin', filter: all, limit: 1 }, never);
  expect(begun[1]).toEqual(['values', 'values']);
  for (const end of endings) end();
  await Promise.all([long, third, fourth]);
  await columns.close();
});
