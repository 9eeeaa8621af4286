// /readyz on real stores: it fails when accounts cannot be written, or parcels or places cannot be read, and says which.

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { refusals } from '../../contract/messages.ts';
import type { AccountStore } from '../../store/account-store.ts';
import { formatFolderOf, mapsFolderOf } from '../../store/format-folder.ts';
import type { ParcelStore } from '../../store/parcel-store.ts';
import { openSqliteStores } from '../../store/sqlite/open-sqlite-stores.ts';
import { PLACES_FILE, PlaceFileStore } from '../../store/sqlite/place-file-store.ts';
import { loadParcels, testParcels } from '../../test/app-under-test.ts';
import { smallGazetteer } from '../../test/small-gazetteer.ts';
import { replyFailure } from '../failure.ts';
import { createEventLog } from './event-log.ts';
import { healthRoutes } from './health-routes.ts';

let dataDir: string;
let stores: { parcels: ParcelStore; accounts: AccountStore };
let places: PlaceFileStore;
let apps: FastifyInstance[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'platbook-ready-'));
  await openAll();
  await loadParcels(stores.parcels, testParcels.slice(0, 2));
});
afterEach(async () => {
  await closeAll();
  await rm(dataDir, { recursive: true });
});

async function openAll(): Promise<void> {
  stores = await openSqliteStores({ dataDir });
  places = await PlaceFileStore.open(mapsFolderOf({ dataDir }));
}

async function closeAll(): Promise<void> {
  await Promise.all(apps.map((app) => app.close()));
  apps = [];
  await Promise.all([stores.parcels.close(), stores.accounts.close(), places.close()]);
}

/** Asks a server that has not been asked before: an answer is remembered for two seconds. */
async function ask(): Promise<{ status: number; body: { message?: string } }> {
  const app = Fastify();
  apps.push(app);
  app.setErrorHandler(replyFailure);
  healthRoutes(app, { ...stores, places, dataDir, log: createEventLog({ write: () => {} }) });
  const answer = await app.inject('/readyz');
  return { status: answer.statusCode, body: answer.json() };
}

const ready = { status: 200, body: { status: 'ok', parcels: 2 } };
const failing = (message: string) => ({ status: 503, body: { message } });

/** The first bytes stay as they are, so that the file is still taken for a database. */
async function damage(path: string): Promise<void> {
  const bytes = await readFile(path);
  await writeFile(path, bytes.fill(0xa5, 100), { flag: 'r+' });
}

test('is ready with both stores, without places and with them', async () => {
  expect(await ask()).toEqual(ready);
  await places.replaceAll(smallGazetteer);
  expect(await ask()).toEqual(ready);
});

test('is not while the accounts can be read but not written', async () => {
  const other = new DatabaseSync(join(dataDir, 'accounts.db'));
  other.exec('BEGIN IMMEDIATE');
  expect(await ask()).toEqual(failing(refusals.accountsNotWritable));
  other.exec('ROLLBACK');
  other.close();
  expect(await ask()).toEqual(ready);
});

test('the probe is a write that stays', async () => {
  await ask();
  const accounts = new DatabaseSync(join(dataDir, 'accounts.db'), { readOnly: true });
  const { count } = accounts
    .prepare("SELECT count(*) AS count FROM counters WHERE name = 'health checks'")
    .get();
  accounts.close();
  expect(count).toBe(1);
});

test('is not while the parcels are damaged', async () => {
  const name = (await readdir(formatFolderOf({ dataDir }))).find((file) => /^parcels-.*\.db$/.test(file))!;
  await damage(join(formatFolderOf({ dataDir }), name));
  expect(await ask()).toEqual(failing(refusals.parcelsNotReadable));
});

test('is not while the place index is damaged, from before the start or since', async () => {
  await places.replaceAll(smallGazetteer);
  const path = join(mapsFolderOf({ dataDir }), PLACES_FILE);
  await damage(path);
  expect(await ask()).toEqual(failing(refusals.placesNotReadable));
  await closeAll();
  await openAll();
  expect(await ask()).toEqual(failing(refusals.placesNotReadable));
  await rm(path);
  await closeAll();
  await openAll();
  expect(await ask()).toEqual(ready);
});

test('places that are put away until new ones are made are not a failure', async () => {
  await places.replaceAll(smallGazetteer);
  await places.close();
  expect(await ask()).toEqual(ready);
  await places.reload();
  expect(await ask()).toEqual(ready);
});

test('names everything that is wrong, and no path', async () => {
  vi.spyOn(stores.accounts, 'ping').mockRejectedValue(new Error('database or disk is full'));
  vi.spyOn(stores.parcels, 'findAt').mockRejectedValue(new Error(`cannot read ${dataDir}`));
  expect(await ask()).toEqual(failing(`${refusals.accountsNotWritable} ${refusals.parcelsNotReadable}`));
});
