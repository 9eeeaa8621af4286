import { beforeEach, expect, test } from 'vitest';
import { useMapStore } from './map-store.ts';
import { clearPicked, finishPicking, followPicking, startPicking, togglePicked } from './pick-parcels.ts';

const state = () => useMapStore.getState();

beforeEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  const stop = followPicking();
  return () => {
    stop();
    useMapStore.setState(useMapStore.getInitialState());
  };
});

test('[S18] picking begins with the selected parcel and the clicked one; details and results make room', () => {
  useMapStore.setState({
    selection: { status: 'error', pin: 'east', message: 'No.' },
    set: { filter: 'taxacres > 5', title: 'Large' },
  });
  startPicking('west');
  expect(state()).toMatchObject({ tool: 'pick', picked: ['east', 'west'], selection: { status: 'none' } });
  expect(state().set).toBeUndefined();
});

test('[S18] Done makes a set of the picked parcels, with the view as it is', () => {
  startPicking('west');
  togglePicked("O'Hare");
  finishPicking();
  expect(state().tool).toBe('none');
  expect(state().set).toEqual({
    filter: "pin IN ('west', 'O''Hare')",
    title: '2 picked parcels',
    keepsView: true,
  });
});

test('[S18] Done without a picked parcel only ends the mode', () => {
  startPicking('west');
  clearPicked();
  finishPicking();
  expect(state()).toMatchObject({ tool: 'none', set: undefined });
});

test('[S18] the mode goes on with the parcels of its set as long as that is open', () => {
  startPicking('west');
  finishPicking();
  startPicking('east');
  expect(state().picked).toEqual(['west', 'east']);
  finishPicking();
  useMapStore.setState({ set: undefined });
  expect(state().picked).toEqual([]);
});

test('[S18] another tool or another set forgets the picked parcels', () => {
  startPicking('west');
  useMapStore.setState({ tool: 'measure' });
  expect(state().picked).toEqual([]);
  startPicking('west');
  finishPicking();
  useMapStore.setState({ set: { filter: 'taxacres > 5', title: 'Large' } });
  expect(state().picked).toEqual([]);
});
