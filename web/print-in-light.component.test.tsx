import { afterEach, expect, test, vi } from 'vitest';
import { fakeMap } from '../test/fake-map.ts';
import { showColorScheme } from './color-scheme.ts';
import { useMapStore } from './map-store.ts';
import { choose, openPreferences } from './preferences.ts';
import { printInLight } from './print-in-light.ts';

afterEach(() => {
  openPreferences();
  useMapStore.setState(useMapStore.getInitialState());
  vi.restoreAllMocks();
});

test('[N2] a dark page is printed in light, once the light map is drawn, and is dark again after', async () => {
  const { dataset } = document.documentElement;
  const print = vi.spyOn(window, 'print').mockImplementation(() => expect(dataset.theme).toBe('light'));
  const { map, fire } = fakeMap();
  showColorScheme();
  choose({ theme: 'dark' });
  expect(dataset.theme).toBe('dark');

  useMapStore.setState({ styleIsLoading: true });
  const printing = printInLight(map);
  expect(dataset.theme).toBe('light');
  fire('idle');
  await Promise.resolve();
  expect(print).not.toHaveBeenCalled();
  useMapStore.setState({ styleIsLoading: false });
  await vi.waitFor(() => {
    fire('idle');
    expect(print).toHaveBeenCalledOnce();
  });
  await printing;
  expect(dataset.theme).toBe('dark');

  choose({ theme: 'light' });
  await printInLight(map);
  expect(print).toHaveBeenCalledTimes(2);
});
