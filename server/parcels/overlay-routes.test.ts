// Tests of the call that reads what lies on a parcel.
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPmtilesWriter } from '../../basemap/pmtiles-writer.ts';
import { messages, refusals } from '../../contract/messages.ts';
import { overlaysOnParcel } from '../../contract/overlays.ts';
import { qualifiedPin } from '../../contract/parcel-pin.ts';
import { boundsOf, ringOfBounds } from '../../geo/bounds-of.ts';
import type { AreaGeometry, PolygonGeometry } from '../../geo/geometry.ts';
import { tileAt } from '../../geo/tile-address.ts';
import { layersFolderOf, writeLayers } from '../../store/layer-folder.ts';
import type { OverlayStore } from '../../store/overlay-store.ts';
import { openOverlays } from '../../store/sqlite/overlay-file-store.ts';
import { writeOverlayShapes } from '../../store/sqlite/overlay-writer.ts';
import {
  type AppUnderTest,
  FIRST_LOT,
  LOT_DEGREES,
  lotCenter,
  ODD_PINS,
  openAppUnderTest,
  PLAIN_PIN,
  testParcels,
} from '../../test/app-under-test.ts';
import { eventually } from '../../test/eventually.ts';
import { testFolder } from '../../test/test-folder.ts';
import { testSource } from '../../test/test-source.ts';
import type { LiveGround } from './overlay-routes.ts';

const folder = testFolder();
const flood = { name: 'flood', title: 'Flood zones', path: join(folder, 'flood.db') };
const hydrants = { name: 'hydrants', title: 'Hydrants', path: join(folder, 'hydrants.db') };

/** The western half of the first lot. */
const westernHalf: PolygonGeometry = {
  type: 'Polygon',
  coordinates: [
    ringOfBounds({
      west: FIRST_LOT.lng - 0.01,
      south: FIRST_LOT.lat - 0.01,
      east: FIRST_LOT.lng + LOT_DEGREES / 2,
      north: FIRST_LOT.lat + 0.01,
    }),
  ],
};

const live = {
  overlays: undefined as OverlayStore | undefined,
  groundUnder: undefined as LiveGround['groundUnder'],
  terrain: 0,
};
let under: AppUnderTest;
let headers: Record<string, string>;

beforeAll(async () => {
  const { lng, lat } = lotCenter(1);
  await writeOverlayShapes({ path: flood.path, shapes: [[{ value: 'AE', geometry: westernHalf }]] });
  await writeOverlayShapes({
    path: hydrants.path,
    shapes: [[{ value: null, geometry: { type: 'Point', coordinates: [lng, lat] } }]],
  });
  under = await openAppUnderTest({
    ground: {
      overlays: () => live.overlays,
      terrainVersion: () => `${live.terrain}`,
      groundUnder: async (geometry) => live.groundUnder?.(geometry),
    },
  });
  headers = { authorization: `Bearer ${await under.signIn()}` };
});
afterAll(() => under.close());
afterEach(async () => {
  await live.overlays?.close();
  live.overlays = undefined;
  live.groundUnder = undefined;
  live.terrain++;
});

const ask = (pin: string) =>
  under.app.inject({ url: `/api/parcels/${encodeURIComponent(pin)}/overlays`, headers });

test('[LAY-5] answers an empty list where there are no overlays', async () => {
  const answer = await ask(PLAIN_PIN);
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toEqual({ overlays: [] });
});

test('[LAY-5] answers what lies on the parcel and what is nearest, in the order of the overlays', async () => {
  live.overlays = openOverlays([flood, hydrants]);
  const first = await ask(PLAIN_PIN);
  expect(overlaysOnParcel.parse(first.json())).toEqual({
    overlays: [
      {
        name: 'flood',
        title: 'Flood zones',
        parts: [{ value: 'AE', acres: expect.closeTo(1.24, 2), share: expect.closeTo(0.5, 4) }],
      },
      {
        name: 'hydrants',
        title: 'Hydrants',
        parts: [],
        nearest: { value: '', feet: expect.closeTo(445.6, 0) },
      },
    ],
  });
  expect((await ask(ODD_PINS[0]!)).json().overlays[1]).toEqual({
    name: 'hydrants',
    title: 'Hydrants',
    parts: [{ value: '', count: 1 }],
  });
  expect((await ask(qualifiedPin({ pin: PLAIN_PIN, source: testSource.name }))).json()).toEqual(first.json());
});

test('[LAY-5] overlays that come and go while the server runs are followed', async () => {
  live.overlays = openOverlays([flood]);
  expect((await ask(PLAIN_PIN)).json().overlays).toHaveLength(1);
  await live.overlays.close();
  live.overlays = openOverlays([hydrants, flood]);
  expect((await ask(PLAIN_PIN)).json().overlays).toHaveLength(2);
});

test('[LAY-5] answers the ground under the parcel, and none where it is not known or fails', async () => {
  live.groundUnder = async () => ({ lowestFeet: 801.5, highestFeet: 812, meanFeet: 806, slopePercent: 3.5 });
  expect(overlaysOnParcel.parse((await ask(PLAIN_PIN)).json())).toEqual({
    overlays: [],
    ground: { lowest_feet: 801.5, highest_feet: 812, mean_feet: 806, slope_percent: 3.5 },
  });
  live.terrain++;
  live.groundUnder = async () => undefined;
  expect((await ask(PLAIN_PIN)).json()).toEqual({ overlays: [] });
  live.terrain++;
  live.groundUnder = async () => {
    throw new Error('The tiles are gone.');
  };
  expect((await ask(PLAIN_PIN)).json()).toEqual({ overlays: [] });
  expect(under.logged()).toMatch(/"event":"warning".*"reason":"The ground under a parcel is left out\."/);
});

test('the ground is measured for one request at a time, and once for each parcel and terrain', async () => {
  const measured = { now: 0, most: 0, times: 0 };
  const flat = { lowestFeet: 1, highestFeet: 1, meanFeet: 1, slopePercent: 0 };
  live.groundUnder = async () => {
    measured.times++;
    measured.most = Math.max(measured.most, ++measured.now);
    await new Promise((resolve) => setTimeout(resolve, 5));
    measured.now--;
    return flat;
  };
  const pins = [PLAIN_PIN, ODD_PINS[0]!, ODD_PINS[1]!];
  const answers = await Promise.all([...pins, ...pins].map(ask));
  for (const answer of answers) expect(answer.json().ground).toMatchObject({ mean_feet: 1 });
  expect(measured).toMatchObject({ most: 1, times: 3 });
  live.terrain++;
  await ask(PLAIN_PIN);
  expect(measured.times).toBe(4);
});

test('[LAY-5] answers 404 for a parcel that is not there', async () => {
  for (const [pin, message] of [
    ['0000', messages.parcelNotFound],
    [`0000~${testSource.name}`, refusals.parcelGone],
  ] as const) {
    const answer = await ask(pin);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ message });
  }
});

test('[LAY-bad] a damaged file is left out with one sentence in the log, and the others answer', async () => {
  const soils = { name: 'soils', title: 'Soils', path: join(folder, 'soils.db') };
  await writeFile(soils.path, 'no overlay');
  live.overlays = openOverlays([soils, flood]);
  for (let i = 0; i < 3; i++) {
    const { overlays } = (await ask(PLAIN_PIN)).json();
    expect(overlays).toMatchObject([{ name: 'flood' }]);
  }
  const lines = under.logged().match(/The overlay soils is left out: [^"]*/g);
  expect(lines).toEqual([`The overlay soils is left out: ${soils.path} is damaged (it is not a database).`]);
});

/** Answers once it is released, and counts how often it was asked. */
function slowOverlays() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const asked: AreaGeometry[] = [];
  live.overlays = {
    async on(geometry) {
      asked.push(geometry);
      await released;
      return [];
    },
    close: async () => {},
  };
  return { asked, release };
}

test('[LAY-5] an answer is kept until the overlays or the parcels are others', async () => {
  const { asked, release } = slowOverlays();
  release();
  for (let i = 0; i < 3; i++) expect((await ask(PLAIN_PIN)).json()).toEqual({ overlays: [] });
  expect(asked).toHaveLength(1);
  await ask(ODD_PINS[0]!);
  expect(asked).toHaveLength(2);
  live.overlays = { ...live.overlays! };
  await ask(PLAIN_PIN);
  expect(asked).toHaveLength(3);
});

test('[LAY-5] readers take turns, and of one with more than 32 waiting the oldest are refused with Retry-After', async () => {
  const other = { authorization: `Bearer ${await under.signIn()}` };
  const { asked, release } = slowOverlays();
  const askAs = (by: Record<string, string>, pin: string) =>
    under.app.inject({ url: `/api/parcels/${encodeURIComponent(pin)}/overlays`, headers: by });
  const first = ask(PLAIN_PIN);
  await eventually(() => expect(asked).toHaveLength(1));
  const many = Array.from({ length: 40 }, () => askAs(headers, ODD_PINS[1]!));
  const refused = await Promise.all(many.slice(0, 8));
  const others = askAs(other, ODD_PINS[2]!);
  for (const { statusCode, headers: sent, body } of refused) {
    expect([statusCode, sent['retry-after'], body]).toEqual([503, '2', expect.stringContaining('busy')]);
  }
  release();
  for (const answer of await Promise.all([first, others, ...many.slice(8)]))
    expect(answer.statusCode).toBe(200);
  // The 32 want the same parcel, which is asked for once.
  expect(asked).toEqual([testParcels[0]!.geometry, testParcels[2]!.geometry, testParcels[3]!.geometry]);
});

test('[LAY-5] a client that hangs up leaves the queue, and nothing is logged', async () => {
  const { asked, release } = slowOverlays();
  await under.app.listen({ host: '127.0.0.1', port: 0 });
  const first = ask(PLAIN_PIN);
  await eventually(() => expect(asked).toHaveLength(1));
  const before = under.logged();
  const { port } = under.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  const hasAsked = once(under.app.server, 'request');
  socket.write(
    `GET /api/parcels/${encodeURIComponent(ODD_PINS[3]!)}/overlays HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
  );
  await hasAsked;
  socket.destroy();
  const connections = () =>
    new Promise((resolve) => under.app.server.getConnections((_error, count) => resolve(count)));
  await eventually(async () => expect(await connections()).toBe(0));
  release();
  await first;
  await ask(PLAIN_PIN);
  expect(asked).toHaveLength(1);
  expect(under.logged()).toBe(before);
});

test('[LAY-5] only readers are told of overlays and get their tiles', async () => {
  const dataDir = join(folder, 'data');
  const layersFolder = layersFolderOf({ dataDir });
  await mkdir(layersFolder, { recursive: true });
  const tiles = 'secret-00000001.pmtiles';
  const writer = await openPmtilesWriter({ path: join(layersFolder, tiles), type: 'mvt' });
  const address = tileAt(FIRST_LOT, 12);
  await writer.add({ address, bytes: new Uint8Array([26, 0]) });
  const bounds = boundsOf(westernHalf);
  await writer.finish({ bounds, metadata: {} });
  const layer = { name: 'secret', kind: 'overlay' as const, title: 'Secret plans', source: '', recipe: '{}' };
  const facts = { addedAt: '2026-01-01T00:00:00Z', dataDate: null, count: 1, bytes: 1, bounds, credit: null };
  await writeLayers(layersFolder, [{ ...layer, ...facts, files: { tiles } }]);
  for (const parcelAccess of ['signed-in', 'public'] as const) {
    const site = await openAppUnderTest({ dataDir, parcelAccess });
    const signedIn = { cookie: `session_token=${await site.signIn()}` };
    for (const [headers, isReader] of [
      [{}, parcelAccess === 'public'],
      [{ cookie: 'session_token=made-up' }, parcelAccess === 'public'],
      [signedIn, true],
    ] as const) {
      const config = await site.app.inject({ url: '/config.json', headers });
      expect(config.body.includes('Secret plans')).toBe(isReader);
      expect(config.headers['cache-control']).toBe('private, no-cache');
      // With the version that the page names, too.
      const version = /\/maps\/secret\/[^"]*(\?v=[\w-]+)/.exec(config.body)?.[1] ?? '?v=secret';
      const url = `/maps/secret/${address.z}/${address.x}/${address.y}.mvt${version}`;
      const tile = await site.app.inject({ url, headers });
      expect([tile.statusCode, tile.headers['cache-control']]).toEqual(
        isReader ? [200, 'private, no-cache'] : [401, 'no-store'],
      );
    }
    await site.close();
  }
});
