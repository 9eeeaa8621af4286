// /api/preferences over HTTP: kept with the account, merged key by key.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AppUnderTest, openAppUnderTest } from '../../test/app-under-test.ts';

let under: AppUnderTest;
let mine: Record<string, string>;
beforeAll(async () => {
  under = await openAppUnderTest();
});
afterAll(() => under.close());
beforeEach(async () => {
  mine = { authorization: `Bearer ${await under.signIn()}` };
});

const read = async (headers = mine) => (await under.app.inject({ url: '/api/preferences', headers })).json();
const choose = async (payload: object) =>
  (await under.app.inject({ method: 'PUT', url: '/api/preferences', headers: mine, payload })).json();

test('[P20] nothing is chosen at first; what is chosen is kept key by key, for this person alone', async () => {
  expect(await read()).toEqual({});
  const first = { theme: 'dark', basemap: 'outdoors-v12', ownerNames: false };
  expect(await choose(first)).toEqual(first);
  const all = {
    ...first,
    theme: 'light',
    units: 'metric',
    coordinates: 'utm',
    savedMarks: true,
    contourFeet: 40,
  };
  const { basemap: _, ownerNames: _names, ...second } = all;
  expect(await choose(second)).toEqual(all);
  expect(await read()).toEqual(all);
  expect(await read({ authorization: `Bearer ${await under.signIn()}` })).toEqual({});
});

test('[P20] what this server does not know is dropped and changes nothing; null takes a choice back', async () => {
  await choose({ units: 'metric', theme: 'dark' });
  const fromNewerPage = {
    units: 'leagues',
    contourFeet: -5,
    ownerNames: 'yes',
    font: 'Papyrus',
    theme: null,
  };
  expect(await choose(fromNewerPage)).toEqual({ units: 'metric' });
  expect(await read()).toEqual({ units: 'metric' });
});

test.each(['GET', 'PUT'] as const)(
  '[P20] %s needs a bearer token; a cookie is not enough',
  async (method) => {
    const cookie = `session_token=${await under.signIn()}`;
    for (const headers of [{}, { cookie }]) {
      const answer = await under.app.inject({
        method,
        url: '/api/preferences',
        headers,
        ...(method === 'PUT' && { payload: {} }),
      });
      expect(answer.statusCode).toBe(401);
    }
  },
);
