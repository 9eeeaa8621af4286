import type { Map as MapLibreMap } from 'maplibre-gl';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { axeViolations } from '../../test/component/axe-violations.ts';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { startPicking } from '../pick-parcels.ts';
import { PickTools } from './pick-tools.tsx';

const box = page.getByRole('region', { name: 'Pick parcels' });
const button = (name: string) => box.getByRole('button', { name });
const announced = () => document.querySelector('[aria-live]')!.textContent;
const state = () => useMapStore.getState();

let focus: () => void;

beforeEach(async () => {
  const { map } = fakeMap();
  focus = vi.fn();
  await render(<PickTools map={withFocus(map, focus)} />);
});
afterEach(() => useMapStore.setState(useMapStore.getInitialState()));

function withFocus(map: MapLibreMap, onFocus: () => void): MapLibreMap {
  Object.assign(map.getCanvas(), { focus: onFocus });
  return map;
}

test('[S18] the box counts what is picked, announces it, and gives the keyboard to the map', async () => {
  await expect.element(box).not.toBeInTheDocument();
  expect(announced()).toBe('');
  startPicking();
  await expect.element(box).toBeVisible();
  expect(focus).toHaveBeenCalledOnce();
  await expect.element(button('Clear')).toBeDisabled();
  expect(announced()).toBe('Picking parcels. None is picked.');
  startPicking('west');
  await expect.poll(announced).toBe('1 picked parcel');
  startPicking('east');
  await expect.poll(announced).toBe('2 picked parcels');
  expect(await axeViolations('section')).toEqual([]);
  await button('Clear').click();
  await expect.poll(announced).toBe('Picking parcels. None is picked.');
  expect(state()).toMatchObject({ tool: 'pick', picked: [] });
});

test.each([
  ['Done', () => button('Done').click()],
  ['Escape', () => userEvent.keyboard('{Escape}')],
])('[S18] %s ends the mode, and what is picked is a set', async (_, end) => {
  startPicking('west');
  startPicking('east');
  await expect.element(box).toBeVisible();
  await end();
  await expect.element(box).not.toBeInTheDocument();
  expect(announced()).toBe('');
  expect(state()).toMatchObject({
    tool: 'none',
    set: { filter: "pin IN ('west', 'east')", title: '2 picked parcels' },
  });
});
