import { expect, test } from 'vitest';
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

test('drawings come back as they were', () => {
  const storage = memoryStorage();
  expect(storeDrawings(storage, KEY, [well])).toBe(true);
  expect(storedDrawings(storage, KEY)).toEqual([well]);
  storeDrawings(storage, KEY, []);
  expect(storage.getItem(KEY)).toBeNull();
  expect(storedDrawings(storage, KEY)).toEqual([]);
});

test('nobody sees what another person has drawn in the same browser', () => {
  const storage = memoryStorage();
  storeDrawings(storage, KEY, [well]);
  expect(storedDrawings(storage, drawingsKey('user-2'))).toEqual([]);
});

test('what somebody else has spoilt is left out, and the rest is kept', () => {
  const spoilt = { ...well, id: 'b', geometry: { type: 'Point', coordinates: ['x'] } };
  const text = JSON.stringify({ type: 'FeatureCollection', features: [spoilt, well, null] });
  expect(storedDrawings(memoryStorage({ [KEY]: text }), KEY)).toEqual([well]);
  expect(storedDrawings(memoryStorage({ [KEY]: 'not JSON' }), KEY)).toEqual([]);
});

test('too many are not kept, and what was kept stays', () => {
  const storage = memoryStorage();
  storeDrawings(storage, KEY, [well]);
  const huge = { ...well, properties: { name: 'x'.repeat(DRAWINGS_KEPT_CHARACTERS_MAX) } };
  expect(storeDrawings(storage, KEY, [huge])).toBe(false);
  expect(storedDrawings(storage, KEY)).toEqual([well]);
});

test('a browser that refuses to keep anything loses nothing but the keeping', () => {
  const refuse = () => {
    throw new DOMException('no', 'QuotaExceededError');
  };
  const refusing = { getItem: refuse, setItem: refuse, removeItem: refuse };
  expect(storedDrawings(refusing, KEY)).toEqual([]);
  expect(storeDrawings(refusing, KEY, [well])).toBe(false);
});
