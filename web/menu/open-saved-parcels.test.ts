import { beforeEach, expect, test, vi } from 'vitest';
import { useMapStore } from '../map-store.ts';
import { openSavedParcelsAfterMenu } from './open-saved-parcels.ts';

const panel = () => useMapStore.getState().panel;

beforeEach(() => {
  vi.useFakeTimers();
  useMapStore.setState({ panel: 'menu' });
  return () => {
    vi.useRealTimers();
    useMapStore.setState({ panel: 'none' });
  };
});

test('[N2] the menu closes at once, and the sheet opens 150 ms later', () => {
  openSavedParcelsAfterMenu();
  expect(panel()).toBe('none');
  vi.advanceTimersByTime(149);
  expect(panel()).toBe('none');
  vi.advanceTimersByTime(1);
  expect(panel()).toBe('saved-parcels');
});

test('what was opened meanwhile stays open', () => {
  openSavedParcelsAfterMenu();
  useMapStore.setState({ panel: 'overlays' });
  vi.advanceTimersByTime(150);
  expect(panel()).toBe('overlays');
});

test('a page that has gone opens nothing', () => {
  const stop = openSavedParcelsAfterMenu();
  stop();
  vi.advanceTimersByTime(150);
  expect(panel()).toBe('none');
});
