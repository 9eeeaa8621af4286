// The real server in this process, on either database, listening on a loopback port, with the test parcels and places.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMapParts } from '../../cli/open-parts.ts';
import { prepareStop } from '../../cli/stop-server.ts';
import { type AppParts, buildApp } from '../../server/app.ts';
import { LiveMaps } from '../../server/maps/live-maps.ts';
import { PlaceFileStore } from '../../store/sqlite/place-file-store.ts';
import { loadParcels, testConfig, testParcels } from '../app-under-test.ts';
import { printedRoutes } from '../printed-routes.ts';
import { rsaPrivateJwk } from '../rsa-keys.ts';
import { signInPerson } from '../sign-in-person.ts';
import { smallGazetteer } from '../small-gazetteer.ts';
import { closeStores, type StorePlace, type Stores } from '../store-places.ts';
import { type Answer, ask, type Question } from './ask.ts';
import { Watched } from './watched-stores.ts';

export type OpenServer = Stores & {
  port: number;
  publicToken: string;
  ask(question: Question): Promise<Answer>;
  /** Signs in without mail; the session token of a new person. */
  signIn(): Promise<string>;
  /** `GET /api/parcels`, as Fastify prints them. */
  routes: string[];
  /** With `isWatched`. */
  watched: Watched;
  /** The lines of faults in the log so far: errors, no refusals. */
  faults(): string[];
  close(): Promise<void>;
};

type Options = {
  place: StorePlace;
  now?: () => number;
  config?: Partial<AppParts['config']>;
  /** Whether calls of the stores are counted. */
  isWatched?: boolean;
};

export async function openServer({
  place,
  now = Date.now,
  config: given,
  isWatched = false,
}: Options): Promise<OpenServer> {
  const opened = await place.open();
  const watched = new Watched();
  const stores = isWatched ? watched.storesOf(opened) : opened;
  const { parcels, accounts } = stores;
  if (parcels.current() === undefined) await loadParcels(parcels, testParcels);
  const folder = await mkdtemp(join(tmpdir(), 'platbook-faults-'));
  const opensPlaces = await PlaceFileStore.open(folder);
  const places = isWatched ? watched.follow('places', opensPlaces) : opensPlaces;
  await places.replaceAll(smallGazetteer);
  await accounts.addSigningKey({
    keyId: `jwk-test-${randomUUID()}`,
    privateJwk: JSON.stringify(await rsaPrivateJwk('ours')),
    createdAtMs: now(),
  });
  const config = { ...testConfig, ...given };
  let log = '';
  const app = await buildApp({
    ...stores,
    config,
    places,
    maps: new LiveMaps(await openMapParts(config)),
    webFolder: undefined,
    now,
    log: {
      write: (line) => {
        log += line;
      },
    },
  });
  const stop = prepareStop(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });

  return {
    ...stores,
    port,
    publicToken: (await app.inject('/config.json')).json().auth.publicToken,
    routes: printedRoutes(app.printRoutes({ commonPrefix: false })),
    watched,
    ask: (question) => ask({ port, agent, ...question }),
    signIn: () => signInPerson(accounts, now()),
    // Level 50 is an error in the log's format.
    faults: () => log.split('\n').filter((line) => /"level":(50|60|"error"|"fatal")/.test(line)),
    close: async () => {
      agent.destroy();
      await stop();
      await places.close();
      await closeStores(stores);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
