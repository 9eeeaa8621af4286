import { beforeEach, expect, test } from 'vitest';
import { fakeMap } from '../../test/fake-map.ts';
import { PARCEL_SOURCE } from '../map/layers-on-map.ts';
import { useMapStore } from '../map-store.ts';
import { keepHighlights } from './parcel-highlights.ts';

beforeEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  return () => useMapStore.setState(useMapStore.getInitialState());
});

test('[S4] highlights are restored when the parcels are reloaded, and not when other sources load', () => {
  const { map, setFeatureState, fire } = fakeMap({ style: { sources: { [PARCEL_SOURCE]: {} } } });
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
