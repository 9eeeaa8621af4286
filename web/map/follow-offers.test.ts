import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeMap } from '../../test/fake-map.ts';
import { useMapStore } from '../map-store.ts';
import { styleEntries } from './basemaps.ts';
import { followOffers } from './follow-offers.ts';
import type { MapOffers } from './map-offers.ts';

const everything = { streets: true, imagery: true, contours: true };
const nothing = { streets: false, imagery: false, contours: false };
const provider = {
  styles: styleEntries((id) => `https://maps.example.org/${id}`),
  contours: { type: 'vector' as const, tiles: [] },
  labelFont: ['Noto Sans Regular'],
};
const state = () => useMapStore.getState();

beforeEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  return () => useMapStore.setState(useMapStore.getInitialState());
});

function follow(offers: MapOffers) {
  const fake = fakeMap();
  Object.assign(fake.map, { setLayoutProperty: () => {} });
  const changeStyle = vi.fn((_id: string) => fake.loadStyle());
  return { ...fake, changeStyle, ...followOffers(fake.map, { provider, offers, changeStyle }) };
}

describe('an import while the page is open', () => {
  test('that changes nothing of the maps leaves the style alone', () => {
    const { change, changeStyle } = follow(everything);
    change({ ...everything });
    expect(changeStyle).not.toHaveBeenCalled();
  });

  test('replaces a style that is no longer offered, and says so', () => {
    const { change, changeStyle, flyTo, jumpTo } = follow(everything);
    useMapStore.setState({ styleId: 'satellite-streets-v12' });
    change(nothing);
    expect(changeStyle).toHaveBeenCalledExactlyOnceWith('streets-v12');
    expect(state().mapNotice).toContain('Satellite Streets is not available');
    expect([flyTo, jumpTo].flatMap(({ mock }) => mock.calls)).toEqual([]);
  });

  test('loads a style that is still offered again, for its document names the maps, and says nothing', () => {
    const { change, changeStyle } = follow(everything);
    change(nothing);
    expect(changeStyle).toHaveBeenCalledExactlyOnceWith('streets-v12');
    expect(state().mapNotice).toBeUndefined();
  });

  test('takes contour lines away, and brings them', () => {
    const { change, layerIds } = follow(everything);
    useMapStore.setState({ showsContours: true });
    expect(layerIds()).toContain('contour-lines');
    change(nothing);
    expect(layerIds()).toEqual([]);
    expect(state()).toMatchObject({
      showsContours: false,
      mapNotice: 'Other parcels were loaded. Their land has no contour lines.',
    });
    change(everything);
    expect(layerIds()).toContain('contour-lines');
    expect(state().mapNotice).toBeUndefined();
  });
});

test('nothing is followed after the end', () => {
  const { change, stop, listenerCount } = follow(nothing);
  change(everything);
  expect(listenerCount()).toBeGreaterThan(0);
  stop();
  expect(listenerCount()).toBe(0);
});
