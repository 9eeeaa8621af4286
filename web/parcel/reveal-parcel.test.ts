import type { Map as MapLibreMap } from 'maplibre-gl';
import { expect, test, vi } from 'vitest';
import { centerOnParcel, forgetPadding, panToReveal } from './reveal-parcel.ts';

const ROOM_PX = 300;

test('a parcel above the panel stays where it is', () => {
  expect(panToReveal({ topPx: 100, bottomPx: 200 }, ROOM_PX)).toBe(0);
  expect(panToReveal({ topPx: 100, bottomPx: 276 }, ROOM_PX)).toBe(0);
});

test('a parcel behind the panel moves up until it ends above it', () => {
  expect(panToReveal({ topPx: 350, bottomPx: 400 }, ROOM_PX)).toBe(124);
});

test('a parcel higher than the room moves no further than its top allows', () => {
  expect(panToReveal({ topPx: 100, bottomPx: 900 }, ROOM_PX)).toBe(28);
});

test('a parcel that begins above the screen stays where it is', () => {
  expect(panToReveal({ topPx: -500, bottomPx: 900 }, ROOM_PX)).toBe(0);
});

test('[S7] centring flies to zoom 15.25 at speed 1.5, with 100 px around what the panel leaves free', () => {
  const flyTo = vi.fn();
  const center = { lng: -80.86, lat: 35.62 };
  centerOnParcel({ map: { flyTo } as unknown as MapLibreMap, coveredPx: 240, center });
  expect(flyTo).toHaveBeenCalledExactlyOnceWith({
    center: center,
    zoom: 15.25,
    speed: 1.5,
    padding: { top: 100, right: 100, bottom: 340, left: 100 },
  });
});

test('whoever closes the panel on the way to its parcel still arrives, and only then is the padding gone', () => {
  let isMoving = true;
  let arrive = () => {};
  const jumpTo = vi.fn();
  const map = {
    style: {},
    getPadding: () => ({ top: 100, right: 100, bottom: 340, left: 100 }),
    getContainer: () => ({ clientWidth: 800, clientHeight: 600 }),
    unproject: (place: unknown) => place,
    isMoving: () => isMoving,
    once: (_: string, listener: () => void) => {
      arrive = listener;
    },
    jumpTo,
  };
  forgetPadding(map as unknown as MapLibreMap);
  expect(jumpTo).not.toHaveBeenCalled();
  isMoving = false;
  arrive();
  expect(jumpTo).toHaveBeenCalledExactlyOnceWith({
    center: [400, 300],
    padding: { top: 0, right: 0, bottom: 0, left: 0 },
  });
});
