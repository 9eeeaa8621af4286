import { afterEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { MapLayer } from '../../contract/client-config.ts';
import { axeViolations } from '../../test/component/axe-violations.ts';
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
  localStorage.clear();
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

const place = () => panel.element().getBoundingClientRect();

test('[N4] the panel is at the right, 13 rem wide, and at most 80% of the viewport', async () => {
  await openPanel();
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

const shadeBy = panel.getByRole('combobox', { name: 'Shade parcels by' });
const legend = () =>
  panel
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

test('[N7] parcels are shaded by one field at a time, with its legend, and the map is not dimmed then', async () => {
  await openPanel();
  const backdrop = () => getComputedStyle(document.querySelector('.dialog-backdrop')!).backgroundColor;
  await expect.element(shadeBy).toHaveValue('');
  expect(legend()).toEqual([]);
  const dimmed = backdrop();
  await shadeBy.selectOptions('Acres');
  expect(useMapStore.getState().shading).toBe('acres');
  expect(legend()).toHaveLength(8);
  expect(legend()[0]).toBe('Under 0.25');
  await expect.element(panel.getByText('No color: unknown')).toBeVisible();
  expect(backdrop()).not.toBe(dimmed);
  await shadeBy.selectOptions('Last sale');
  expect(legend()).toHaveLength(8);
  expect(legend()[0]).toBe('Before 1980');
  expect(await axeViolations('[role=dialog]')).toEqual([]);
  await shadeBy.selectOptions('Nothing');
  expect(useMapStore.getState().shading).toBeUndefined();
  expect(legend()).toEqual([]);
});

test('[N7] the legend of zoning says that it is loading, has failed, or has nothing to show', async () => {
  await openPanel();
  await shadeBy.selectOptions('Zoning');
  await expect.element(panel.getByText('Loading zoning…')).toBeVisible();
  useMapStore.setState({ zoningValues: 'failed' });
  await expect.element(panel.getByRole('alert')).toHaveTextContent('The zoning could not be loaded.');
  await panel.getByRole('button', { name: 'Try again' }).click();
  await expect.element(panel.getByText('Loading zoning…')).toBeVisible();
  useMapStore.setState({ zoningValues: { values: ['R-12', 'RA'], hasMore: true } });
  await expect.poll(legend).toEqual(['R-12', 'RA', 'Other']);
  useMapStore.setState({ zoningValues: { values: [], hasMore: false } });
  await expect.element(panel.getByText('No parcel here has a zoning.')).toBeVisible();
});

const overlay = (id: string, entries = 2): MapLayer => ({
  id,
  kind: 'overlay',
  title: `The ${id}`,
  source: exampleLayers.at(-1)!.source!,
  property: 'KIND',
  legend: Array.from({ length: entries }, (_, n) => ({
    label: `${id} ${n + 1}`,
    color: '#3366cc',
    values: [`${n}`],
  })),
});
const withOverlays = [...exampleLayers, overlay('zoning', 30), overlay('flood'), overlay('soils', 12)];
const move = (name: string) => panel.getByRole('button', { name: `Move The ${name}`, exact: true });
const slider = (name: string) => panel.getByRole('slider', { name: `Opacity of The ${name}` });
const listed = () =>
  panel
    .getByRole('group')
    .elements()
    .map(({ ariaLabel }) => ariaLabel);

test('[LAY-5] overlays stand below the rows that are always there, and the panel is wider for them', async () => {
  useMapStore.setState({ layers: withOverlays });
  await openPanel();
  const names = panel.getByRole('checkbox').elements();
  expect(names.map((element) => element.closest('label')!.textContent)).toEqual([
    'Show Owner Names',
    'Show Saved Parcels',
    'The zoning',
    'The flood',
    'The soils',
  ]);
  await expect.poll(place).toMatchObject({ width: 288 });
  await page.viewport(320, 480);
  await expect.poll(place).toMatchObject({ x: 64, width: 256 });
});

test('[LAY-5] the map behind the panel is dimmed only where no overlay could be seen to change', async () => {
  await openPanel();
  const backdrop = () => getComputedStyle(document.querySelector('.dialog-backdrop')!).backgroundColor;
  expect(backdrop()).toBe('rgba(19, 18, 14, 0.45)');
  useMapStore.setState({ layers: withOverlays });
  await expect.poll(backdrop).toBe('rgba(0, 0, 0, 0)');
});

test('[LAY-bad] an overlay whose tiles fail says so while it is on', async () => {
  useMapStore.setState({ layers: withOverlays, failingOverlays: ['layer:flood'] });
  await openPanel();
  const failure = panel.getByText('Could not be loaded. The map tries again by itself.');
  await expect.element(failure).not.toBeInTheDocument();
  await box('The flood').click();
  await expect.element(failure).toBeVisible();
  useMapStore.setState({ failingOverlays: [] });
  await expect.element(failure).not.toBeInTheDocument();
});

test('[LAY-5] an overlay that is on has an opacity from 0 to 100% in steps of 5, also by the keyboard', async () => {
  useMapStore.setState({ layers: withOverlays });
  await openPanel();
  expect(panel.getByRole('slider').elements()).toEqual([]);
  await box('The flood').click();
  expect(switched()).toEqual({ 'layer:flood': true });
  await expect.element(slider('flood')).toHaveValue('50');
  slider('flood').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(useMapStore.getState().overlayOpacity).toEqual({ 'layer:flood': 55 });
  await expect.element(slider('flood')).toHaveAttribute('aria-valuetext', '55%');
  await userEvent.keyboard('{End}');
  expect(useMapStore.getState().overlayOpacity).toEqual({ 'layer:flood': 100 });
  await userEvent.keyboard('{Home}');
  expect(useMapStore.getState().overlayOpacity).toEqual({ 'layer:flood': 0 });
  await box('The flood').click();
  await expect.poll(() => panel.getByRole('slider').elements()).toEqual([]);
});

test('[LAY-5] overlays are moved up and down by buttons that keep the focus, and the move is announced', async () => {
  useMapStore.setState({ layers: withOverlays });
  await openPanel();
  expect(listed()).toEqual(['The zoning', 'The flood', 'The soils']);
  await move('soils up').click();
  await expect.poll(listed).toEqual(['The zoning', 'The soils', 'The flood']);
  await expect.element(move('soils up')).toHaveFocus();
  await expect.element(panel.getByRole('status')).toHaveTextContent('The soils: 2 of 3');
  await userEvent.keyboard('{Enter}');
  await expect.poll(listed).toEqual(['The soils', 'The zoning', 'The flood']);
  await expect.element(move('soils up')).toHaveAttribute('aria-disabled', 'true');
  // At the top: another press changes nothing, and the focus stays.
  await userEvent.keyboard('{Enter}');
  expect(listed()).toEqual(['The soils', 'The zoning', 'The flood']);
  await expect.element(move('soils up')).toHaveFocus();

  move('soils down').element().focus();
  await userEvent.keyboard(' ');
  await expect.poll(listed).toEqual(['The zoning', 'The soils', 'The flood']);
  await expect.element(move('soils down')).toHaveFocus();
  await userEvent.keyboard(' ');
  await expect.poll(listed).toEqual(['The zoning', 'The flood', 'The soils']);
  await expect.element(move('soils down')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(move('soils down')).toHaveFocus();
});

test('[LAY-5] a single overlay has nothing to be moved past', async () => {
  useMapStore.setState({ layers: [overlay('flood')] });
  await openPanel();
  await expect.element(box('The flood')).toBeVisible();
  expect(panel.getByRole('button', { name: /Move/ }).elements()).toEqual([]);
});

test('[LAY-5] a legend of more than 12 entries is folded', async () => {
  useMapStore.setState({ layers: withOverlays, shownLayers: { 'layer:zoning': true, 'layer:soils': true } });
  await openPanel();
  const group = panel.getByRole('group', { name: 'The zoning' });
  const entries = () => group.getByRole('listitem').elements().length;
  await expect.poll(entries).toBe(12);
  await group.getByRole('button', { name: 'Show all 30' }).click();
  await expect.poll(entries).toBe(30);
  await group.getByRole('button', { name: 'Show fewer' }).click();
  await expect.poll(entries).toBe(12);
  const short = panel.getByRole('group', { name: 'The soils' });
  expect(short.getByRole('listitem').elements()).toHaveLength(12);
  expect(short.getByRole('button', { name: /Show/ }).elements()).toEqual([]);
  expect(await axeViolations('[role=dialog]')).toEqual([]);
});

test('[LAY-bad] long names and markup in a legend wrap as text inside the panel', async () => {
  const long = `<img src=x onerror="document.title='broken in'">${'Wohnbebauung'.repeat(20)}`;
  const legend = [{ label: long, color: '#3366cc' }];
  useMapStore.setState({
    layers: [{ ...overlay('flood'), title: long, legend }, overlay('soils')],
    shownLayers: { 'layer:flood': true },
  });
  await page.viewport(360, 640);
  await openPanel();
  await expect.element(panel.getByRole('listitem')).toHaveTextContent(long);
  expect(panel.element().querySelector('img')).toBeNull();
  await expect.poll(place).toMatchObject({ x: 72, width: 288 });
  expect(panel.element().scrollWidth).toBeLessThanOrEqual(288);
});
