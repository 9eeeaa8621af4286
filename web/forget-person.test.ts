import { beforeEach, expect, test, vi } from 'vitest';
import { exampleParcel } from '../test/example-parcel.ts';
import { memoryStorage } from '../test/memory-storage.ts';
import type { Drawing } from './draw/drawing.ts';
import { drawingsKey, openDrawings, recordDrawings, useDrawings } from './draw/drawings-store.ts';
import { keptFiltersKey } from './find/kept-filters.ts';
import { forgetOthers, forgetPerson } from './forget-person.ts';
import { keptKeys } from './kept-in-browser.ts';
import { keyOfPerson } from './kept-of-person.ts';
import { cachedParcel, cacheParcel } from './parcel/parcel-cache.ts';
import { rememberedList, rememberList } from './saved/remembered-list.ts';

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage({ unrelated: 'kept' }));
  return () => {
    useDrawings.setState(useDrawings.getInitialState());
    vi.unstubAllGlobals();
  };
});

const parcel = exampleParcel();
const point: Drawing = {
  type: 'Feature',
  id: 'point',
  properties: {},
  geometry: { type: 'Point', coordinates: [-80.86, 35.62] },
};

test('cached parcels, the last place, the drawings and the filters of the person go, those of others stay', () => {
  localStorage.setItem(keyOfPerson('place', 'ada'), '{}');
  localStorage.setItem(keyOfPerson('place', 'bob'), '{}');
  localStorage.setItem(keyOfPerson('contours', 'ada'), 'true');
  localStorage.setItem(drawingsKey('bob'), 'drawings of bob');
  localStorage.setItem(keptFiltersKey('ada'), '[]');
  rememberList('ada', []);
  expect(rememberedList('ada')).toEqual([]);
  openDrawings('ada');
  recordDrawings([point]);
  expect(localStorage.getItem(drawingsKey('ada'))).not.toBeNull();
  cacheParcel(parcel, 'version');
  expect(cachedParcel(parcel.pin, 'version')).toBeDefined();

  forgetPerson('ada');
  expect(localStorage.getItem(keptFiltersKey('ada'))).toBeNull();
  expect(localStorage.getItem(keyOfPerson('place', 'ada'))).toBeNull();
  expect(localStorage.getItem(keyOfPerson('place', 'bob'))).toBe('{}');
  // It says nothing about anybody.
  expect(localStorage.getItem(keyOfPerson('contours', 'ada'))).toBe('true');
  expect(rememberedList('ada')).toBeUndefined();
  expect(localStorage.getItem(drawingsKey('ada'))).toBeNull();
  expect(localStorage.getItem(drawingsKey('bob'))).toBe('drawings of bob');
  expect(cachedParcel(parcel.pin, 'version')).toBeUndefined();
  expect(localStorage.getItem('unrelated')).toBe('kept');

  // What a tool still does before the page is gone is not stored again.
  recordDrawings([point]);
  expect(localStorage.getItem(drawingsKey('ada'))).toBeNull();
  expect(useDrawings.getState().history.present).toEqual([]);
});

test('what another person has left whose session ended by itself goes; their drawings only once the account has them', () => {
  const sync = { writer: 'w', versions: { point: 1 }, unsent: [] as string[] };
  for (const [person, unsent] of [
    ['ada', []],
    ['bob', []],
    ['eve', ['point']],
  ] as const) {
    localStorage.setItem(keyOfPerson('place', person), '{}');
    localStorage.setItem(keptFiltersKey(person), '[]');
    rememberList(person, []);
    localStorage.setItem(
      drawingsKey(person),
      JSON.stringify({ type: 'FeatureCollection', features: [point] }),
    );
    localStorage.setItem(`${drawingsKey(person)}:sync`, JSON.stringify({ ...sync, unsent }));
  }
  cacheParcel(parcel, 'version');
  forgetOthers('ada');
  expect(cachedParcel(parcel.pin, 'version')).toBeUndefined();
  expect(keptKeys().filter((key) => !key.includes('ada'))).toEqual([
    'unrelated',
    'drawings:eve',
    'drawings:eve:sync',
    'parcelCacheOf',
  ]);
  expect(keptKeys().filter((key) => key.includes('ada'))).toHaveLength(5);
});

test('what a person has read stays when the page is loaded again, also while drawings of another one wait here', () => {
  localStorage.setItem(drawingsKey('eve'), JSON.stringify({ type: 'FeatureCollection', features: [point] }));
  forgetOthers('ada');
  cacheParcel(parcel, 'version');
  forgetOthers('ada');
  expect(cachedParcel(parcel.pin, 'version')).toBeDefined();
  // Somebody who has left nothing but this.
  localStorage.removeItem(keyOfPerson('place', 'ada'));
  forgetOthers('eve');
  expect(cachedParcel(parcel.pin, 'version')).toBeUndefined();
});
