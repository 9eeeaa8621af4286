// A process that serves test parcels until it is stopped by a signal, as `platbook start` does, for tests that watch it
// from outside. The first argument is what to serve, as JSON; the line it prints says where.
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openMapParts } from '../../cli/open-parts.ts';
import { serveHealth } from '../../cli/serve-health.ts';
import { prepareStop, stopOnSignal } from '../../cli/stop-server.ts';
import { buildApp } from '../../server/app.ts';
import { LiveMaps } from '../../server/maps/live-maps.ts';
import { PlaceFileStore } from '../../store/sqlite/place-file-store.ts';
import { loadParcels, testConfig } from '../app-under-test.ts';
import { freePort } from '../run-platbook.ts';
import { signInPerson } from '../sign-in-person.ts';
import { smallGazetteer } from '../small-gazetteer.ts';
import { closeStores } from '../store-places.ts';
import { syntheticParcels } from '../synthetic-parcels.ts';
import { openStoresAt } from './open-stores-at.ts';
import type { Served, ToServe } from './start-server.ts';

const {
  where,
  people,
  lots = { columns: 50, rows: 40 },
  config: given,
  listPauseMs,
}: ToServe = JSON.parse(process.argv[2]!);
const stores = await openStoresAt(where);
const { parcels, accounts } = stores;
const records = [...syntheticParcels(lots)];
if (parcels.current() === undefined) await loadParcels(parcels, records);
const folder = await mkdtemp(join(tmpdir(), 'platbook-serve-'));
const places = await PlaceFileStore.open(folder);
await places.replaceAll(smallGazetteer);

if (listPauseMs) {
  // A slow list of saved parcels, for requests that are surely under way.
  const list = accounts.pageSavedParcels.bind(accounts);
  accounts.pageSavedParcels = async (...query) => {
    process.stderr.write('A list was asked for.\n');
    await pause(listPauseMs);
    return list(...query);
  };
}

const config = { ...testConfig, ...given };
const app = await buildApp({
  ...stores,
  config,
  places,
  maps: new LiveMaps(await openMapParts(config)),
  webFolder: undefined,
  log: process.stderr,
});
const stop = prepareStop(app);
await app.listen({ host: '127.0.0.1', port: 0 });
const healthPort = await freePort();
(await serveHealth({ host: '127.0.0.1', healthPort }))!.startBeating();
stopOnSignal(async () => {
  await stop();
  await places.close();
  await closeStores(stores);
  await rm(folder, { recursive: true, force: true });
});

const tokens: string[] = [];
const nowMs = Date.now();
for (let number = 0; number < people; number++) tokens.push(await signInPerson(accounts, nowMs));
const served: Served = {
  port: (app.server.address() as AddressInfo).port,
  healthPort,
  publicToken: (await app.inject('/config.json')).json().auth.publicToken,
  tokens,
  pins: records.map(({ pin }) => pin),
  owners: records.map(({ name }) => name).slice(0, 200),
  centers: records.map(({ centroid }) => centroid),
};
process.stdout.write(`${JSON.stringify(served)}\n`);
