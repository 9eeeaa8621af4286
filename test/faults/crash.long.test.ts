// Crash safety: after kill -9 at any moment the data folder opens again with everything that was acknowledged.

import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { formatFolderOf } from '../../store/format-folder.ts';
import { closeStores, nextChange, type StorePlace, sqlitePlace } from '../store-places.ts';
import { syntheticParcels } from '../synthetic-parcels.ts';
import { testSource } from '../test-source.ts';
import { runUntil } from './run-until.ts';

const loadFile = new URL('./load-parcels.ts', import.meta.url);
const holdFile = new URL('./hold-stores.ts', import.meta.url);

let place: StorePlace & { dataDir: string };
beforeEach(async () => {
  place = await sqlitePlace();
});
afterEach(() => place.remove());

describe('killed while loading parcels', () => {
  const oldRecords = [...syntheticParcels({ columns: 20, rows: 3 })];
  const newRecords = [...syntheticParcels({ columns: 20, rows: 40 })];

  beforeEach(async () => {
    const stores = await place.open();
    await stores.parcels.replaceSource({
      ...testSource,
      title: '3 rows',
      parcels: oldRecords,
      expectedCount: oldRecords.length,
    });
    await closeStores(stores);
  });

  test.each([
    ['while parcels are written', 'Writing parcels'],
    ['while they are indexed', 'Indexing'],
    ['while the first tiles are drawn', 'Drawing tiles'],
    ['while the files change places', 'Drawing tiles 100'],
    ['when all is done', 'loaded'],
  ])('%s: the old set or the new one is there, whole', async (_, moment) => {
    await runUntil({
      file: loadFile,
      args: [place.dataDir, '40'],
      onLine: (line) => line.startsWith(moment),
    });

    const stores = await place.open();
    const set = stores.parcels.current()!;
    const records = set.source === '3 rows' ? oldRecords : newRecords;
    expect(set.count).toBe(records.length);
    if (moment === 'loaded') expect(records).toBe(newRecords);
    const last = records.at(-1)!;
    expect(await stores.parcels.findShape(last.pin)).toEqual({ pin: last.pin, geometry: last.geometry });
    const box = await stores.parcels.inBox({ bounds: set.bounds, limit: 10_000 });
    expect(box!.parcels).toHaveLength(records.length);

    // The next load removes what this one has left.
    const { version } = await stores.parcels.replaceSource({
      ...testSource,
      parcels: oldRecords,
      expectedCount: oldRecords.length,
    });
    const files = (await readdir(formatFolderOf(place))).filter((name) => name.startsWith('parcels')).sort();
    const ofSource = ['columns', 'db', 'tiles'].map((end) => `parcels-test-${version}.${end}`);
    expect(files).toEqual([...ofSource, 'parcels.json']);
    await closeStores(stores);
  });
});

test('an import killed beside a running server: the server goes on, and the import runs again', async () => {
  const server = await place.open();
  const records = [...syntheticParcels({ columns: 20, rows: 3 })];
  const set = await server.parcels.replaceSource({
    ...testSource,
    parcels: records,
    expectedCount: records.length,
  });
  for (const moment of ['Writing parcels', 'Drawing tiles']) {
    await runUntil({
      file: loadFile,
      args: [place.dataDir, '40'],
      onLine: (line) => line.startsWith(moment),
    });
    expect(server.parcels.current()).toEqual(set);
    expect(await server.parcels.findByPin(records[0]!.pin)).toBeDefined();
  }
  const followed = nextChange(server.parcels);
  await runUntil({ file: loadFile, args: [place.dataDir, '40'], onLine: (line) => line === 'loaded' });
  expect(await followed).toMatchObject({ source: '40 rows' });
  await closeStores(server);
});

test('the lock: a second process is refused while the first runs, and no longer', async () => {
  const refusals: unknown[] = [];
  await runUntil({
    file: holdFile,
    args: [place.dataDir],
    onLine: async (line) => {
      if (line !== 'open') return false;
      const refusal = await place.open().catch((error: Error) => `${error.name}: ${error.message}`);
      refusals.push(refusal);
      return true;
    },
  });
  expect(refusals).toEqual([
    `OperatorError: The data folder ${place.dataDir} is in use by another Platbook process.`,
  ]);
  await closeStores(await place.open());
});
