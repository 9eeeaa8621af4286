// Every screen and state of the application, checked by axe: on a desktop in light and on a phone in dark colors.
import type { Page } from '@playwright/test';
import { MAP_CENTER } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import type { SavedParcel } from '../../contract/saved-parcel.ts';
import { expectAccessible, holdMapScheme } from './accessibility.ts';
import { openDrawTools } from './draw-tools.ts';
import { holdRoute } from './hold-route.ts';
import { closedServerUrl, isBackFromSteps, openMap, openServerUrl } from './map-page.ts';
import { test } from './map-test.ts';
import { failedRequest, MAP_REPORT } from './quiet-test.ts';
import { inboxOf } from './running-server.ts';
import { clearButton, suggestions, typeWords } from './search-box.ts';
import { openMenu } from './side-menu.ts';
import { askForLink, newEmail, openMail, SIGNED_OUT } from './sign-in.ts';

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
  folder: index === 0 ? 'Farms' : null,
  color: index === 0 ? '#2563b0' : null,
}));

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const details = (page: Page) => page.getByRole('region', { name: 'Parcel details' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'My Saved Parcels' });

test.describe('signed out', () => {
  test.use({ storageState: SIGNED_OUT });

  test('signing in is accessible, and a page that cannot be shown', async ({ page, allowMessages }) => {
    allowMessages(
      failedRequest('/sdk/v1/'),
      failedRequest('/inbox/'),
      failedRequest('/config.json'),
      /^warning: The (sign-in could not begin|settings could not be read|code was refused)\./,
    );
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
    await page.getByLabel('six-digit code').fill('000000');
    await page.getByRole('alert').filter({ hasText: 'That code did not work.' }).waitFor();
    await expectAccessible(page, 'login, a wrong code');

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

    await page.route('**/config.json', (route) => route.abort());
    await page.goto(`${closedServerUrl()}/login`);
    await page.getByText(messages.serverUnreachable).waitFor();
    await expectAccessible(page, 'the server does not answer');
  });
});

test('the map and its panels are accessible, and a map that fails', async ({ page, allowMessages }) => {
  allowMessages(
    MAP_REPORT,
    failedRequest('/(tiles|assets/map-screen|config.json|api/parcels/at)'),
    /^error: TypeError: Failed to fetch dynamically imported module/,
  );
  await holdMapScheme(page);
  await page.route(SAVED, (route) => route.fulfill({ json: { parcels: [] } }));
  await openMap(page);
  await expectAccessible(page, 'the map at rest');

  await openMenu(page);
  await expectAccessible(page, 'the menu');
  await page.keyboard.press('Escape');
  await button(page, 'Overlays').click();
  await page.getByRole('dialog', { name: 'Overlays' }).waitFor();
  await expectAccessible(page, 'overlays');
  await page.keyboard.press('Escape');
  await openMenu(page);
  await button(page, 'Settings').click();
  await page.getByRole('dialog', { name: 'Settings' }).waitFor();
  await expectAccessible(page, 'settings');
  await page.keyboard.press('Escape');
  await openMenu(page);
  await button(page, 'Find parcels').click();
  const find = page.getByRole('dialog', { name: 'Find parcels' });
  await find.getByText('Kept filters').click();
  await find.getByLabel('from').first().fill('many');
  await find.getByText('is not a number').waitFor();
  await find.getByRole('checkbox').first().waitFor();
  await expectAccessible(page, 'finding parcels, with a mistake');
  await find.getByRole('button', { name: 'Clear' }).click();
  await page.keyboard.press('Escape');
  await button(page, 'Basemaps').click();
  await page.getByRole('menu').waitFor();
  await expectAccessible(page, 'the basemap picker');
  await page.keyboard.press('Escape');

  await typeWords(page, 'Main St');
  await suggestions(page).first().waitFor();
  await expectAccessible(page, 'search with suggestions');
  await typeWords(page, 'zzzzqqqq xxxxvvvv');
  await page.getByText('No results found').waitFor();
  await expectAccessible(page, 'search without a result');
  await clearButton(page).click();

  await button(page, 'Measure tools').click();
  await page.getByRole('region', { name: 'Measure' }).waitFor();
  await expectAccessible(page, 'measuring');
  await button(page, 'Measure tools').click();
  await openDrawTools(page);
  await expectAccessible(page, 'drawing');
  await button(page, 'Draw tools').click();
  await isBackFromSteps(page);

  const { lng: longitude, lat: latitude } = MAP_CENTER;
  await page.context().grantPermissions(['geolocation', 'accelerometer', 'gyroscope', 'magnetometer']);
  await page.context().setGeolocation({ longitude, latitude, accuracy: 5 });
  await button(page, 'Whose land am I on?').click();
  await page.getByRole('region', { name: 'Whose land' }).getByText('Your location is').waitFor();
  await expectAccessible(page, 'whose land');
  await button(page, 'Whose land am I on?').click();

  await page.route('**/config.json', (route) => route.abort());
  await page.getByText(messages.serverAway).waitFor();
  await expectAccessible(page, 'the server is away');
  await page.unroute('**/config.json');

  await page.route('**/tiles/**', (route) => route.abort());
  await page.goto(openServerUrl());
  await page.getByText(messages.parcelsUnreachable).waitFor();
  await expectAccessible(page, 'no parcel arrives');

  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.reload();
  await page.getByText('Map Initialization Error').waitFor();
  await expectAccessible(page, 'no WebGL');

  await page.route('**/assets/map-screen-*.js', (route) => route.abort());
  await page.reload();
  await page.getByText('Something went wrong').waitFor();
  await expectAccessible(page, 'a component that failed');
});

test('a parcel and the saved parcels are accessible', async ({ page, allowMessages }) => {
  allowMessages(failedRequest('/api/(parcels|saved-parcels)'));
  await holdMapScheme(page);
  await page.route(SAVED, (route) => route.fulfill({ json: { parcels: [] } }));
  await openMap(page);
  const select = () => {
    const { width, height } = page.viewportSize()!;
    return page.mouse.click(width / 2, height / 2);
  };

  await page.route(PARCEL, (route) => route.fulfill({ status: 500, json: { message: 'No such luck.' } }));
  const release = await holdRoute(page, PARCEL);
  await select();
  await details(page).getByText('Loading PIN...').waitFor();
  await expectAccessible(page, 'details, loading');
  release();
  await details(page).getByRole('alert').waitFor();
  await expectAccessible(page, 'details, failed');
  await page.unroute(PARCEL);
  await details(page).getByRole('button', { name: 'Close' }).click();
  await select();
  await button(page, 'Save parcel').waitFor();
  await expectAccessible(page, 'details, folded on a small screen');
  await button(page, 'All details').click();
  await expectAccessible(page, 'details');

  await button(page, 'Map sheet').click();
  await page.getByRole('dialog', { name: 'Map sheet' }).waitFor();
  await expectAccessible(page, 'the map sheet');
  await page.goBack();

  const results = page.getByRole('region', { name: 'Results' });
  await button(page, 'Neighbors').click();
  await button(page, 'Show neighbors').click();
  await results.getByRole('row').nth(1).waitFor();
  await expectAccessible(page, 'neighbors in the results panel');
  await results.getByRole('button', { name: 'Labels' }).click();
  await page
    .getByRole('dialog')
    .getByText(/^[\d,]+ letters? for/)
    .waitFor();
  await expectAccessible(page, 'labels');
  await page.goBack();
  await page.goBack();
  await button(page, 'Comparable sales').click();
  await results.getByRole('slider', { name: 'Sales: price over acres' }).waitFor();
  await expectAccessible(page, 'comparable sales');
  await page.goBack();
  await button(page, 'Pick several').click();
  await page.getByRole('region', { name: 'Pick parcels' }).waitFor();
  await expectAccessible(page, 'picking parcels');
  await page.goBack();

  await button(page, 'Save parcel').click();
  await page.getByRole('dialog', { name: 'Save Parcel Location' }).waitFor();
  await expectAccessible(page, 'the save modal');
  await page.route(SAVED, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 409, json: {} }) : route.fallback(),
  );
  await button(page, 'Save').click();
  await page.getByText(messages.alreadySaved).waitFor();
  await expectAccessible(page, 'a notice');
  await details(page).getByRole('button', { name: 'Close' }).click();

  await button(page, 'My saved parcels').click();
  await sheet(page).getByText(messages.savedListEmpty).waitFor();
  await expectAccessible(page, 'the saved sheet, empty');
  await page.keyboard.press('Escape');
  await page.route(SAVED, (route) => route.fulfill({ json: { parcels: savedParcels } }));
  await button(page, 'My saved parcels').click();
  await button(page, 'Edit notes').first().click();
  await expectAccessible(page, 'the saved sheet, editing');
  await button(page, 'Cancel').click();
  await button(page, 'Delete').first().click();
  await expectAccessible(page, 'the saved sheet, deleting');
  await button(page, 'Cancel').click();
  await expectAccessible(page, 'the saved sheet');
  await button(page, 'Rename folder Farms').click();
  await expectAccessible(page, 'the saved sheet, renaming a folder');
  await button(page, 'Cancel').click();
  await page.route(`${SAVED}/*`, (route) => route.fulfill({ status: 204 }));
  await button(page, 'Delete').first().click();
  await button(page, 'Yes, Delete').click();
  await button(page, 'Undo').waitFor();
  await expectAccessible(page, 'the saved sheet, with a deletion to be taken back');
});
