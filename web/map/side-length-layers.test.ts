import { afterEach, expect, test } from 'vitest';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { followSideLengths, SIDE_SOURCE, sideShapes } from './side-length-layers.ts';

afterEach(() => useMapStore.setState(useMapStore.getInitialState()));

const label = {
  points: [
    [-80.86, 35.62],
    [-80.85, 35.62],
  ],
  text: '124.6 ft',
} as const;

test('[S16] each side is a line with its length, and the map follows until it is stopped', () => {
  const { map, sourceData, removeMap } = fakeMap({ style: { sources: { [SIDE_SOURCE]: {} } } });
  const stop = followSideLengths(map);
  useMapStore.setState({ sideLabels: [label] });
  expect(sourceData(SIDE_SOURCE)).toEqual(sideShapes([label]));
  expect(sourceData(SIDE_SOURCE)).toMatchObject({
    features: [{ properties: { text: '124.6 ft' }, geometry: { coordinates: label.points } }],
  });
  useMapStore.setState({ sideLabels: [] });
  expect(sourceData(SIDE_SOURCE)).toMatchObject({ features: [] });
  // A map that was removed has no source to follow with.
  removeMap();
  useMapStore.setState({ sideLabels: [label] });
  stop();
});
