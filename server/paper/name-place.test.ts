import { expect, test } from 'vitest';
import type { Position } from '../../geo/geometry.ts';
import { namePlace } from './name-place.ts';
import { frameOf } from './sheet-frame.ts';

const center = { lng: -80.86, lat: 35.62 };
const frame = frameOf({ paper: 'letter', isAcross: false, feetPerInch: 100, center });
const { west, south, east, north } = frame.land;

/** A lot by its edges, with the middle of all of it. */
function lot(left: number, bottom: number, right: number, top: number) {
  const ring: Position[] = [
    [left, bottom],
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  const inside: Position = [(left + right) / 2, (bottom + top) / 2];
  return { geometry: { type: 'Polygon' as const, coordinates: [ring] }, inside };
}

test('a lot in the frame has its name in its middle', () => {
  const place = namePlace(lot(west, south, center.lng, center.lat), frame)!;
  expect([place.x, place.y]).toEqual([
    expect.closeTo(frame.map.x + frame.map.width / 4, 1),
    expect.closeTo(frame.map.y + (frame.map.height * 3) / 4, 1),
  ]);
});

test('a lot whose middle lies beside the frame has it in the middle of what is shown', () => {
  const width = east - west;
  const place = namePlace(lot(east - width / 4, south, east + 10 * width, north), frame)!;
  expect([place.x, place.y]).toEqual([
    expect.closeTo(frame.map.x + (frame.map.width * 7) / 8, 1),
    expect.closeTo(frame.map.y + frame.map.height / 2, 1),
  ]);
  expect(place.lot.width).toBeCloseTo(frame.map.width / 4, 1);
});

test('a lot beside the frame has none', () => {
  expect(namePlace(lot(east + 0.01, south, east + 0.02, north), frame)).toBeUndefined();
});
