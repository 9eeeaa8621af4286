import { expect, test } from 'vitest';
import { DRAWINGS_KEPT_CHARACTERS_MAX } from '../../contract/limits.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import type { Drawing } from './drawing.ts';
import { DRAWINGS_KEY, storeDrawings, storedDrawings } from './stored-drawings.ts';

const well: Drawing = {
  type: 'Feature',
  id: 'a',
  properties: { name: 'Well' },
  geometry: { type: 'Point', coordinates: [-80.86, 35.62] },
};

test('drawings come back as they were', () => {
  const storage = memoryStorage();
  expect(storeDrawings(storage, [well])).toBe(true);
  expect(storedDrawings(storage)).toEqual([well]);
  storeDrawings(storage, []);
  expect(storage.getItem(DRAWINGS_KEY)).toBeNull();
  expect(storedDrawings(storage)).toEqual([]);
});

test('what somebody else has spoilt is left out, and the rest is kept', () => {
  const spoilt = { ...well, id: 'b', geometry: { type: 'Point', coordinates: ['x'] } };
  const text = JSON.stringify({ type: 'FeatureCollection', features: [spoilt, well, null] });
  expect(storedDrawings(memoryStorage({ [DRAWINGS_KEY]: text }))).toEqual([well]);
  expect(storedDrawings(memoryStorage({ [DRAWINGS_KEY]: 'not JSON' }))).toEqual([]);
});

test('too many are not kept, and what was kept stays', () => {
  const storage = memoryStorage();
  storeDrawings(storage, [well]);
  const huge = { ...well, properties: { name: 'x'.repeat(DRAWINGS_KEPT_CHARACTERS_MAX) } };
  expect(storeDrawings(storage, [huge])).toBe(false);
  expect(storedDrawings(storage)).toEqual([well]);
});

test('a browser that refuses to keep anything loses nothing but the keeping', () => {
  const refuse = () => {
    throw new DOMException('no', 'QuotaExceededError');
  };
  const refusing = { getItem: refuse, setItem: refuse, removeItem: refuse };
  expect(storedDrawings(refusing)).toEqual([]);
  expect(storeDrawings(refusing, [well])).toBe(false);
});
