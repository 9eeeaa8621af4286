// Tests how long the columns of a version stay open, and what happens if it is replaced while they are being copied.
import { expect, test } from 'vitest';
import type { OpenColumns } from '../columns/open-set.ts';
import type { ParcelSet } from '../parcel-store.ts';
import { SourceReplaced } from './column-chunks.ts';
import { FollowedColumns } from './followed-columns.ts';
import type { FollowedSet } from './followed-set.ts';
import type { LocalColumns } from './local-columns.ts';

/** A set whose version the test changes, and a log of what was opened and closed. */
function setUp() {
  let version: string | undefined = '1';
  let listener: () => void = () => {};
  const log: string[] = [];
  const onOpen: ((version: string) => Promise<void> | void)[] = [];
  const closing = new AbortController();
  const change = (next: string | undefined) => {
    version = next;
    listener();
  };
  const followed = {
    get set() {
      return version === undefined ? undefined : ({ version } as ParcelSet);
    },
    sources: [],
    onChange: (given: () => void) => {
      listener = given;
      return () => log.push('not listening');
    },
    catchUp: async () => {
      log.push('catch up');
      change('2');
    },
  } as unknown as FollowedSet;
  const local = {
    keepOnly: async () => {},
    open: async ({ version }: { version: string }) => {
      log.push(`open ${version}`);
      await onOpen.shift()?.(version);
      return { version, close: async () => void log.push(`close ${version}`) } as unknown as OpenColumns;
    },
  } as unknown as LocalColumns;
  const columns = new FollowedColumns({ followed, local, signal: closing.signal, onWarning: () => {} });
  return { columns, log, change, onOpen, closing };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a version is opened once for all who ask, and stays open', async () => {
  const { columns, log } = setUp();
  const held = await Promise.all([columns.hold(), columns.hold()]);
  expect(held[0]!.queries).toBe(held[1]!.queries);
  for (const { release } of held as { release(): void }[]) release();
  (await columns.hold())!.release();
  expect(log).toEqual(['open 1']);
});

test('a replaced version is closed when the last who holds it is done', async () => {
  const { columns, log, change } = setUp();
  const [one, two] = [await columns.hold(), await columns.hold()];
  change('2');
  (await columns.hold())!.release();
  one!.release();
  await settled();
  expect(log).toEqual(['open 1', 'open 2']);
  two!.release();
  await settled();
  expect(log).toEqual(['open 1', 'open 2', 'close 1']);
});

test('a version that is replaced while it is copied is left for the new one', async () => {
  const { columns, log, onOpen } = setUp();
  onOpen.push(() => {
    throw new SourceReplaced();
  });
  expect((await columns.hold())!.queries).toMatchObject({ version: '2' });
  expect(log).toEqual(['open 1', 'catch up', 'open 2']);
});

test('another failure is told, and the next question tries again', async () => {
  const { columns, log, onOpen } = setUp();
  onOpen.push(() => {
    throw new Error('no space left');
  });
  await expect(columns.hold()).rejects.toThrow('no space left');
  expect(await columns.hold()).toBeDefined();
  expect(log).toEqual(['open 1', 'open 1']);
});

test('nothing is held while nothing is loaded', async () => {
  const { columns, change } = setUp();
  change(undefined);
  expect(await columns.hold()).toBeUndefined();
});

test('closing waits for those who hold a set', async () => {
  const { columns, log, closing } = setUp();
  const held = await columns.hold();
  closing.abort();
  const closed = columns.close().then(() => log.push('closed'));
  await settled();
  expect(log).toEqual(['open 1', 'not listening']);
  held!.release();
  await closed;
  expect(log).toEqual(['open 1', 'not listening', 'close 1', 'closed']);
  await expect(columns.hold()).rejects.toBe(closing.signal.reason);
});
