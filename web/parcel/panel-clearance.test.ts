import { expect, test } from 'vitest';
import { fakeMap } from '../../test/fake-map.ts';
import {
  bringIntoSight,
  centerOnParcel,
  keepInView,
  panIntoRoom,
  panToReveal,
  resetPadding,
} from './panel-clearance.ts';

const ROOM_PX = 300;

test('a parcel above the panel stays where it is', () => {
  expect(panToReveal({ topPx: 100, bottomPx: 200 }, ROOM_PX)).toBe(0);
  expect(panToReveal({ topPx: 100, bottomPx: 276 }, ROOM_PX)).toBe(0);
});

test('a parcel behind the panel moves up until it ends above it', () => {
  expect(panToReveal({ topPx: 350, bottomPx: 400 }, ROOM_PX)).toBe(124);
});

test('a parcel taller than the space above the panel moves only until its top reaches the margin', () => {
  expect(panToReveal({ topPx: 100, bottomPx: 900 }, ROOM_PX)).toBe(28);
});

test('a parcel that begins above the screen stays where it is', () => {
  expect(panToReveal({ topPx: -500, bottomPx: 900 }, ROOM_PX)).toBe(0);
});

/** The fake map projects a degree to a pixel, and latitude downwards. */
const lot = (topPx: number, bottomPx: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [0, -bottomPx],
      [9, -bottomPx],
      [9, -topPx],
      [0, -bottomPx],
    ] as [number, number][],
  ],
});

test.each([
  { what: 'a lot that was in view', lot: lot(280, 320), pannedPx: 144 },
  { what: 'a lot that was partly behind the panel', lot: lot(370, 420), pannedPx: 244 },
  { what: 'a lot that is still clear of it', lot: lot(100, 160), pannedPx: undefined },
  { what: 'a lot that was behind the panel', lot: lot(420, 460), pannedPx: undefined },
  { what: 'a lot above the screen', lot: lot(-200, -100), pannedPx: undefined },
])('the panel grows from 200 to 400 of 600 px: $what', ({ lot: geometry, pannedPx }) => {
  const { map, panBy } = fakeMap({ heightPx: 600 });
  keepInView({ map, geometry, coveredBeforePx: 200, coveredPx: 400 });
  expect(panBy.mock.calls.map(([offset]) => offset)).toEqual(pannedPx === undefined ? [] : [[0, pannedPx]]);
});

test.each([
  { what: 'in sight', from: 120, to: 200, panned: 0 },
  { what: 'behind the panel', from: 350, to: 420, panned: 120 },
  { what: 'partly behind it', from: 260, to: 340, panned: 40 },
  { what: 'above the screen', from: -80, to: -20, panned: -180 },
  { what: 'too large, and in the middle of the room', from: 90, to: 600, panned: 0 },
  { what: 'too large, and behind the panel', from: 400, to: 800, panned: 200 },
  { what: 'too large, and above the screen', from: -900, to: -100, panned: -300 },
])('a parcel of a link that is $what pans by $panned', ({ from, to, panned }) => {
  expect(panIntoRoom({ fromPx: from, toPx: to }, { fromPx: 100, toPx: 300 })).toBe(panned);
});

test('the view of a link stays where its parcel is in sight, and else moves just enough', () => {
  const { map, panBy } = fakeMap({ widthPx: 390, heightPx: 800 });
  bringIntoSight({ map, geometry: besideLeft(100, 30), coveredPx: 200 });
  expect(panBy).not.toHaveBeenCalled();
  // Beyond the tools on the right, and behind the panel.
  bringIntoSight({ map, geometry: besideLeft(590, 400), coveredPx: 200 });
  expect(panBy.mock.lastCall![0]).toEqual([96, 34]);
});

const besideLeft = (topPx: number, leftPx: number) => ({
  type: 'Polygon' as const,
  coordinates: [
    [
      [leftPx, -topPx],
      [leftPx + 10, -topPx],
      [leftPx + 10, -topPx - 20],
      [leftPx, -topPx],
    ] as [number, number][],
  ],
});

test('the panel grows during a flight: the flight goes on', () => {
  const { map, camera, panBy } = fakeMap({ heightPx: 600 });
  camera.isMoving = true;
  keepInView({ map, geometry: lot(280, 320), coveredBeforePx: 200, coveredPx: 400 });
  expect(panBy).not.toHaveBeenCalled();
});

test('[S7] centering flies to zoom 15.25 at speed 1.5, with a padding of 100 px, plus the height of the panel below', () => {
  const { map, flyTo } = fakeMap();
  const center = { lng: -80.86, lat: 35.62 };
  centerOnParcel({ map, coveredPx: 240, center });
  expect(flyTo).toHaveBeenCalledExactlyOnceWith({
    center,
    zoom: 15.25,
    speed: 1.5,
    padding: { top: 100, right: 100, bottom: 340, left: 100 },
  });
});

test('closing the panel does not interrupt a flight to its parcel: the padding is reset on arrival', () => {
  const { map, camera, jumpTo, fire } = fakeMap({ widthPx: 800, heightPx: 600 });
  camera.padding = { top: 100, right: 100, bottom: 340, left: 100 };
  camera.isMoving = true;
  resetPadding(map);
  expect(jumpTo).not.toHaveBeenCalled();
  camera.isMoving = false;
  fire('moveend');
  expect(jumpTo).toHaveBeenCalledExactlyOnceWith({
    center: [400, 300],
    padding: { top: 0, right: 0, bottom: 0, left: 0 },
  });
});
