// Every screen and state of the application, looked at by axe: on a desktop and on a phone, in light and in dark colors.
import { type Page, test as signedOutTest } from '@playwright/test';
import { MAP_CENTER } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { SavedParcel } from '../../contract/saved-parcel.ts';
import { expectAccessible, type Scheme } from './accessibility.ts';
import { openDrawTools } from './draw-tools.ts';
import { holdRoute } from './hold-route.ts';
import { closedServerUrl, lookAt, mapIsOpen, openServerUrl } from './map-page.ts';
import { inboxOf } from './running-server.ts';
import { clearButton, suggestions, typeWords } from './search-box.ts';
import { openMenu } from './side-menu.ts';
import { askForLink, newEmail, openMail } from './sign-in.ts';
import { test } from './signed-in.ts';

/** The map draws itself anew when the scheme changes, which takes long here: each size has one. */
const SCREENS: { viewport: { width: number; height: number }; colorScheme: Scheme }[] = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 360, height: 640 }, colorScheme: 'dark' },
];

const SEND = '**/sdk/v1/magic_links/email/login_or_create';
const PARCEL = '**/api/parcels/*';
const SAVED = '**/api/saved-parcels';

const savedParcels: SavedParcel[] = ['Cedar Grove Holdings LLC', 'Ada Lindqvist'].map((owner, index) => ({
  id: `saved-${index}`,
  parcel_pin: `4631-${index}`,
  parcel_owner_name: owner,
  parcel_address: '12 Main St',
  parcel_centroid_lat: MAP_CENTER.lat,
  parcel_centroid_lon: MAP_CENTER.lng,
  notes: index === 0 ? 'Ask about the oak.' : null,
}));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const details = (page: Page) => page.getByRole('region', { name: 'Parcel details' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'My Saved Parcels' });

for (const { viewport, colorScheme } of SCREENS) {
  const size = `at ${viewport.width} x ${viewport.height}`;
  signedOutTest.describe(() => {
    signedOutTest.use({ viewport });

    signedOutTest(`signing in is accessible ${size}`, async ({ page }) => {
      const url = closedServerUrl();
      await page.goto(`${url}/login?reason=link-refused`);
      await page.getByLabel('E-mail address').fill(newEmail());
      await expectAccessible(page, 'login with a hint');

      await page.route(SEND, (route) => route.fulfill({ status: 500, json: {} }));
      const release = await holdRoute(page, SEND);
      await page.getByRole('button', { name: 'Get Magic Link' }).click();
      await page.getByRole('button', { name: 'Sending...' }).waitFor();
      await expectAccessible(page, 'login, sending');
      release();
      await page.getByText(messages.signInFailed).waitFor();
      await expectAccessible(page, 'login, failed');
      await page.unroute(SEND);

      const email = newEmail();
      await askForLink(page, { url, email });
      await expectAccessible(page, 'login, sent');

      // Other tests send mail, too: an empty list is made here.
      await page.route(inboxOf(url), async (route) => {
        const response = await route.fetch();
        const body = (await response.text()).replace(/<ul>.*<\/ul>/s, '<ul></ul>');
        await route.fulfill({ response, body });
      });
      await page.goto(inboxOf(url));
      await page.getByText('No mail yet').waitFor();
      await expectAccessible(page, 'the inbox, empty');
      await page.unroute(inboxOf(url));
      await page.goto(inboxOf(url));
      await expectAccessible(page, 'the inbox');
      await page.goto(`${inboxOf(url)}/gone`);
      await expectAccessible(page, 'a mail that is gone');
      const link = await openMail(page, { url, email });
      // The inbox may still be on its way out.
      await link.waitFor();
      await page.waitForLoadState();
      await expectAccessible(page, 'a mail');

      await page.route('**/sdk/v1/magic_links/authenticate', () => {});
      await link.click();
      await page.getByText('Authenticating...').waitFor();
      await expectAccessible(page, 'authenticate');
    });

    signedOutTest(`a page that cannot be shown is accessible ${size}`, async ({ page }) => {
      await page.route('**/config.json', (route) => route.abort());
      await page.goto(`${closedServerUrl()}/login`);
      await page.getByText(messages.serverUnreachable).waitFor();
      await expectAccessible(page, 'the server does not answer');
    });
  });

  const expectMapAccessible = (page: Page, state: string) => expectAccessible(page, state, [colorScheme]);

  test.describe(() => {
    test.use({ viewport, colorScheme });

    test(`the map and its panels are accessible ${size}, ${colorScheme}`, async ({ page }) => {
      await page.route(SAVED, (route) => route.fulfill({ json: { parcels: [] } }));
      await page.goto(openServerUrl());
      await mapIsOpen(page);
      await expectMapAccessible(page, 'the map at rest');

      await openMenu(page);
      await expectMapAccessible(page, 'the menu');
      await page.keyboard.press('Escape');
      await button(page, 'Overlays').click();
      await page.getByRole('dialog', { name: 'Overlays' }).waitFor();
      await expectMapAccessible(page, 'overlays');
      await page.keyboard.press('Escape');
      await button(page, 'Basemaps').click();
      await page.getByRole('menu').waitFor();
      await expectMapAccessible(page, 'the basemap picker');
      await page.keyboard.press('Escape');

      await typeWords(page, 'Main St');
      await suggestions(page).first().waitFor();
      await expectMapAccessible(page, 'search with suggestions');
      await typeWords(page, 'zzzzqqqq xxxxvvvv');
      await page.getByText('No results found').waitFor();
      await expectMapAccessible(page, 'search without a result');
      await clearButton(page).click();

      await button(page, 'Measure tools').click();
      await page.getByRole('region', { name: 'Measure' }).waitFor();
      await expectMapAccessible(page, 'measuring');
      await button(page, 'Measure tools').click();
      await openDrawTools(page);
      await expectMapAccessible(page, 'drawing');
      await button(page, 'Draw tools').click();
    });

    test(`a parcel and the saved parcels are accessible ${size}, ${colorScheme}`, async ({ page }) => {
      await page.route(SAVED, (route) => route.fulfill({ json: { parcels: [] } }));
      await page.goto(openServerUrl());
      await mapIsOpen(page);
      await lookAt(page, { zoom: 16, center: [MAP_CENTER.lng, MAP_CENTER.lat] });
      const select = () => page.mouse.click(viewport.width / 2, viewport.height / 2);

      await page.route(PARCEL, (route) => route.fulfill({ status: 500, json: { message: 'No such luck.' } }));
      const release = await holdRoute(page, PARCEL);
      await select();
      await details(page).getByText('Loading PIN...').waitFor();
      await expectMapAccessible(page, 'details, loading');
      release();
      await details(page).getByRole('alert').waitFor();
      await expectMapAccessible(page, 'details, failed');
      await page.unroute(PARCEL);
      await details(page).getByRole('button', { name: 'Close' }).click();
      await select();
      await button(page, 'Save parcel').waitFor();
      await expectMapAccessible(page, 'details');

      await button(page, 'Save parcel').click();
      await page.getByRole('dialog', { name: 'Save Parcel Location' }).waitFor();
      await expectMapAccessible(page, 'the save modal');
      await page.route(SAVED, (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status: 409, json: {} }) : route.fallback(),
      );
      await button(page, 'Save').click();
      await page.getByText(messages.alreadySaved).waitFor();
      await expectMapAccessible(page, 'a notice');
      await details(page).getByRole('button', { name: 'Close' }).click();

      await button(page, 'My saved parcels').click();
      await sheet(page).getByText(messages.savedListEmpty).waitFor();
      await expectMapAccessible(page, 'the saved sheet, empty');
      await page.keyboard.press('Escape');
      await page.route(SAVED, (route) => route.fulfill({ json: { parcels: savedParcels } }));
      await button(page, 'My saved parcels').click();
      await button(page, 'Edit notes').first().click();
      await expectMapAccessible(page, 'the saved sheet, editing');
      await button(page, 'Cancel').click();
      await button(page, 'Delete').first().click();
      await expectMapAccessible(page, 'the saved sheet, deleting');
      await button(page, 'Cancel').click();
      await expectMapAccessible(page, 'the saved sheet');
    });

    test(`a map that fails is accessible ${size}, ${colorScheme}`, async ({ page }) => {
      await page.route('**/tiles/**', (route) => route.abort());
      await page.goto(openServerUrl());
      await page.getByText(messages.parcelsUnreachable).waitFor();
      await expectMapAccessible(page, 'no parcel arrives');

      await page.addInitScript(() => {
        HTMLCanvasElement.prototype.getContext = () => null;
      });
      await page.reload();
      await page.getByText('Map Initialization Error').waitFor();
      await expectMapAccessible(page, 'no WebGL');

      await page.route('**/assets/map-screen-*.js', (route) => route.abort());
      await page.reload();
      await page.getByText('Something went wrong').waitFor();
      await expectMapAccessible(page, 'a component that failed');
    });
  });
}
