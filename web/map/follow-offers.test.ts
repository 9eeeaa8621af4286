import { beforeEach, describe, expect, test, vi } from 'vitest';
import { useMapStore } from '../map-store.ts';
import { styleEntries } from './basemaps.ts';
import { followOffers } from './follow-offers.ts';
import type { MapOffers } from './map-offers.ts';

const everything = { streets: true, imagery: true, contours: true };
const nothing = { streets: false, imagery: false, contours: false };
const provider = {
  styles: styleEntries((id) => `https://maps.example.org/${id}`),
};
const state = () => useMapStore.getState();

beforeEach(() => {
  useMapStore.setState(useMapStore.getInitialState());
  return () => useMapStore.setState(useMapStore.getInitialState());
});

function follow(offers: MapOffers) {
  const changeStyle = vi.fn();
  return { changeStyle, ...followOffers({ provider, offers, changeStyle }) };
}

describe('an import while the page is open', () => {
  test('that changes nothing of the maps leaves the style alone', () => {
    const { change, changeStyle } = follow(everything);
    change({ ...everything });
    expect(changeStyle).not.toHaveBeenCalled();
  });

  test('replaces a style that is no longer offered, and says so', () => {
    const { change, changeStyle } = follow(everything);
    useMapStore.setState({ styleId: 'satellite-streets-v12' });
    change(nothing);
    expect(changeStyle).toHaveBeenCalledExactlyOnceWith('streets-v12');
    expect(state().mapNotice).toContain('Satellite Streets is not available');
  });

  test('loads a style that is still offered again, for its document names the maps, and says nothing', () => {
    const { change, changeStyle } = follow(everything);
    change(nothing);
    expect(changeStyle).toHaveBeenCalledExactlyOnceWith('streets-v12');
    expect(state().mapNotice).toBeUndefined();
  });

  test('takes contour lines away with the style, and brings them', () => {
    const { change, current, changeStyle } = follow(everything);
    useMapStore.setState({ showsContours: true });
    changeStyle.mockImplementation(() => expect(current().contours).toBe(false));
    change(nothing);
    expect(state()).toMatchObject({
      showsContours: false,
      mapNotice: 'Other parcels were loaded. Their land has no contour lines.',
    });
    changeStyle.mockImplementation(() => expect(current().contours).toBe(true));
    change(everything);
    expect(changeStyle).toHaveBeenCalledTimes(2);
    expect(state().mapNotice).toBeUndefined();
  });
});
