// Tests how a question reaches the thread, and how the thread hears that nobody waits for the answer any more.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { ParcelFilter } from '../../contract/parcel-filter.ts';
import * as workerCall from '../../runtime/worker-call.ts';
import { oddParcels } from '../../test/odd-parcels.ts';
import { columnBytesOf } from '../../test/segments-of.ts';
import { UnknownInFilter } from '../parcel-queries.ts';
import { DamagedFile } from '../sqlite/damaged-file.ts';
import { OpenColumns } from './open-set.ts';

vi.mock('../../runtime/worker-call.ts', { spy: true });

let folder: string;
const source = { source: 'iredell', qualifier: undefined };
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platbook-columns-'));
  await writeFile(join(folder, 'odd.columns'), columnBytesOf(oddParcels));
});
afterAll(() => rm(folder, { recursive: true }));

const all: ParcelFilter = { op: 'all' };
const never = new AbortController().signal;
const open = () =>
  OpenColumns.open({ version: '7', sources: [{ ...source, path: join(folder, 'odd.columns') }] });

/** The flags that were sent to the thread. */
function sentStops(): Int32Array[] {
  const { value } = vi.mocked(workerCall.openWorker).mock.results.at(-1)!;
  return vi
    .mocked(value.call)
    .mock.calls.flatMap(([, argument]: [string, { stop?: Int32Array }]) =>
      argument?.stop ? [argument.stop] : [],
    );
}

/** Starts the thread, and watches what it is sent. */
async function watched(columns: OpenColumns): Promise<void> {
  await columns.countyFields();
  vi.spyOn(vi.mocked(workerCall.openWorker).mock.results.at(-1)!.value, 'call');
}

test('the thread is told when the signal fires, and not before', async () => {
  const columns = open();
  try {
    await watched(columns);
    const answered = new AbortController();
    expect((await columns.pins(all, answered.signal)).pins).toHaveLength(oddParcels.length);
    const [stop] = sentStops();
    answered.abort();
    // It is answered: who aborts now aborts something else.
    expect(stop![0]).toBe(0);

    const leaving = new AbortController();
    const question = columns.pins(all, leaving.signal);
    expect(sentStops()[1]![0]).toBe(0);
    leaving.abort();
    expect(sentStops()[1]![0]).toBe(1);
    await expect(question).rejects.toBe(leaving.signal.reason);
  } finally {
    await columns.close();
  }
});

test('the signal of a stream stops it between batches, too', async () => {
  const columns = open();
  try {
    await watched(columns);
    const leaving = new AbortController();
    const stream = columns.stream(all, leaving.signal);
    expect((await stream.next()).value!.parcels).toHaveLength(oddParcels.length);
    leaving.abort();
    expect(sentStops()[0]![0]).toBe(1);
    await expect(stream.next()).rejects.toBe(leaving.signal.reason);
  } finally {
    await columns.close();
  }
});

test('a thread that was told does no work', async () => {
  const columns = open();
  try {
    await watched(columns);
    const { value: worker } = vi.mocked(workerCall.openWorker).mock.results.at(-1)!;
    const stop = new Int32Array(new SharedArrayBuffer(4)).fill(1);
    await expect(worker.call('pins', { query: all, stop })).rejects.toThrow('The query was stopped.');
    await expect(
      worker.call('values', { query: { field: 'name', filter: all, limit: 1 }, stop }),
    ).rejects.toThrow('The query was stopped.');
  } finally {
    await columns.close();
  }
});

test('what a filter names that is not loaded is told as such', async () => {
  const columns = open();
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
    expect((await columns.pins(all, never)).pins).toHaveLength(oddParcels.length);
  } finally {
    await columns.close();
  }
  expect(() => OpenColumns.open({ version: '7', sources: [{ ...source, path }] })).toThrow(DamagedFile);
});
