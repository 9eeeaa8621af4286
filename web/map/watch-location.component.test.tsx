import { beforeEach, describe, expect, test, vi } from 'vitest';
import { askForCompass, watchCompass, watchLocation } from './watch-location.ts';

let visibility: DocumentVisibilityState = 'visible';
function turnPage(next: DocumentVisibilityState): void {
  visibility = next;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  visibility = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  return () => vi.restoreAllMocks();
});

describe('the device is asked where it is', () => {
  function watching() {
    const watched = new Set<number>();
    let answer: PositionCallback = () => {};
    vi.spyOn(navigator.geolocation, 'watchPosition').mockImplementation((onFound) => {
      answer = onFound;
      watched.add(watched.size + 1);
      return watched.size;
    });
    vi.spyOn(navigator.geolocation, 'clearWatch').mockImplementation((id) => void watched.delete(id));
    const onFix = vi.fn();
    const stop = watchLocation({ onFix, onFailure: () => {} });
    return {
      stop,
      onFix,
      watchCount: () => watched.size,
      find: (coords: object) => answer({ coords } as GeolocationPosition),
    };
  }

  test('only while the page is visible, and until it is stopped', () => {
    const { stop, watchCount } = watching();
    expect(watchCount()).toBe(1);
    turnPage('hidden');
    expect(watchCount()).toBe(0);
    turnPage('visible');
    turnPage('visible');
    expect(watchCount()).toBe(1);
    stop();
    expect(watchCount()).toBe(0);
    turnPage('hidden');
    turnPage('visible');
    expect(watchCount()).toBe(0);
  });

  test('a device at rest has no heading', () => {
    const { onFix, find } = watching();
    for (const heading of [null, Number.NaN, 0, 270])
      find({ longitude: -80, latitude: 35, accuracy: 12, heading });
    expect(onFix.mock.calls.map(([{ headingDegrees }]) => headingDegrees)).toEqual([
      undefined,
      undefined,
      0,
      270,
    ]);
    expect(onFix).toHaveBeenCalledWith({ lng: -80, lat: 35, accuracyMeters: 12, headingDegrees: 270 });
  });
});

describe('the compass', () => {
  const turn = (alpha: number | null, absolute = true) =>
    window.dispatchEvent(new DeviceOrientationEvent('deviceorientationabsolute', { alpha, absolute }));

  test('tells where the device points, clockwise from north, without its trembling', () => {
    const onHeading = vi.fn();
    const stop = watchCompass(onHeading);
    for (const alpha of [270, 271, 269, 358, 1, 180]) turn(alpha);
    expect(onHeading.mock.calls.flat()).toEqual([90, 0, 180]);
    stop();
    turn(90);
    expect(onHeading).toHaveBeenCalledTimes(3);
  });

  test('a device without one, or whose zero is not north, tells nothing', () => {
    const onHeading = vi.fn();
    const stop = watchCompass(onHeading);
    turn(null);
    turn(90, false);
    expect(onHeading).not.toHaveBeenCalled();
    stop();
  });

  test('in Safari the heading has an event and a number of its own', () => {
    const { ondeviceorientationabsolute } = window;
    Reflect.deleteProperty(window, 'ondeviceorientationabsolute');
    const onHeading = vi.fn();
    const stop = watchCompass(onHeading);
    const event = new DeviceOrientationEvent('deviceorientation', { alpha: 12 });
    window.dispatchEvent(Object.assign(event, { webkitCompassHeading: 271 }));
    expect(onHeading.mock.calls).toEqual([[270]]);
    stop();
    window.ondeviceorientationabsolute = ondeviceorientationabsolute;
  });

  test('iOS is asked for it, and a refusal is no failure of the page', async () => {
    const requestPermission = vi.fn(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    Object.assign(DeviceOrientationEvent, { requestPermission });
    askForCompass();
    Reflect.deleteProperty(DeviceOrientationEvent, 'requestPermission');
    askForCompass();
    expect(requestPermission).toHaveBeenCalledOnce();
    await expect(requestPermission.mock.results[0]!.value).rejects.toThrow();
  });
});
