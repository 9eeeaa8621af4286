// Maps and places are made by a process of their own, once for all servers on a database.
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openPostgresStores } from '../store/postgres/open-postgres-stores.ts';
import { openSqliteStores } from '../store/sqlite/open-sqlite-stores.ts';
import { loadParcels, testParcels } from '../test/app-under-test.ts';
import { createDatabase } from '../test/postgres-cluster.ts';
import { finishPlatbook, freePort, startPlatbook } from '../test/run-platbook.ts';
import { testFolder } from '../test/test-folder.ts';

const folder = testFolder();

test('platbook prepare makes maps and places, and ends; a start then has nothing to make', async () => {
  const dataDir = join(folder, 'prepared');
  const { parcels, accounts } = await openSqliteStores({ dataDir });
  await loadParcels(parcels, testParcels);
  await Promise.all([parcels.close(), accounts.close()]);
  const settings = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  const prepared = await finishPlatbook(['prepare'], settings);
  expect(prepared).toMatchObject({ code: 0, stderr: '' });
  expect(prepared.stdout).toContain('Preparing maps and places');
  const server = await startPlatbook(settings);
  expect(server.block).not.toContain('Preparing');
  server.child.kill('SIGTERM');
  await once(server.child, 'close');
});

test('a second server on a database fetches maps and places that the first has made, and serves the same', async () => {
  const databaseUrl = await createDatabase(inject('postgresUrl'), 'shared-maps');
  const { parcels, accounts } = await openPostgresStores({ databaseUrl });
  await loadParcels(parcels, testParcels);
  await Promise.all([parcels.close(), accounts.close()]);
  const serve = async (name: string) => {
    const server = await startPlatbook({
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, name),
      PARCEL_ACCESS: 'public',
    });
    const ask = async (path: string) => (await fetch(`${server.url}${path}`)).text();
    const shown = {
      // With the versions of the maps, which are part of their addresses.
      style: (await ask('/styles/v1/platbook/streets-v12')).replaceAll(server.url, ''),
      places: await ask('/geocoding/v5/mapbox.places/charlotte.json'),
    };
    server.child.kill('SIGTERM');
    await once(server.child, 'close');
    return { said: server.block, errors: server.output.stderr, shown };
  };
  const first = await serve('first');
  expect(first.said).toContain('Preparing maps and places');
  expect(first.shown.style).toContain('/maps/world/');
  expect(first.shown.places).toContain('Charlotte');
  const second = await serve('second');
  expect(second.said).not.toContain('Preparing');
  const events = second.errors.trimEnd().split('\n');
  expect(events.map((line) => JSON.parse(line).event)).toEqual(['started', 'stopped']);
  expect(second.shown).toEqual(first.shown);
});
