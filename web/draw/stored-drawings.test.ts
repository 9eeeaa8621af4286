import { beforeEach, expect, test, vi } from 'vitest';
import { DRAWINGS_KEPT_CHARACTERS_MAX } from '../../contract/limits.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import type { Drawing } from './drawing.ts';
import { drawingsKey, storeDrawings, storedDrawings } from './stored-drawings.ts';

const KEY = drawingsKey('user-1');

const well: Drawing = {
  type: 'Feature',
  id: 'a',
  properties: { name: 'Well' },
  geometry: { type: 'Point', coordinates: [-80.86, 35.62] },
};

const keepIn = (storage: object) => vi.stubGlobal('localStorage', storage);

beforeEach(() => {
  keepIn(memoryStorage());
  return () => vi.unstubAllGlobals();
});

test('drawings come back as they were', () => {
  expect(storeDrawings(KEY, [well])).toBe(true);
  expect(storedDrawings(KEY)).toEqual([well]);
  storeDrawings(KEY, []);
  expect(localStorage.getItem(KEY)).toBeNull();
  expect(storedDrawings(KEY)).toEqual([]);
});

test('nobody sees what another person has drawn in the same browser', () => {
  storeDrawings(KEY, [well]);
  expect(storedDrawings(drawingsKey('user-2'))).toEqual([]);
});

test('what somebody else has spoilt is left out, and the rest is kept', () => {
  const spoilt = { ...well, id: 'b', geometry: { type: 'Point', coordinates: ['x'] } };
  const text = JSON.stringify({ type: 'FeatureCollection', features: [spoilt, well, null] });
  keepIn(memoryStorage({ [KEY]: text }));
  expect(storedDrawings(KEY)).toEqual([well]);
  keepIn(memoryStorage({ [KEY]: 'not JSON' }));
  expect(storedDrawings(KEY)).toEqual([]);
});

test('too many are not kept, and what was kept stays', () => {
  storeDrawings(KEY, [well]);
  const huge = { ...well, properties: { name: 'x'.repeat(DRAWINGS_KEPT_CHARACTERS_MAX) } };
  expect(storeDrawings(KEY, [huge])).toBe(false);
  expect(storedDrawings(KEY)).toEqual([well]);
});

test('a browser that refuses to keep anything loses nothing but the keeping', () => {
  const refuse = () => {
    throw new DOMException('no', 'QuotaExceededError');
  };
  keepIn({ getItem: refuse, setItem: refuse, removeItem: refuse });
  expect(storedDrawings(KEY)).toEqual([]);
  expect(storeDrawings(KEY, [well])).toBe(false);
});
