// The preferences in their dialog, and what the account is told of them.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { storedJwt } from '../../test/stored-jwt.ts';
import { useMapStore } from '../map-store.ts';
import { choose, openPreferences, usePreferences } from '../preferences.ts';
import { createRepairs, type Repairs } from '../repairs.ts';
import { syncPreferences } from '../sync-preferences.ts';
import { SettingsDialog } from './settings-dialog.tsx';

const dialog = page.getByRole('dialog', { name: 'Settings' });
const radio = (name: string) => dialog.getByRole('radio', { name });
const BASEMAPS = [
  { id: 'streets-v12', name: 'Streets' },
  { id: 'outdoors-v12', name: 'Outdoors' },
] as const;

/** What the account has. Undefined: the server is away. */
let account: Record<string, unknown> | undefined;
const told = vi.fn<(changes: unknown) => void>();
let repairs: Repairs;
let stop = () => {};

beforeEach(() => {
  localStorage.setItem('session_jwt', storedJwt('ada'));
  openPreferences();
  account = {};
  repairs = createRepairs();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    if (!account) throw new TypeError('Failed to fetch');
    const changes = typeof body === 'string' ? JSON.parse(body) : undefined;
    if (changes) told(changes);
    account = { ...account, ...changes };
    return Response.json(account);
  });
  return () => {
    stop();
    repairs.clear();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    told.mockReset();
    localStorage.clear();
    openPreferences();
  };
});
afterEach(() => useMapStore.setState(useMapStore.getInitialState()));

async function open({
  hasContours = true,
  basemaps = BASEMAPS,
}: Partial<Parameters<typeof SettingsDialog>[0]> = {}) {
  stop = syncPreferences(repairs);
  await render(
    <>
      <button type="button" onClick={() => useMapStore.setState({ panel: 'preferences' })}>
        Open
      </button>
      <SettingsDialog basemaps={basemaps} hasContours={hasContours} />
    </>,
  );
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(dialog).toBeVisible();
}

test('names the version of the server, for whoever reports a mistake', async () => {
  await open();
  expect(dialog.getByText('Platbook 0.2.0').query()).toBeNull();
  useMapStore.setState({ version: '0.2.0' });
  await expect.element(dialog.getByText('Platbook 0.2.0')).toBeVisible();
});

test('[N2] each choice counts at once, and is kept on the account', async () => {
  await open();
  await radio('Meters and hectares').click();
  expect(usePreferences.getState().units).toBe('metric');
  await dialog.getByLabelText('Contour lines').selectOptions('every 100 ft (30 m)');
  await dialog.getByLabelText('Basemap').selectOptions('Outdoors');
  await dialog.getByRole('checkbox', { name: 'Show Saved Parcels' }).click();
  await expect
    .poll(() => account)
    .toEqual({ units: 'metric', contourFeet: 100, basemap: 'outdoors-v12', savedMarks: true });
  await expect.element(dialog).toHaveTextContent('Kept with your account');
});

test('[N2] by keyboard: arrows choose, Escape closes, and the focus returns', async () => {
  await open();
  await expect.element(radio('As the device')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(radio('Light')).toBeChecked();
  expect(usePreferences.getState().theme).toBe('light');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Open' })).toHaveFocus();
});

test('[N2] what is not there for this land is not offered', async () => {
  await open({ basemaps: BASEMAPS.slice(0, 1), hasContours: false });
  await expect.element(dialog.getByRole('combobox')).not.toBeInTheDocument();
});

test('[N2] while the server is away choices stay in the browser, and are sent when it is back', async () => {
  account = undefined;
  await open();
  await radio('Meters and hectares').click();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('sent when it is back');
  expect(usePreferences.getState().units).toBe('metric');
  // Another visit, still without the server.
  openPreferences();
  expect(usePreferences.getState()).toMatchObject({ units: 'metric', unsent: { units: 'metric' } });
  account = { theme: 'dark', units: 'us' };
  repairs.runNow();
  await expect.poll(() => account).toEqual({ theme: 'dark', units: 'metric' });
  await expect.element(radio('Dark')).toBeChecked();
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Kept with your account');
});

test('[N2] a visit begins with what another device has chosen; the next person has their own', async () => {
  account = { units: 'metric', theme: 'purple', contourFeet: 40 };
  stop = syncPreferences(repairs);
  await expect.poll(() => usePreferences.getState()).toMatchObject({ units: 'metric', theme: 'system' });
  expect(told).not.toHaveBeenCalled();
  // At once, from the copy in the browser.
  openPreferences();
  expect(usePreferences.getState()).toMatchObject({ units: 'metric', contourFeet: 40 });
  stop();
  localStorage.setItem('session_jwt', storedJwt('bob'));
  openPreferences();
  expect(usePreferences.getState()).toMatchObject({ units: 'us', contourFeet: 20 });
  localStorage.removeItem('session_jwt');
  choose({ units: 'metric' });
  openPreferences();
  expect(usePreferences.getState().units).toBe('us');
});
