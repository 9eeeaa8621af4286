// Tests of the call that reads what lies on a parcel.
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { messages } from '../../contract/messages.ts';
import { overlaysOnParcel } from '../../contract/overlays.ts';
import { qualifiedPin } from '../../contract/parcel-pin.ts';
import { ringOfBounds } from '../../geo/bounds-of.ts';
import type { PolygonGeometry } from '../../geo/geometry.ts';
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

const live: { overlays: OverlayStore | undefined; groundUnder: LiveGround['groundUnder'] } = {
  overlays: undefined,
  groundUnder: undefined,
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
    ground: { overlays: () => live.overlays, groundUnder: async (geometry) => live.groundUnder?.(geometry) },
  });
  headers = { authorization: `Bearer ${await under.signIn()}` };
});
afterAll(() => under.close());
afterEach(async () => {
  await live.overlays?.close();
  live.overlays = undefined;
  live.groundUnder = undefined;
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
  live.groundUnder = async () => undefined;
  expect((await ask(PLAIN_PIN)).json()).toEqual({ overlays: [] });
  live.groundUnder = async () => {
    throw new Error('The tiles are gone.');
  };
  expect((await ask(PLAIN_PIN)).json()).toEqual({ overlays: [] });
  expect(under.logged()).toMatch(/"event":"warning".*"reason":"The ground under a parcel is left out\."/);
});

test('[LAY-5] answers 404 for a parcel that is not there', async () => {
  for (const [pin, message] of [
    ['0000', messages.parcelNotFound],
    [`0000~${testSource.name}`, messages.parcelGone],
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

test('[LAY-5] a client that hangs up aborts its question, and nothing is logged', async () => {
  const signals: AbortSignal[] = [];
  live.overlays = {
    on: (_geometry, { signal } = {}) =>
      new Promise((_resolve, reject) => {
        signals.push(signal!);
        signal!.addEventListener('abort', () => reject(signal!.reason));
      }),
    close: async () => {},
  };
  await under.app.listen({ host: '127.0.0.1', port: 0 });
  const before = under.logged();
  const { port } = under.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    `GET /api/parcels/${PLAIN_PIN}/overlays HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${headers.authorization}\r\n\r\n`,
  );
  await eventually(() => expect(signals).toHaveLength(1));
  socket.destroy();
  await eventually(() => expect(signals[0]!.aborted).toBe(true));
  await vi.waitFor(async () => expect((await under.app.inject('/healthz')).statusCode).toBe(200));
  expect(under.logged()).toBe(before);
});
