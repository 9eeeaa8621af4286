// Two servers on one PostgreSQL database: sessions, one-time links and rate limits are shared.
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openMapParts } from '../../cli/open-parts.ts';
import { buildApp } from '../../server/app.ts';
import { MAILS_PER_ADDRESS_AND_CLIENT_MAX } from '../../server/identity/rate-limits.ts';
import { LiveMaps } from '../../server/maps/live-maps.ts';
import { PlaceFileStore } from '../../store/sqlite/place-file-store.ts';
import { testConfig } from '../app-under-test.ts';
import { openSdkClient, type SdkClient } from '../sdk-client.ts';
import { closeStores, postgresPlace, type Stores } from '../store-places.ts';

type Server = { app: FastifyInstance; stores: Stores; sdk: SdkClient };

let servers: [Server, Server];

beforeAll(async () => {
  const place = await postgresPlace();
  async function openServer(): Promise<Server> {
    const stores = await place.open();
    const places = await PlaceFileStore.open(testConfig.dataDir);
    const app = await buildApp({
      ...stores,
      maps: new LiveMaps(await openMapParts(testConfig)),
      places,
      config: testConfig,
      webFolder: undefined,
      log: process.stderr,
    });
    return { app, stores, sdk: await openSdkClient(app) };
  }
  servers = await Promise.all([openServer(), openServer()]);
});
afterAll(async () => {
  for (const { app, stores } of servers) {
    await app.close();
    await closeStores(stores);
  }
});

async function savedParcelsStatus({ app }: Server, headers: Record<string, string>): Promise<number> {
  return (await app.inject({ url: '/api/saved-parcels', headers })).statusCode;
}

test('[A15] both have the same public token', () => {
  expect(servers[0].sdk.publicToken).toBe(servers[1].sdk.publicToken);
});

test('[A14] a session begun at one is valid at the other, and revoked there it ends at the first', async () => {
  const [first, second] = servers;
  const { session_jwt, session_token } = await first.sdk.signIn('ada@example.org');
  const byJwt = { authorization: `Bearer ${session_jwt}` };
  const byToken = { authorization: `Bearer ${session_token}` };
  for (const server of servers) {
    expect(await savedParcelsStatus(server, byJwt)).toBe(200);
    expect(await savedParcelsStatus(server, byToken)).toBe(200);
  }
  await second.sdk.call('/sessions/revoke', { sessionToken: session_token });
  for (const server of servers) {
    expect(await savedParcelsStatus(server, byJwt)).toBe(401);
    expect(await savedParcelsStatus(server, byToken)).toBe(401);
  }
});

test('[A9] race: of two requests with one link at different servers, one signs in', async () => {
  const [first, second] = servers;
  await first.sdk.askForLink('race@example.org');
  const token = (await first.sdk.mailedLink()).searchParams.get('token')!;
  const answers = await Promise.all([first.sdk.authenticate(token), second.sdk.authenticate(token)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
});

test('[A15] rate limits count the mails of both', async () => {
  const asked = Array.from({ length: MAILS_PER_ADDRESS_AND_CLIENT_MAX + 3 }, (_, at) =>
    servers[at % 2]!.sdk.askForLink('often@example.org'),
  );
  const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode);
  expect(statuses.filter((status) => status === 200)).toHaveLength(MAILS_PER_ADDRESS_AND_CLIENT_MAX);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
});
