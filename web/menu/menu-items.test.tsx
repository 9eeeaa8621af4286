import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MapInfo } from './map-info.tsx';
import { type MenuAccount, MenuItems } from './menu-items.tsx';

const nothing = () => {};

/** The items that cannot be pressed, by their words. */
function disabledItems(account: MenuAccount): string[] {
  const html = renderToStaticMarkup(
    <MenuItems account={account} onSavedParcels={nothing} onSettings={nothing} onLogOut={nothing} />,
  );
  const buttons = html.match(/<button.*?<\/button>/g) ?? [];
  return buttons
    .filter((button) => button.includes('disabled=""'))
    .map((button) => button.replace(/<[^>]+>/g, ''));
}

test('[N1] [N2] signed out, neither the way out nor the saved parcels can be pressed', () => {
  expect(disabledItems({ label: 'User', isSignedIn: false, isLeaving: false })).toEqual([
    'My Saved Parcels',
    'Log outUser',
  ]);
});

test('[N1] signed in, everything can be pressed; the way out only once', () => {
  const account = { label: 'me@example.org', isSignedIn: true, isLeaving: false };
  expect(disabledItems(account)).toEqual([]);
  expect(disabledItems({ ...account, isLeaving: true })).toEqual(['Log outme@example.org']);
});

test('[N3] without a map its block says so', () => {
  expect(renderToStaticMarkup(<MapInfo map={undefined} />)).toContain('Map not loaded');
});
