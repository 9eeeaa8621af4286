import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { MAP_STYLES } from '../../contract/map-styles.ts';
import { exampleLayers, layersWithout } from '../../test/example-layers.ts';
import { useMapStore } from '../map-store.ts';
import { OverlayRoot } from '../ui/overlay-root.tsx';
import { MapTools } from './map-tools.tsx';

beforeEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  return () => useMapStore.setState(useMapStore.getInitialState());
});

const chooseStyle = vi.fn((styleId: string) => useMapStore.setState({ styleId: styleId as 'streets-v12' }));

const openTools = (isSignedIn = true, layers = exampleLayers) => {
  useMapStore.setState({ layers });
  return render(
    <>
      <MapTools changeStyle={chooseStyle} isSignedIn={isSignedIn} />
      <OverlayRoot />
    </>,
  );
};

const button = (name: string) => page.getByRole('button', { name, exact: true });
const choice = (name: string) => page.getByRole('menuitemradio', { name, exact: true });

test('[M6] the tools are one group, in this order, without print', async () => {
  await openTools();
  const tools = page.getByRole('region', { name: 'Map tools' });
  await expect.element(tools).toBeVisible();
  const names = tools
    .getByRole('button')
    .elements()
    .map(({ ariaLabel }) => ariaLabel);
  expect(names).toEqual([
    'Overlays',
    'Basemaps',
    'Contour lines',
    'Measure tools',
    'Draw tools',
    'My saved parcels',
  ]);
  for (const name of names) await expect.element(button(name!)).toBeEnabled();
});

test('[M6] only my saved parcels is disabled for somebody signed out', async () => {
  await openTools(false);
  await expect.element(button('My saved parcels')).toBeDisabled();
  const disabled = page.getByRole('button', { disabled: true }).elements();
  expect(disabled.map(({ ariaLabel }) => ariaLabel)).toEqual(['My saved parcels']);
});

test('[M6] overlays and saved parcels open their panels', async () => {
  await openTools();
  await button('Overlays').click();
  expect(useMapStore.getState().panel).toBe('overlays');
  await expect.element(button('Overlays')).toHaveAttribute('aria-expanded', 'true');
  await button('My saved parcels').click();
  expect(useMapStore.getState().panel).toBe('saved-parcels');
});

test('[M6] [M12] contour lines, measuring and drawing are toggles, of which the tools exclude each other', async () => {
  await openTools();
  const isPressed = (name: string, pressed: boolean) =>
    expect.element(button(name)).toHaveAttribute('aria-pressed', String(pressed));
  await isPressed('Contour lines', false);
  await button('Contour lines').click();
  await isPressed('Contour lines', true);
  await button('Measure tools').click();
  await isPressed('Measure tools', true);
  await button('Draw tools').click();
  await isPressed('Draw tools', true);
  await isPressed('Measure tools', false);
  await button('Draw tools').click();
  await isPressed('Draw tools', false);
  await isPressed('Contour lines', true);
});

test('the tooltip of contour lines names their interval where it is one, and the name stays', async () => {
  await openTools();
  await expect.element(button('Contour lines')).toHaveAttribute('title', 'Contour lines, every 20 ft');
  useMapStore.setState({ layers: exampleLayers.map(({ hint: _, ...layer }) => layer) });
  await expect.element(button('Contour lines')).toHaveAttribute('title', 'Contour lines');
});

test('[M7] [M10] [N6] the picker lists four basemaps, highlights the current one, and closes with a choice', async () => {
  await openTools();
  const choices = page.getByRole('menuitemradio');
  button('Basemaps').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(choice('Streets')).toBeVisible();
  expect(choices.elements().map(({ textContent }) => textContent)).toEqual(
    MAP_STYLES.map(({ name }) => name),
  );
  await expect.element(choice('Streets')).toBeChecked();
  expect(page.getByRole('menuitemradio', { checked: true }).elements()).toHaveLength(1);
  expect(document.getElementById('overlay-root')).toContainElement(choice('Streets').element());
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => choices.elements()).toEqual([]);
  await expect.element(button('Basemaps')).toHaveFocus();

  await userEvent.keyboard('{Enter}');
  await expect.element(choice('Streets')).toHaveFocus();
  for (const { name } of MAP_STYLES.slice(1)) {
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(choice(name)).toHaveFocus();
  }
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => choices.elements()).toEqual([]);
  expect(chooseStyle).toHaveBeenLastCalledWith('outdoors-v12');

  useMapStore.setState({ mapNotice: 'There is no basemap “moon-v1”.' });
  await button('Basemaps').click();
  await expect.element(choice('Outdoors')).toBeChecked();
  await choice('Satellite Streets').click();
  expect(chooseStyle).toHaveBeenLastCalledWith('satellite-streets-v12');
  expect(useMapStore.getState().mapNotice).toBeUndefined();
  await expect.poll(() => choices.elements()).toEqual([]);
});

test('[LAY-4] what the maps do not have is offered nowhere, and nothing is said about it', async () => {
  await openTools(true, layersWithout('imagery', 'contours', 'terrain'));
  await expect.element(button('Measure tools')).toBeVisible();
  expect(button('Contour lines').elements()).toEqual([]);
  await button('Basemaps').click();
  await expect.element(choice('Streets')).toBeVisible();
  expect(page.getByRole('menu').element().textContent).toBe('StreetsNavigation Day');
});

test('[LAY-4] without a street map one style remains', async () => {
  await openTools(true, layersWithout('basemap', 'imagery'));
  await button('Basemaps').click();
  await expect.element(choice('Plain map')).toBeVisible();
  expect(page.getByRole('menu').element().textContent).toBe('Plain map');
});
