import type { Map as MapLibreMap } from 'maplibre-gl';
import { expect, test, vi } from 'vitest';
import type { SavedParcelForm } from './saved-parcel-form.ts';
import { marksOf, showMarks } from './saved-parcel-marks.ts';

vi.mock(import('./mark-image.ts'), async (original) => ({
  ...(await original()),
  drawMark: () => ({}) as ImageData,
}));

const saved = (pin: string, lng: number | null, lat: number | null) =>
  ({ pin, centroid_lon: lng, centroid_lat: lat }) as SavedParcelForm;

test('[N4] every saved parcel has a mark at its center, those without one have none', () => {
  const { features } = marksOf([saved('a', -80.8, 35.6), saved('b', null, null), saved('c', 0, 0)]);
  expect(features.map(({ properties, geometry }) => [properties.pin, geometry.coordinates])).toEqual([
    ['a', [-80.8, 35.6]],
    ['c', [0, 0]],
  ]);
});

/** As much of a map as marks need: what lies on its present style, and the word that a new one is there. */
function mapWithStyles() {
  let on: Record<'images' | 'sources' | 'layers', Map<string, unknown>> | undefined;
  const listeners = new Set<() => void>();
  const map = {
    getStyle: () => on && {},
    getLayer: (id: string) => on!.layers.get(id),
    getLayersOrder: () => [...on!.layers.keys()],
    getSource: (id: string) => on?.sources.get(id),
    addImage: (id: string, image: unknown) => on!.images.set(id, image),
    addLayer: (layer: { id: string }) => on!.layers.set(layer.id, layer),
    addSource: (id: string, { data }: { data: unknown }) =>
      on!.sources.set(id, {
        data,
        setData(this: { data: unknown }, next: unknown) {
          this.data = next;
        },
      }),
    removeImage: (id: string) => on!.images.delete(id),
    removeLayer: (id: string) => on!.layers.delete(id),
    removeSource: (id: string) => on!.sources.delete(id),
    on: (_: string, listener: () => void) => listeners.add(listener),
    off: (_: string, listener: () => void) => listeners.delete(listener),
  };
  return {
    map: map as unknown as MapLibreMap,
    loadStyle() {
      on = { images: new Map(), sources: new Map(), layers: new Map() };
      for (const listener of listeners) listener();
    },
    removeMap() {
      on = undefined;
    },
    shownPins: () => {
      const source = on?.sources.get('saved-parcels') as { data: ReturnType<typeof marksOf> } | undefined;
      return (
        on?.layers.has('saved-parcel-marks') && source?.data.features.map(({ properties }) => properties.pin)
      );
    },
    leftovers: () => Object.values(on ?? {}).reduce((sum, { size }) => sum + size, listeners.size),
  };
}

test('[N4] marks change with the list and are there again, as they were, on every new style', () => {
  const { map, loadStyle, shownPins } = mapWithStyles();
  loadStyle();
  const marks = showMarks(map);
  expect(shownPins()).toEqual([]);
  marks.change(marksOf([saved('a', 1, 2)]));
  expect(shownPins()).toEqual(['a']);
  loadStyle();
  expect(shownPins()).toEqual(['a']);
});

test('a list that arrives before the style is shown with it', () => {
  const { map, loadStyle, shownPins } = mapWithStyles();
  showMarks(map).change(marksOf([saved('a', 1, 2)]));
  loadStyle();
  expect(shownPins()).toEqual(['a']);
});

test('[N4] switched off, nothing of them is left, also when shown twice or when the map went first', () => {
  const { map, loadStyle, leftovers, removeMap } = mapWithStyles();
  loadStyle();
  for (const _ of [1, 2]) {
    showMarks(map).remove();
    expect(leftovers()).toBe(0);
  }
  const marks = showMarks(map);
  removeMap();
  marks.remove();
  expect(leftovers()).toBe(0);
});
