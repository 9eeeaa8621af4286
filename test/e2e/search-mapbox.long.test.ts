// The search box with Mapbox as provider: a stand-in answers at Mapbox's address.
import { expect } from '@playwright/test';
import { PLACE_ZOOM } from '../../contract/limits.ts';
import { MAPBOX_TOKEN } from '../mapbox-stand-in.ts';
import { test } from './at-mapbox.ts';
import { currentView, mapIsOpen } from './map-page.ts';
import { placeMarker, searchField, suggestions, typeKeys, typeWords } from './search-box.ts';
import { signIn } from './sign-in.ts';

test('[G2] [G5] [G7] searches and telemetry go to Mapbox, its name is shown, and parcels come from this server', async ({
  atMapbox: { browser, url, standIn },
}) => {
  const page = await browser.newPage({ ignoreHTTPSErrors: true, viewport: { width: 640, height: 480 } });
  const asked: URL[] = [];
  page.on('request', (request) => {
    const address = new URL(request.url());
    if (/^\/(geocoding|events)\//.test(address.pathname)) asked.push(address);
  });
  await signIn(page, { url });
  await mapIsOpen(page);

  await typeKeys(page, 'pe');
  await typeWords(page, 'petrov rentals');
  await expect(suggestions(page).first()).toHaveText('Mapbox’s petrov rentalsNorth Carolina, United States');
  await expect(suggestions(page).nth(1)).toContainText(/^Petrov Rentals LLC.*Parcel /);
  await expect(page.getByRole('link', { name: 'Powered by Mapbox' })).toBeVisible();
  await suggestions(page).first().click();
  await expect(searchField(page)).toHaveValue('Mapbox’s petrov rentals, North Carolina, United States');
  await expect(placeMarker(page)).toBeVisible();
  await expect.poll(async () => (await currentView(page)).zoom).toBe(PLACE_ZOOM);
  await expect
    .poll(() => standIn.events.map(({ event }) => event))
    .toEqual(expect.arrayContaining(['search.start', 'search.keystroke', 'search.select']));
  // Privacy: telemetry to Mapbox must not name an owner from this server.
  expect(JSON.stringify(standIn.events)).not.toContain('Petrov Rentals LLC');

  expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set(['https://api.mapbox.com']));
  const search = asked.find(({ pathname }) => pathname.startsWith('/geocoding/'))!.searchParams;
  expect(search.get('access_token')).toBe(MAPBOX_TOKEN);
  expect(search.get('limit')).toBe('5');
  expect(search.get('session_token')).toMatch(/\.\d+$/);
});
