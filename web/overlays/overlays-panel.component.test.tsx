import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { exampleLayers } from '../../test/example-layers.ts';
import { useMapStore } from '../map-store.ts';
import { OverlaysPanel } from './overlays-panel.tsx';

const opener = page.getByRole('button', { name: 'Open' });
const panel = page.getByRole('dialog', { name: 'Overlays' });
const box = (name: string | RegExp) => panel.getByRole('checkbox', { name });
const switched = () => useMapStore.getState().shownLayers;

async function openPanel() {
  await render(
    <>
      <button type="button" onClick={() => useMapStore.setState({ panel: 'overlays' })}>
        Open
      </button>
      <OverlaysPanel />
    </>,
  );
  await opener.click();
  await expect.element(panel).toBeVisible();
}

afterEach(async () => {
  useMapStore.setState(useMapStore.getInitialState());
  await page.viewport(640, 480);
});

test('[N4] owner names are on, saved parcels off, and a placeholder does nothing', async () => {
  // Contour lines have a button of their own.
  useMapStore.setState({ layers: exampleLayers });
  await openPanel();
  expect(panel.getByRole('checkbox').elements()).toHaveLength(3);
  await expect.element(box('Show Owner Names')).toBeChecked();
  await expect.element(box('Show Saved Parcels')).not.toBeChecked();
  await expect.element(box(/More overlays to come/)).not.toBeChecked();

  const before = useMapStore.getState();
  await box(/More overlays to come/).click();
  expect(useMapStore.getState()).toBe(before);

  await box('Show Owner Names').click();
  expect(switched()).toEqual({ 'owner-names': false });
  await box('Show Saved Parcels').click();
  expect(switched()).toEqual({ 'owner-names': false, 'saved-parcels': true });
  await box('Show Owner Names').click();
  expect(switched()).toEqual({ 'owner-names': true, 'saved-parcels': true });
});

test('[N4] the panel is at the right, 13 rem wide, and at most 80% of the viewport', async () => {
  await openPanel();
  const place = () => panel.element().getBoundingClientRect();
  await expect.poll(place).toMatchObject({ x: 640 - 208, y: 0, width: 208 });
  await page.viewport(240, 480);
  await expect.poll(place).toMatchObject({ x: 240 - 192, y: 0, width: 192 });
});

test('[N5] Escape, the backdrop and Close close the panel, and its opener gets the focus back', async () => {
  await openPanel();
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => userEvent.click(document.body, { position: { x: 100, y: 300 }, force: true }),
    () => panel.getByRole('button', { name: 'Close' }).click(),
  ]) {
    useMapStore.setState({ panel: 'overlays' });
    await expect.poll(() => panel.element().contains(document.activeElement)).toBe(true);
    await close();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(opener).toHaveFocus();
  }
});
