import { beforeEach, expect, test } from 'vitest';
import { exampleParcel } from '../../test/example-parcel.ts';
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

test('[S18] picked parcels are marked while they are picked, also after a change of style', () => {
  const { map, setFeatureState, removeFeatureState, fire } = fakeMap({
    style: { sources: { [PARCEL_SOURCE]: {} } },
  });
  const stop = keepHighlights(map);
  const marked = () => setFeatureState.mock.calls.map(([{ id }]) => id);
  useMapStore.setState({ tool: 'pick', picked: ['a'] });
  useMapStore.setState({ picked: ['a', 'b'] });
  expect(marked()).toEqual(['a', 'b']);
  fire('sourcedata', { sourceId: PARCEL_SOURCE, sourceDataType: 'metadata' });
  expect(marked()).toEqual(['a', 'b', 'a', 'b']);
  useMapStore.setState({ picked: ['b'] });
  expect(removeFeatureState.mock.calls).toEqual([[expect.objectContaining({ id: 'a' }), 'picked']]);
  useMapStore.setState({ tool: 'none' });
  expect(removeFeatureState).toHaveBeenLastCalledWith(expect.objectContaining({ id: 'b' }), 'picked');
  stop();
});

test('[S18] the pointer moves as freely over a thousand picked parcels as over none', () => {
  const { map, setFeatureState } = fakeMap({ style: { sources: { [PARCEL_SOURCE]: {} } } });
  const stop = keepHighlights(map);
  let reads = 0;
  const counted = (pins: string[]): readonly string[] =>
    new Proxy(pins, {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads++;
        return Reflect.get(target, key);
      },
    });
  const pins = Array.from({ length: 1000 }, (_, at) => `pin ${at}`);
  useMapStore.setState({ tool: 'pick', picked: counted(pins) });
  useMapStore.setState({ picked: counted([...pins, 'one more']) });
  expect(setFeatureState).toHaveBeenCalledTimes(1001);
  expect(reads).toBeLessThan(10_000);
  reads = 0;
  for (const pin of ['a', 'b', 'c']) {
    useMapStore.setState({ hovered: { id: pin, pin, name: '', owner: '', add1: null, city: null } });
  }
  expect(setFeatureState).toHaveBeenCalledTimes(1004);
  expect(reads).toBe(0);
  stop();
});

test('the owner name in the tiles gives way once the selected parcel shows its own, and comes back', () => {
  const { map, setFeatureState, removeFeatureState } = fakeMap({
    style: { sources: { [PARCEL_SOURCE]: {} } },
  });
  const stop = keepHighlights(map);
  const parcel = exampleParcel({ pin: '4645' });
  const named = [expect.objectContaining({ id: '4645' }), { named: true }];
  useMapStore.setState({ selection: { status: 'loading', pin: '4645' } });
  expect(setFeatureState.mock.calls).not.toContainEqual(named);
  useMapStore.setState({ selection: { status: 'loaded', pin: '4645', parcel, geometry: null } });
  expect(setFeatureState.mock.calls).toContainEqual(named);
  useMapStore.setState({ selection: { status: 'none' } });
  expect(removeFeatureState.mock.calls).toContainEqual([expect.objectContaining({ id: '4645' }), 'named']);
  stop();
});
