import type { StyleSpecification } from 'maplibre-gl';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { createRepairs } from '../repairs.ts';
import { styleEntries } from './basemaps.ts';
import { type StyleLoading, styleLoading, styleSwitch } from './style-switch.ts';

const styles = styleEntries((id) => `https://maps.example.org/${id}`);
const document = (name: string): StyleSpecification => ({ version: 8, name, sources: {}, layers: [] });
const state = () => useMapStore.getState();
let warn: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.useFakeTimers();
  useMapStore.setState(useMapStore.getInitialState());
  return () => {
    useMapStore.setState(useMapStore.getInitialState());
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

test('[M11] an unknown style id is ignored with a warning', async () => {
  const { map, setStyle } = fakeMap({ style: undefined });
  const fetchStyle = vi.fn(async () => document('x'));
  const changeStyle = styleSwitch(map, { styles, fetchStyle });
  await changeStyle('moon-v1');
  expect(warn).toHaveBeenCalledWith('There is no map style moon-v1.');
  expect(fetchStyle).not.toHaveBeenCalled();
  expect(setStyle).not.toHaveBeenCalled();
  expect(state()).toMatchObject({ styleId: 'streets-v12', styleIsLoading: false });
});

test('[M2] [M10] a chosen style is fetched from its URL and shown, and the loading message disappears', async () => {
  const { map, setStyle } = fakeMap({ style: undefined });
  const fetchStyle = vi.fn(async (_url: string) => document('Whatever'));
  const changeStyle = styleSwitch(map, { styles, fetchStyle });
  const changed = changeStyle('outdoors-v12');
  expect(state()).toMatchObject({ styleId: 'outdoors-v12', styleIsLoading: true });
  await changed;
  expect(fetchStyle.mock.calls[0]![0]).toBe('https://maps.example.org/outdoors-v12');
  expect(setStyle).toHaveBeenCalledWith(expect.objectContaining({ name: 'Whatever' }), { diff: false });
  vi.advanceTimersByTime(300);
  expect(state()).toMatchObject({ styleId: 'outdoors-v12', styleIsLoading: false });
});

test('[M11] a style that was set on the map directly updates the style id in the store', () => {
  const { map, setStyle } = fakeMap({ style: undefined });
  styleSwitch(map, { styles, fetchStyle: async () => document('x') });
  setStyle(document('NAVIGATION day'));
  expect(state().styleId).toBe('navigation-day-v1');
});

test('layers are told whether the style on the map is a dark one', () => {
  const { map, setStyle } = fakeMap({ style: undefined });
  styleSwitch(map, { styles, fetchStyle: async () => document('x') });
  const dark = { ...document('Streets'), metadata: { 'platbook:color-scheme': 'dark' } };
  setStyle(dark);
  expect(state().basemapScheme).toBe('dark');
  setStyle(document('Streets'));
  expect(state().basemapScheme).toBe('light');
});

test('[M2] [M15] a style that fails to load is only logged, and the current one stays', async () => {
  const { map, setStyle } = fakeMap({ style: undefined });
  const fetchStyle = vi.fn(async () => document('Streets'));
  const changeStyle = styleSwitch(map, { styles, fetchStyle });
  await changeStyle('streets-v12');
  fetchStyle.mockRejectedValue(new Error('503'));
  await changeStyle('outdoors-v12');
  expect(setStyle).toHaveBeenCalledTimes(1);
  expect(warn).toHaveBeenCalledOnce();
  expect(state()).toMatchObject({ styleId: 'outdoors-v12', styleIsLoading: false });
});

test('[M15] if the first style fails to load, an empty style takes its place, so that parcels can be drawn', async () => {
  const { map, setStyle } = fakeMap({ style: undefined });
  const changeStyle = styleSwitch(map, { styles, fetchStyle: () => Promise.reject(new Error('503')) });
  await changeStyle('streets-v12');
  expect(setStyle).toHaveBeenCalledWith({ version: 8, sources: {}, layers: [] }, { diff: false });
});

test('[M15] a style that failed to load comes by itself, unless another one was chosen since', async () => {
  const { map, setStyle } = fakeMap({ style: undefined });
  const fetchStyle = vi.fn(async (url: string) => document(url));
  const repairs = createRepairs();
  const changeStyle = styleSwitch(map, { styles, fetchStyle, repairs });
  fetchStyle.mockRejectedValueOnce(new Error('503'));
  await changeStyle('outdoors-v12');
  await vi.advanceTimersByTimeAsync(2000);
  expect(setStyle).toHaveBeenLastCalledWith(
    expect.objectContaining({ name: 'https://maps.example.org/outdoors-v12' }),
    { diff: false },
  );
  fetchStyle.mockRejectedValueOnce(new Error('503'));
  await changeStyle('navigation-day-v1');
  fetchStyle.mockReturnValueOnce(new Promise(() => {}));
  void changeStyle('streets-v12');
  const asked = fetchStyle.mock.calls.length;
  await vi.advanceTimersByTimeAsync(9000);
  repairs.runNow();
  expect(fetchStyle).toHaveBeenCalledTimes(asked);
});

test('[M15] a style that never answers is asked for again once the server is back, and not before', async () => {
  const { map, setStyle } = fakeMap({ style: undefined });
  const fetchStyle = vi.fn(async () => document('Streets'));
  fetchStyle.mockReturnValueOnce(new Promise(() => {}));
  const repairs = createRepairs();
  void styleSwitch(map, { styles, fetchStyle, repairs })('streets-v12');
  await vi.advanceTimersByTimeAsync(600_000);
  expect(fetchStyle).toHaveBeenCalledTimes(1);
  repairs.runNow();
  await vi.advanceTimersByTimeAsync(0);
  expect(setStyle).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Streets' }), { diff: false });
});

test('[M2] after 10 s the message disappears and an empty style is shown; a style that arrives later still replaces it', async () => {
  const { map, setStyle } = fakeMap({ style: undefined });
  let answer = (_: StyleSpecification) => {};
  const fetchStyle = vi.fn(
    (_url: string, _signal: AbortSignal) =>
      new Promise<StyleSpecification>((resolve) => {
        answer = resolve;
      }),
  );
  const changed = styleSwitch(map, { styles, fetchStyle })('outdoors-v12');
  vi.advanceTimersByTime(9999);
  expect(state().styleIsLoading).toBe(true);
  expect(setStyle).not.toHaveBeenCalled();
  vi.advanceTimersByTime(301);
  expect(state()).toMatchObject({ styleId: 'outdoors-v12', styleIsLoading: false });
  expect(setStyle).toHaveBeenCalledExactlyOnceWith({ version: 8, sources: {}, layers: [] }, { diff: false });
  expect(fetchStyle.mock.calls[0]![1].aborted).toBe(false);
  answer(document('Outdoors'));
  await changed;
  expect(setStyle).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Outdoors' }), { diff: false });
});

test('stale response: of two styles chosen quickly only the last is shown', async () => {
  const { map, setStyle } = fakeMap({ style: undefined });
  const answers: ((style: StyleSpecification) => void)[] = [];
  const fetchStyle = () => new Promise<StyleSpecification>((resolve) => answers.push(resolve));
  const changeStyle = styleSwitch(map, { styles, fetchStyle });
  const first = changeStyle('outdoors-v12');
  const second = changeStyle('satellite-streets-v12');
  answers[1]!(document('Satellite Streets'));
  answers[0]!(document('Outdoors'));
  await Promise.all([first, second]);
  expect(setStyle.mock.calls.map(([style]) => style.name)).toEqual(['Satellite Streets']);
  expect(state().styleId).toBe('satellite-streets-v12');
});

test('[M2] the message disappears on an error of the style, but not on an error of a tile', async () => {
  const { map, fire } = fakeMap({ style: undefined });
  const changeStyle = styleSwitch(map, { styles, fetchStyle: () => new Promise(() => {}) });
  changeStyle('outdoors-v12');
  fire('error', { sourceId: 'parcels' });
  expect(state().styleIsLoading).toBe(true);
  fire('error');
  expect(state().styleIsLoading).toBe(false);
});

test('after the map is removed, a late style is neither shown nor logged', async () => {
  const { map, fire, setStyle } = fakeMap({ style: undefined });
  let answer = (_: StyleSpecification) => {};
  const fetchStyle = () =>
    new Promise<StyleSpecification>((resolve) => {
      answer = resolve;
    });
  const changeStyle = styleSwitch(map, { styles, fetchStyle });
  const changed = changeStyle('outdoors-v12');
  fire('remove');
  answer(document('Outdoors'));
  await changed;
  expect(setStyle).not.toHaveBeenCalled();
  expect(warn).not.toHaveBeenCalled();
});

describe('the loading flag', () => {
  let isLoading: boolean;
  let loading: StyleLoading;

  beforeEach(() => {
    isLoading = false;
    loading = styleLoading((now) => {
      isLoading = now;
    });
  });

  test('[M2] clears 300 ms after the style has loaded', () => {
    loading.begin();
    expect(isLoading).toBe(true);
    loading.loaded();
    vi.advanceTimersByTime(299);
    expect(isLoading).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isLoading).toBe(false);
  });

  test('[M2] clears after a time-out of 10 s', () => {
    loading.begin();
    vi.advanceTimersByTime(9999);
    expect(isLoading).toBe(true);
    vi.advanceTimersByTime(1);
    expect(isLoading).toBe(false);
  });

  test('[M2] clears at once on an error', () => {
    loading.begin();
    loading.failed();
    expect(isLoading).toBe(false);
  });

  test('[M2] stays set for a style chosen while another loads, which gets its own time-out', () => {
    loading.begin();
    vi.advanceTimersByTime(9000);
    loading.begin();
    vi.advanceTimersByTime(9000);
    expect(isLoading).toBe(true);
    loading.loaded();
    loading.begin();
    vi.advanceTimersByTime(300);
    expect(isLoading).toBe(true);
  });

  test('no timer runs after stop()', () => {
    loading.begin();
    loading.stop();
    vi.advanceTimersByTime(20_000);
    expect(isLoading).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });
});
