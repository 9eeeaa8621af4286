// Searching places, owners and PINs, with the maps that this server draws itself.
import { expect, type Page, type Request } from '@playwright/test';
import { PLACE_RESULTS_MAX, PLACE_ZOOM } from '../../contract/limits.ts';
import type { MapElement } from '../../web/map/map-state.ts';
import { drawBox, drawButton, drawMode, openDrawTools } from './draw-tools.ts';
import { holdRoute } from './hold-route.ts';
import { currentView, lookAt, mapIsIdle, openServerUrl } from './map-page.ts';
import { type Spot, withFinger } from './map-pointer.ts';
import {
  clearButton,
  placeMarker,
  putSearchAway,
  reachForSearch,
  searchField,
  suggestions,
  typeKeys,
  typeWords,
} from './search-box.ts';
import { test } from './shared-map.ts';
import { logOut } from './side-menu.ts';
import { signIn } from './sign-in.ts';

/** A house, an owner and a point of the demo county. */
const HOUSE = '123 Sloop School Road';
const OWNER = 'Petrov Rentals LLC';
const PIN = '4625-84-8439';
const POINT = { lng: -80.86, lat: 35.62, house: '124 Saddle Run Drive' };

const GEOCODING = '**/geocoding/v5/**';
const isAbout = (words: string) => (request: Request) =>
  decodeURIComponent(request.url()).includes(`/geocoding/v5/mapbox.places/${words}.json`);
const messageOf = (page: Page) => page.locator('search').getByRole('alert');
const details = (page: Page) => page.getByRole('region', { name: 'Parcel details' });

test('[G1] [G2] two letters are enough, five suggestions at most, and a picked one is flown to and marked', async ({
  map,
}) => {
  const asked: string[] = [];
  map.on('request', (request) => {
    const words = /\/geocoding\/v5\/mapbox\.places\/(.*)\.json/.exec(request.url())?.[1];
    if (words) asked.push(words);
  });
  await typeKeys(map, 's');
  await typeKeys(map, 'sl');
  await expect(suggestions(map)).toHaveCount(PLACE_RESULTS_MAX);
  expect(asked).toEqual(['sl']);

  await typeWords(map, '123 sloop school');
  await suggestions(map).filter({ hasText: HOUSE }).click();
  await expect(suggestions(map)).toHaveCount(0);
  await expect(searchField(map)).toHaveValue(new RegExp(`^${HOUSE}, Tarrow Mills, North Carolina`));
  await expect(placeMarker(map)).toBeVisible();
  await expect.poll(async () => (await currentView(map)).zoom).toBe(PLACE_ZOOM);
  const { lng, lat } = await currentView(map);
  expect([lng.toFixed(3), lat.toFixed(3)]).toEqual(['-80.920', '35.534']);

  await clearButton(map).click();
  await expect(searchField(map)).toHaveValue('');
  await expect(searchField(map)).toBeFocused();
  await expect(placeMarker(map)).toHaveCount(0);
  await expect(clearButton(map)).toBeHidden();
  map.removeAllListeners('request');
});

test('the suggestions can be walked with the arrow keys, in the words of screen readers', async ({ map }) => {
  const field = searchField(map);
  await typeWords(map, 'main st');
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  const isActive = async (index: number) => {
    const active = suggestions(map).nth(index);
    await expect(active).toHaveAttribute('aria-selected', 'true');
    await expect(field).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id'))!);
    await expect(map.getByRole('option', { selected: true })).toHaveCount(1);
  };
  await isActive(0);
  await map.keyboard.press('ArrowDown');
  await isActive(1);
  await map.keyboard.press('ArrowUp');
  await map.keyboard.press('ArrowUp');
  await isActive((await suggestions(map).count()) - 1);

  await map.keyboard.press('Escape');
  await expect(field).toHaveAttribute('aria-expanded', 'false');
  await expect(field).not.toHaveAttribute('aria-activedescendant');
  await map.keyboard.press('Enter');
  await expect(field).toHaveValue('main st');
  await map.keyboard.press('ArrowDown');
  await isActive(0);

  await map.keyboard.press('Tab');
  await expect(suggestions(map)).toHaveCount(0);
  await expect(clearButton(map)).toBeFocused();
  await expect(field).toHaveValue('main st');
  await map.keyboard.press('Enter');
  await expect(field).toHaveValue('');
});

type Press = (page: Page, spot: Spot, meanwhile: () => Promise<void>) => Promise<void>;
const presses: Record<string, Press> = {
  button: async (page, spot, meanwhile) => {
    await page.mouse.move(...spot);
    await page.mouse.down();
    await meanwhile();
    await page.mouse.up();
  },
  finger: (page, spot, meanwhile) => withFinger(page, (finger) => finger.press(spot, spot, meanwhile)),
};
for (const [what, press] of Object.entries(presses)) {
  test(`a row that comes under a ${what} while it is down is not picked`, async ({ map }) => {
    await typeWords(map, 'oak');
    const row = (await suggestions(map).first().boundingBox())!;
    const spot: Spot = [row.x + 20, row.y + row.height / 2];
    await press(map, spot, async () => {
      await map.keyboard.press('End');
      await map.keyboard.insertText(' ridge');
      await expect(suggestions(map).first()).toContainText(/ridge/i);
    });
    await expect(searchField(map)).toHaveValue('oak ridge');
    await expect(placeMarker(map)).toHaveCount(0);
    // What stays under it through the next answer is.
    const asked = map.waitForResponse((response) => isAbout('oak ridge nc')(response.request()));
    await press(map, spot, async () => {
      await map.keyboard.press('Shift');
      await map.keyboard.insertText(' nc');
      await (await asked).finished();
    });
    await expect(placeMarker(map)).toBeVisible();
    await putSearchAway(map);
  });
}

test('typed key by key, however slowly, the list is in the end about all of the words', async ({ map }) => {
  // The beginnings of them have other first answers.
  await typeKeys(map, 'menius janice');
  await expect(suggestions(map).first()).toContainText('4625-84-7688');
  await putSearchAway(map);
});

test('[G3] locating marks and names where the browser is', async ({ map }) => {
  await map.context().grantPermissions(['geolocation']);
  await map.context().setGeolocation({ longitude: POINT.lng, latitude: POINT.lat });
  await reachForSearch(map);
  await map.getByRole('button', { name: 'Locate me' }).click();
  await expect(searchField(map)).toHaveValue('Saddle Run Drive, Alderbrook, United States');
  await expect(placeMarker(map)).toBeVisible();
  await expect.poll(async () => (await currentView(map)).zoom).toBe(PLACE_ZOOM);

  // Its address may be out of reach.
  await clearButton(map).click();
  await map.route(GEOCODING, (route) => route.abort());
  await map.getByRole('button', { name: 'Locate me' }).click();
  await expect(searchField(map)).toHaveValue(`${POINT.lng}, ${POINT.lat}`);
  await expect(placeMarker(map)).toBeVisible();
  await putSearchAway(map);
  await expect(placeMarker(map)).toHaveCount(0);
  await map.context().clearPermissions();
});

test('[G3] a browser that does not say where it is: refused, or unable to', async ({ map }) => {
  const locate = map.getByRole('button', { name: 'Locate me' });
  await reachForSearch(map);
  await map.context().clearPermissions();
  await locate.click();
  await expect(messageOf(map)).toHaveText('Geolocation permission denied');

  await map.context().grantPermissions(['geolocation']);
  await map.context().setGeolocation(null);
  await locate.click();
  await expect(messageOf(map)).toHaveText('A location error has occurred');
  await map.getByRole('button', { name: 'Menu' }).focus();
  await expect(messageOf(map)).toHaveCount(0);
  await map.context().clearPermissions();
});

test('[G4] nothing found and nothing reached are said, and what this server found itself is listed all the same', async ({
  map,
}) => {
  const uncaught: Error[] = [];
  map.on('pageerror', (error) => uncaught.push(error));
  await typeWords(map, 'xqzzvz');
  await expect(messageOf(map)).toHaveText('No results found');

  await map.route(GEOCODING, (route) => route.fulfill({ status: 500, json: {} }));
  await typeWords(map, 'xqzzvzz');
  await expect(messageOf(map)).toHaveText('There was an error reaching the server');

  await typeWords(map, OWNER);
  await expect(suggestions(map).first()).toContainText(OWNER);
  await expect(messageOf(map)).toHaveCount(0);

  await typeWords(map, HOUSE);
  await expect(suggestions(map)).toContainText(['Menius Janice']);
  await typeWords(map, 'nowhere at all');
  await expect(messageOf(map)).toHaveText('There was an error reaching the server');
  await map.unroute(GEOCODING);
  await map.route('**/api/parcels/search*', (route) => route.fulfill({ status: 500, json: {} }));
  await typeWords(map, HOUSE);
  await expect(suggestions(map).first()).toContainText(HOUSE);
  expect(uncaught).toEqual([]);
  map.removeAllListeners('pageerror');
  await putSearchAway(map);
});

test('[G4] after a failure Enter asks again', async ({ map }) => {
  await map.route(GEOCODING, (route) => route.abort());
  await typeWords(map, 'nowhere at all');
  await expect(messageOf(map)).toHaveText('There was an error reaching the server');
  await map.unroute(GEOCODING);
  await map.keyboard.press('Enter');
  await expect(messageOf(map)).toHaveText('No results found');
  await putSearchAway(map);
});

test('an answer that comes late never takes the place of a newer one, nor of none', async ({ map }) => {
  const ask = async (words: string) => {
    const letGo = await holdRoute(map, `**/mapbox.places/${words}.json*`);
    const asked = map.waitForRequest(isAbout(words));
    await typeWords(map, words);
    await asked;
    return async () => {
      const arrived = map.waitForEvent('requestfinished', isAbout(words));
      letGo();
      await arrived;
    };
  };
  const answerOak = await ask('oak');
  await typeWords(map, 'penhallow');
  await expect(suggestions(map).first()).toContainText('Penhallow');
  const shown = await suggestions(map).allTextContents();
  await answerOak();
  expect(await suggestions(map).allTextContents()).toEqual(shown);

  const answerElm = await ask('elm');
  await clearButton(map).click();
  await answerElm();
  await expect(suggestions(map)).toHaveCount(0);
  await expect(messageOf(map)).toHaveCount(0);

  const answerAsh = await ask('ash');
  await typeWords(map, 'a');
  await answerAsh();
  await expect(suggestions(map)).toHaveCount(0);
  await putSearchAway(map);
});

test('names with markup in them are shown as they are written', async ({ map }) => {
  const name = '<img src="/x" onerror="alert(1)"><b>Oak</b> & Elm';
  const at: [number, number] = [POINT.lng, POINT.lat];
  await map.route(GEOCODING, (route) =>
    route.fulfill({
      json: {
        type: 'FeatureCollection',
        features: [
          {
            id: 'place.1',
            type: 'Feature',
            place_type: ['place'],
            place_name: `${name}, <i>Nowhere</i>`,
            center: at,
            geometry: { type: 'Point', coordinates: at },
            properties: {},
          },
        ],
      },
    }),
  );
  await map.route('**/api/parcels/search*', (route) =>
    route.fulfill({
      json: {
        parcels: [
          {
            pin: '<u>1</u>',
            name,
            add1: null,
            city: null,
            site_address: '<s>12</s> Oak',
            taxacres: null,
            centroid: { lng: POINT.lng, lat: POINT.lat },
            match: 'owner',
          },
        ],
      },
    }),
  );
  await typeWords(map, 'oak & elm');
  await expect(suggestions(map)).toHaveText([
    `${name}<i>Nowhere</i>`,
    `${name}Parcel <u>1</u> · <s>12</s> Oak`,
  ]);
  await expect(suggestions(map).locator('img, b, i, u, s')).toHaveCount(0);
  await putSearchAway(map);
});

test('[G6] the map’s center counts only above zoom 9', async ({ map }) => {
  const proximityOf = async (words: string) => {
    const asked = map.waitForRequest(isAbout(words));
    await typeWords(map, words);
    return new URL((await asked).url()).searchParams.get('proximity');
  };
  const [lng, lat] = (await proximityOf('oak'))!.split(',').map(Number);
  expect([lng, lat]).toEqual([expect.closeTo(POINT.lng, 5), expect.closeTo(POINT.lat, 5)]);
  await lookAt(map, { zoom: 9 });
  expect(await proximityOf('elm')).toBeNull();
  await putSearchAway(map);
});

test('[G6] a longitude and a latitude are looked up as a point, and the United States have bounds of their own', async ({
  map,
}) => {
  await typeWords(map, `${POINT.lng},${POINT.lat}`);
  await expect(suggestions(map).first()).toContainText(POINT.house);
  await typeWords(map, 'united states');
  await suggestions(map)
    .filter({ hasText: /^United States$/ })
    .click();
  const middle = (-171.791111 + -66.96466) / 2;
  await expect.poll(async () => (await currentView(map)).lng).toBeCloseTo(middle, 3);
  await putSearchAway(map);
});

type Watched = Window & {
  /** Everything the search has sent, and when. */
  sent: { at: number; path: string; events: number }[];
  /** When the search's timer was set. */
  flushTimers: number[];
};

function watchSearch(): void {
  const watched = window as unknown as Watched;
  watched.sent = [];
  watched.flushTimers = [];
  const { open, send } = XMLHttpRequest.prototype;
  const paths = new WeakMap<XMLHttpRequest, string>();
  XMLHttpRequest.prototype.open = function (method: string, url: string) {
    paths.set(this, decodeURIComponent(new URL(url).pathname));
    open.call(this, method, url, true);
  };
  XMLHttpRequest.prototype.send = function (body) {
    const events = typeof body === 'string' ? JSON.parse(body).length : 0;
    watched.sent.push({ at: Date.now(), path: paths.get(this)!, events });
    send.call(this, body);
  };
  const { setTimeout } = window;
  window.setTimeout = ((run: () => void, ms: number) => {
    if (run.name.endsWith('flush')) watched.flushTimers.push(Date.now());
    return setTimeout(run, ms);
  }) as typeof window.setTimeout;
}

test('[G1] [G7] the search waits 200 ms, its events 1000 ms or until there are 100, and its timer ends with it', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: { width: 400, height: 300 } });
  await page.clock.install();
  await signIn(page, { url: openServerUrl() });
  await mapIsIdle(page);
  await page.getByLabel('Search places').focus();
  await expect(searchField(page)).toBeFocused();
  const now = () => page.evaluate(() => Date.now());
  const sent = () => page.evaluate(() => (window as unknown as Watched).sent.splice(0));
  await page.clock.pauseAt((await now()) + 60_000);
  await page.evaluate(watchSearch);

  const typedAt = await now();
  await page.keyboard.type('oak');
  await page.clock.runFor(2000);
  const searches = (await sent()).filter(({ path }) => path.startsWith('/geocoding/'));
  expect(searches).toEqual([{ at: typedAt + 200, path: '/geocoding/v5/mapbox.places/oak.json', events: 0 }]);
  await expect(suggestions(page).first()).toBeVisible();
  await page.clock.runFor(1000);
  await sent();

  const pressedAt = await now();
  await searchField(page).evaluate((field) => {
    for (let press = 0; press < 101; press++) {
      field.dispatchEvent(new KeyboardEvent('keyup', { key: 'k', keyCode: 75 }));
    }
  });
  await page.clock.runFor(3000);
  expect(await sent()).toEqual([
    { at: pressedAt, path: '/events/v2', events: 100 },
    { at: pressedAt + 1000, path: '/events/v2', events: 1 },
  ]);

  await page.clock.resume();
  await logOut(page);
  await expect(page.getByLabel('E-mail address')).toBeVisible();
  await page.clock.pauseAt((await now()) + 60_000);
  const timers = () => page.evaluate(() => (window as unknown as Watched).flushTimers.splice(0));
  expect((await timers()).length).toBeGreaterThan(3);
  await page.clock.runFor(3000);
  expect(await timers()).toEqual([]);
  await page.close();
});

test('[G7] starting, typing and picking are told to this server, and nothing is said of Mapbox', async ({
  map,
}) => {
  const told: string[] = [];
  map.on('response', async (response) => {
    const { pathname, origin } = new URL(response.url());
    if (pathname !== '/events/v2') return;
    const events: { event: string }[] = response.request().postDataJSON();
    const answer = `${response.status()} ${origin === new URL(map.url()).origin}`;
    told.push(...events.map(({ event }) => `${event} ${answer}`));
  });
  // Words that no other test picks with: the library does not tell of the same pick twice.
  await typeKeys(map, 'pe');
  await expect(suggestions(map).first()).toBeVisible();
  await expect(map.getByText('Powered by Mapbox')).toHaveCount(0);
  await suggestions(map).first().click();
  for (const event of ['search.start', 'search.keystroke', 'search.select']) {
    await expect.poll(() => told).toContain(`${event} 204 true`);
  }
  map.removeAllListeners('response');
  await putSearchAway(map);
});

test('an owner or a PIN leads to the parcel, and opens it', async ({ map }) => {
  await typeWords(map, PIN);
  await expect(suggestions(map).first()).toContainText(`${OWNER}Parcel ${PIN}`);
  await map.keyboard.press('Enter');
  await expect(details(map)).toContainText(PIN);
  await expect(searchField(map)).toHaveValue(OWNER);
  await expect.poll(async () => (await currentView(map)).zoom).toBe(PLACE_ZOOM);

  // Another one takes its place.
  await typeWords(map, 'menius janice');
  await suggestions(map).filter({ hasText: '4625-84-7688' }).click();
  await expect(details(map)).toContainText('4625-84-7688');
  await details(map).getByRole('button', { name: 'Close' }).click();
  await expect(details(map)).toBeHidden();
  await putSearchAway(map);
  await mapIsIdle(map);
});

test('[G2] a town is flown to, however little room a panel has left the map', async ({ map }) => {
  // As after centring on a parcel above a panel, on a low screen.
  await map.locator('[data-map-state]').evaluate((element: MapElement) => {
    element.map!.setPadding({ top: 100, right: 100, bottom: 380, left: 100 });
  });
  await typeWords(map, 'tarrow mills');
  await suggestions(map).first().click();
  await expect.poll(async () => (await currentView(map)).lat).toBeLessThan(35.58);
  await mapIsIdle(map);
  const [at, field] = await Promise.all([placeMarker(map).boundingBox(), map.viewportSize()]);
  expect(at!.x).toBeGreaterThan(0);
  expect(at!.x).toBeLessThan(field!.width);
  expect(at!.y).toBeGreaterThan(0);
  expect(at!.y).toBeLessThan(field!.height);
  await putSearchAway(map);
});

test('words that come without a key are searched for too, all that stand in the field', async ({ map }) => {
  await typeWords(map, 'sad');
  await expect(suggestions(map).first()).toBeVisible();
  await searchField(map).evaluate((field: HTMLInputElement) => {
    field.value = 'saddle run drive';
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertReplacementText' }));
  });
  await expect(suggestions(map)).toContainText(['Saddle Run Drive']);
  await putSearchAway(map);
});

test('[G2] a search that is cleared on the way opens no parcel on arrival', async ({ map }) => {
  await typeWords(map, PIN);
  await expect(suggestions(map).first()).toContainText(PIN);
  // In the first frame of the flight: a hand here might come when it is over.
  await map.locator('[data-map-state]').evaluate((element: MapElement) => {
    element.map!.once('move', () => document.querySelector<HTMLElement>('.place-search-clear')!.click());
  });
  await map.keyboard.press('Enter');
  await expect(searchField(map)).toHaveValue('');
  await mapIsIdle(map);
  await expect(details(map)).toHaveCount(0);
  await map.getByRole('button', { name: 'Menu' }).focus();
});

test('while drawing one can search: digits are words, and a parcel that is found stays closed', async ({
  map,
}) => {
  await openDrawTools(map);
  await typeKeys(map, '123');
  await expect(searchField(map)).toHaveValue('123');
  expect(await drawMode(map)).toBe('simple_select');
  await typeWords(map, PIN);
  await expect(suggestions(map).first()).toContainText(PIN);
  await map.keyboard.press('Enter');
  await expect(placeMarker(map)).toBeVisible();
  await expect.poll(async () => (await currentView(map)).zoom).toBe(PLACE_ZOOM);
  await mapIsIdle(map);
  await expect(details(map)).toBeHidden();
  await putSearchAway(map);
  await drawButton(map, 'Close Draw Tools').click();
  await expect(drawBox(map)).toBeHidden();
});
