import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useMapStore } from './map-store.ts';
import { closeSet, openSet } from './open-set.ts';

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })));
afterEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  vi.unstubAllGlobals();
});

test('a set that is opened replaces the one before, with nothing left of it', () => {
  openSet({ filter: "SAME_OWNER('4711')", title: 'Owned by SMITH JOHN', subject: '4711' });
  openSet({ filter: 'acres > 10', title: 'More than 10 acres' });
  expect(useMapStore.getState().set).toEqual({ filter: 'acres > 10', title: 'More than 10 acres' });
});

test('closing leaves no set', () => {
  openSet({ filter: 'acres > 10', title: 'More than 10 acres' });
  closeSet();
  expect(useMapStore.getState().set).toBeUndefined();
});
