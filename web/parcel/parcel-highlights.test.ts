import type { Map as MapLibreMap } from 'maplibre-gl';
import { beforeEach, expect, test, vi } from 'vitest';
import { PARCEL_SOURCE } from '../map/layers-on-map.ts';
import { useMapStore } from '../map-store.ts';
import { keepHighlights } from './parcel-highlights.ts';

/** As much of a map as highlights need; its style has loaded. */
function fakeMap() {
  const listeners = new Map<string, (event: object) => void>();
  const setFeatureState = vi.fn();
  const map = {
    style: {},
    getStyle: () => ({}),
    getSource: () => ({}),
    getLayer: () => undefined,
    getLayersOrder: () => [],
    addLayer: () => {},
    setFeatureState,
    removeFeatureState: () => {},
    on: (type: string, listener: (event: object) => void) => {
      listeners.set(type, listener);
      return { unsubscribe: () => listeners.delete(type) };
    },
    off: () => {},
  };
  const fire = (type: string, event: object) => listeners.get(type)?.(event);
  return { map: map as unknown as MapLibreMap, setFeatureState, fire };
}

beforeEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  return () => useMapStore.setState(useMapStore.getInitialState());
});

test('[S4] parcels that are asked for again are highlighted as before, and other sources change nothing', () => {
  const { map, setFeatureState, fire } = fakeMap();
  const stop = keepHighlights(map);
  useMapStore.setState({ selection: { status: 'loading', pin: '4645' } });
  expect(setFeatureState).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ id: '4645' }), {
    selected: true,
  });
  fire('sourcedata', { sourceId: 'basemap', sourceDataType: 'metadata' });
  fire('sourcedata', { sourceId: PARCEL_SOURCE, sourceDataType: 'content' });
  expect(setFeatureState).toHaveBeenCalledTimes(1);
  fire('sourcedata', { sourceId: PARCEL_SOURCE, sourceDataType: 'metadata' });
  expect(setFeatureState).toHaveBeenCalledTimes(2);
  stop();
  fire('sourcedata', { sourceId: PARCEL_SOURCE, sourceDataType: 'metadata' });
  expect(setFeatureState).toHaveBeenCalledTimes(2);
});
