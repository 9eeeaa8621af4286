import { describe, expect, test, vi } from 'vitest';
import { fakeMap } from '../../test/fake-map.ts';
import { followLocation } from './follow-location.ts';

const HOME = { lng: -80, lat: 35 };
const SHOP = { lng: -60, lat: 35 };

/** The map has arrived at HOME. */
function following({ coveredPx = 0 } = {}) {
  const fake = fakeMap();
  const onMovedAway = vi.fn();
  const followed = followLocation({
    map: fake.map,
    at: HOME,
    zoom: 15,
    coveredPx: () => coveredPx,
    onMovedAway,
  });
  const arriveAt = (center: { lng: number; lat: number }) => {
    fake.camera.isMoving = false;
    fake.camera.center = center;
    fake.fire('moveend');
  };
  fake.camera.isMoving = true;
  return { ...fake, ...followed, arriveAt, onMovedAway };
}

describe('the map that follows my location', () => {
  test('[M8] flies there at zoom 15', () => {
    const { flyTo } = following();
    expect(flyTo).toHaveBeenCalledExactlyOnceWith({ center: [HOME.lng, HOME.lat], zoom: 15 });
  });

  test('moves with it, at the zoom that the user has chosen', () => {
    const { moveTo, arriveAt, easeTo, onMovedAway } = following();
    arriveAt(HOME);
    moveTo(SHOP);
    expect(easeTo).toHaveBeenCalledExactlyOnceWith({ center: [SHOP.lng, SHOP.lat] });
    arriveAt(SHOP);
    expect(onMovedAway).not.toHaveBeenCalled();
  });

  test('does not interrupt its flight or a zoom: it moves on at their end', () => {
    const { moveTo, arriveAt, easeTo, onMovedAway } = following();
    moveTo(SHOP);
    expect(easeTo).not.toHaveBeenCalled();
    arriveAt(HOME);
    expect(easeTo).toHaveBeenCalledExactlyOnceWith({ center: [SHOP.lng, SHOP.lat] });
    expect(onMovedAway).not.toHaveBeenCalled();
  });

  test('stops as soon as the map is dragged, and when it has moved elsewhere in any other way', () => {
    const { fire, arriveAt, onMovedAway } = following();
    fire('dragstart');
    expect(onMovedAway).toHaveBeenCalledOnce();
    arriveAt({ lng: HOME.lng + 5, lat: HOME.lat });
    expect(onMovedAway).toHaveBeenCalledTimes(2);
  });

  test('goes on after a zoom around the middle', () => {
    const { arriveAt, onMovedAway } = following();
    arriveAt(HOME);
    arriveAt({ lng: HOME.lng + 0.5, lat: HOME.lat });
    expect(onMovedAway).not.toHaveBeenCalled();
  });

  test('goes to the middle of what a panel leaves of the map', () => {
    const { flyTo, easeTo, moveTo, arriveAt, onMovedAway } = following({ coveredPx: 20 });
    expect(flyTo.mock.lastCall).toEqual([{ center: [HOME.lng, HOME.lat], offset: [0, -10], zoom: 15 }]);
    // South of it, so that it is seen 10 pixels above the middle.
    arriveAt({ lng: HOME.lng, lat: HOME.lat - 10 });
    expect(onMovedAway).not.toHaveBeenCalled();
    moveTo(SHOP);
    expect(easeTo.mock.lastCall).toEqual([{ center: [SHOP.lng, SHOP.lat], offset: [0, -10] }]);
  });

  test('a move that its own flight interrupts does not count', () => {
    const fake = fakeMap();
    const onMovedAway = vi.fn();
    fake.flyTo.mockImplementation(() => fake.fire('moveend'));
    followLocation({ map: fake.map, at: HOME, zoom: 15, coveredPx: () => 0, onMovedAway });
    expect(onMovedAway).not.toHaveBeenCalled();
  });

  test('removes its listeners', () => {
    const { stop, listenerCount } = following();
    stop();
    expect(listenerCount()).toBe(0);
  });
});
