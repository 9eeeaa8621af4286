import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeMap } from '../../test/fake-map.ts';
import type { SavedParcelForm } from './saved-parcel-calls.ts';
import { marksOf, showMarks } from './saved-parcel-marks.ts';

// Node has no canvas: the mark's image is stubbed.
beforeEach(() => {
  const pen = { scale() {}, fill() {}, stroke() {}, getImageData: () => ({}) };
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => pen;
    },
  );
  vi.stubGlobal('Path2D', class {});
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const saved = (pin: string, lng: number | null, lat: number | null) =>
  ({ pin, centroid_lon: lng, centroid_lat: lat }) as SavedParcelForm;

test('[N4] every saved parcel has a mark at its center; without a center it has none', () => {
  const { features } = marksOf([saved('a', -80.8, 35.6), saved('b', null, null), saved('c', 0, 0)]);
  expect(features.map(({ properties, geometry }) => [properties.pin, geometry.coordinates])).toEqual([
    ['a', [-80.8, 35.6]],
    ['c', [0, 0]],
  ]);
});

const shownPins = ({ layerIds, sourceData }: ReturnType<typeof fakeMap>) => {
  const marks = sourceData('saved-parcels') as ReturnType<typeof marksOf> | undefined;
  return layerIds().includes('saved-parcel-marks') && marks?.features.map(({ properties }) => properties.pin);
};

test('[N4] marks change with the list and are added again on every new style', () => {
  const fake = fakeMap();
  const marks = showMarks(fake.map);
  expect(shownPins(fake)).toEqual([]);
  marks.change(marksOf([saved('a', 1, 2)]));
  expect(shownPins(fake)).toEqual(['a']);
  fake.loadStyle();
  expect(shownPins(fake)).toEqual(['a']);
});

test('a list that arrives before the style is shown with it', () => {
  const fake = fakeMap({ style: undefined });
  showMarks(fake.map).change(marksOf([saved('a', 1, 2)]));
  fake.loadStyle();
  expect(shownPins(fake)).toEqual(['a']);
});

test('[N4] switching off removes everything, also after showing twice or after the map was removed', () => {
  const { map, leftoverCount, listenerCount, removeMap } = fakeMap();
  for (const _ of [1, 2]) {
    showMarks(map).remove();
    expect([leftoverCount(), listenerCount()]).toEqual([0, 0]);
  }
  const marks = showMarks(map);
  removeMap();
  marks.remove();
  expect([leftoverCount(), listenerCount()]).toEqual([0, 0]);
});
