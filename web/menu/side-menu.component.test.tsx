// The side menu, opened by its button. The map is a stub with a center, a zoom and move events.
import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useMapStore } from '../map-store.ts';
import { MenuButton } from './menu-button.tsx';
import { SideMenu } from './side-menu.tsx';

const menuButton = page.getByRole('button', { name: 'Menu', exact: true });
const menu = page.getByRole('dialog', { name: 'Menu' });
const item = (name: string | RegExp) => menu.getByRole('button', { name });
const info = menu.getByRole('region', { name: 'Map Info' });

const signedIn = { label: 'ada@example.org', isSignedIn: true, logOut: async () => {} };

type Props = Partial<Parameters<typeof SideMenu>[0]>;

async function openMenu(props: Props = {}) {
  const screen = await render(
    <>
      <MenuButton />
      <SideMenu
        map={undefined}
        account={signedIn}
        productName="Platbook"
        parcelSource={undefined}
        showCounty={() => {}}
        {...props}
      />
    </>,
  );
  await menuButton.click();
  await expect.element(menu).toBeVisible();
  return screen;
}

function stubMap() {
  let view = { lng: -80.86, lat: 35.62, zoom: 13 };
  let onMove = () => {};
  const map = {
    getCenter: () => view,
    getZoom: () => view.zoom,
    on: (_: 'move', listener: () => void) => {
      onMove = listener;
      return { unsubscribe: () => {} };
    },
  };
  const moveTo = (to: typeof view) => {
    view = to;
    onMove();
  };
  return { map: map as unknown as MapLibreMap, moveTo };
}

afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('[N1] the menu is at the left, 224 px wide, and labels logout with the account', async () => {
  await openMenu();
  await expect.poll(() => menu.element().getBoundingClientRect()).toMatchObject({ x: 0, y: 0, width: 224 });
  await expect.element(item(/Log out/)).toHaveTextContent('Log outada@example.org');
  await expect.element(item(/Log out/)).toBeEnabled();
  await expect.element(item('My Saved Parcels')).toBeEnabled();
});

test('[IMP-7] where several counties are loaded the menu lists them, and each leads to its land', async () => {
  const showCounty = vi.fn();
  const county = (name: string, lng: number) => ({
    name,
    title: `${name} County`,
    hasBarePins: false,
    center: { lng, lat: 35 },
    bounds: { west: lng - 1, south: 34, east: lng + 1, north: 36 },
  });
  useMapStore.setState({ counties: [county('Alpha', -80)] });
  await openMenu({ showCounty });
  const list = menu.getByRole('region', { name: 'Counties' });
  await expect.element(list).not.toBeInTheDocument();
  useMapStore.setState({ counties: [county('Alpha', -80), county('Beta', -90)] });
  await expect.element(list.getByRole('button', { name: 'Alpha County' })).toBeVisible();
  await list.getByRole('button', { name: 'Beta County' }).click();
  expect(showCounty.mock.calls).toEqual([[county('Beta', -90)]]);
  await expect.element(menu).not.toBeInTheDocument();
});

test('[N1] while the client is unavailable logout reads Loading...', async () => {
  await openMenu({ account: { ...signedIn, label: 'Loading...' } });
  await expect.element(item(/Log out/)).toHaveTextContent('Log outLoading...');
});

test('[N1] [N2] signed out, logout and My Saved Parcels are disabled', async () => {
  await openMenu({ account: { ...signedIn, label: 'User', isSignedIn: false } });
  await expect.element(item(/Log out/)).toHaveTextContent('Log outUser');
  await expect.element(item(/Log out/)).toBeDisabled();
  await expect.element(item('My Saved Parcels')).toBeDisabled();
  await expect.element(item('Settings')).toBeEnabled();
});

test('[N1] logout can be pressed only once, and closes the menu', async () => {
  const logOut = vi.fn(async () => {});
  const { rerender } = await openMenu({ account: signedIn, isSaving: true });
  await expect.element(item(/Log out/)).toBeDisabled();
  await expect.element(item('My Saved Parcels')).toBeEnabled();
  await rerender(
    <SideMenu
      map={undefined}
      account={{ ...signedIn, logOut }}
      productName="Platbook"
      parcelSource={undefined}
      showCounty={() => {}}
    />,
  );
  await item(/Log out/).click();
  expect(logOut).toHaveBeenCalledOnce();
  await expect.element(menu).not.toBeInTheDocument();
});

test('the button beside logout opens the account, and is no row of its own', async () => {
  await openMenu();
  const rows = menu
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('button')!.textContent);
  expect(rows).toEqual(['My Saved Parcels', 'Find parcels', 'Print', 'Settings', 'Log outada@example.org']);
  await item('Your account').click();
  expect(useMapStore.getState().panel).toBe('account');
});

test('[F8] Find parcels opens its panel, signed out too', async () => {
  await openMenu({ account: { ...signedIn, label: 'User', isSignedIn: false } });
  await item('Find parcels').click();
  expect(useMapStore.getState().panel).toBe('find');
});

test('signed out, there is no account to open', async () => {
  await openMenu({ account: { ...signedIn, label: 'User', isSignedIn: false } });
  await expect.element(item('Your account')).toBeDisabled();
});

test('logging out says what it removes from the browser, where there is something', async () => {
  const { rerender } = await openMenu();
  await expect.element(menu).not.toHaveTextContent('removes');
  const common = {
    map: undefined,
    account: signedIn,
    productName: 'Platbook',
    parcelSource: undefined,
    showCounty: () => {},
  };
  await rerender(<SideMenu {...common} keptFilters={2} />);
  await expect
    .element(item(/Log out/))
    .toHaveAccessibleDescription('Logging out removes your 2 kept filters from this browser.');
  await rerender(<SideMenu {...common} keptFilters={1} />);
  await expect.element(menu).toHaveTextContent('removes your kept filter from this browser.');
});

test('[D14] while drawings are on their way to the account, the menu says so', async () => {
  await openMenu({ isSaving: true });
  await expect.element(menu.getByRole('status')).toHaveTextContent('Saving your drawings…');
  await expect.element(item(/Log out/)).toBeDisabled();
});

test('[N2] Settings logs, and opens the preferences', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {});
  await openMenu();
  await item('Settings').click();
  expect(log).toHaveBeenCalledOnce();
  expect(useMapStore.getState().panel).toBe('preferences');
});

test('[N2] Print closes the menu, then prints the page, signed out too', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await openMenu({ account: { ...signedIn, label: 'User', isSignedIn: false } });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await item('Print').click();
  expect(useMapStore.getState().panel).toBe('none');
  expect(print).not.toHaveBeenCalled();
  vi.advanceTimersByTime(150);
  expect(print).toHaveBeenCalledOnce();
});

test('[N2] My Saved Parcels closes the menu at once and opens the sheet 150 ms later', async () => {
  await openMenu();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await item('My Saved Parcels').click();
  expect(useMapStore.getState().panel).toBe('none');
  vi.advanceTimersByTime(149);
  expect(useMapStore.getState().panel).toBe('none');
  vi.advanceTimersByTime(1);
  expect(useMapStore.getState().panel).toBe('saved-parcels');
});

test('[N2] the sheet does not open over another panel, nor after the page is gone', async () => {
  const { unmount } = await openMenu();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await item('My Saved Parcels').click();
  useMapStore.setState({ panel: 'overlays' });
  vi.advanceTimersByTime(150);
  expect(useMapStore.getState().panel).toBe('overlays');

  useMapStore.setState({ panel: 'menu' });
  await item('My Saved Parcels').click();
  await unmount();
  vi.advanceTimersByTime(150);
  expect(useMapStore.getState().panel).toBe('none');
});

test('[N3] Map Info follows the map: center to 4 decimals, zoom to 2', async () => {
  const { map, moveTo } = stubMap();
  await openMenu({ map });
  await expect.element(info).toHaveTextContent('Center-80.8600, 35.6200Zoom13.00');
  moveTo({ lng: -80.87654, lat: 35.61234, zoom: 14.256 });
  await expect.element(info).toHaveTextContent('Center-80.8765, 35.6123Zoom14.26');
});

test('[N3] without a map, Map Info reads Map not loaded; the footer has the year and the product name', async () => {
  await openMenu();
  await expect.element(info).toHaveTextContent('Map not loaded');
  await expect.element(menu).toHaveTextContent(`© ${new Date().getFullYear()} Platbook`);
});

test('[N5] Escape, the backdrop and Close close the menu, and its button gets the focus back', async () => {
  await openMenu();
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.click(document.body, { position: { x: 500, y: 300 }, force: true }),
    () => menu.getByRole('button', { name: 'Close' }).click(),
  ]) {
    useMapStore.setState({ panel: 'menu' });
    await expect.poll(() => menu.element().contains(document.activeElement)).toBe(true);
    await close();
    await expect.element(menu).not.toBeInTheDocument();
    await expect.element(menuButton).toHaveFocus();
  }
});

test('[N5] the focus stays in the menu while it is open', async () => {
  await openMenu();
  const buttons = menu.getByRole('button').elements().length;
  for (let press = 0; press <= buttons; press++) {
    await userEvent.keyboard('{Tab}');
    expect(menu.element().contains(document.activeElement)).toBe(true);
  }
});
