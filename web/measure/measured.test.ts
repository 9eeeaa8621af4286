import { expect, test } from 'vitest';
import type { Position } from '../../geo/geometry.ts';
import { measured } from './measured.ts';
import type { Measurement } from './measurement.ts';

const measuring = (mode: 'distance' | 'area', points: Position[], cursor?: Position): Measurement => ({
  mode,
  points,
  cursor,
  isFinished: false,
});

const square: Position[] = [
  [-80.86, 35.62],
  [-80.85, 35.62],
  [-80.85, 35.63],
  [-80.86, 35.63],
];

test('[W3] the segment being drawn and the whole way are known before the click', () => {
  const { segment, lengthMeters } = measured(measuring('distance', square.slice(0, 2), square[2]));
  expect(segment?.azimuthDegrees).toBeCloseTo(0, 6);
  expect(segment?.meters).toBeCloseTo(1109.6, 0);
  expect(lengthMeters).toBeGreaterThan(segment!.meters);
});

test('[W3] an area is known from the third point on, the one under the pointer included', () => {
  expect(measured(measuring('area', square.slice(0, 2))).area).toEqual({ status: 'none' });
  expect(measured(measuring('area', square.slice(0, 2), square[2])).area).toMatchObject({ status: 'found' });
  const whole = measured(measuring('area', square)).area;
  const closing = measured(measuring('area', square, square[0])).area;
  expect(whole).toEqual(closing);
});

test('[W3] sides that cross are said to cross instead of being given a wrong area', () => {
  const bowTie = [square[0]!, square[2]!, square[1]!, square[3]!];
  expect(measured(measuring('area', bowTie)).area).toEqual({ status: 'crossing' });
});

test('nothing has no length', () => {
  expect(measured({ mode: 'none' })).toEqual({
    segment: undefined,
    lengthMeters: 0,
    area: { status: 'none' },
  });
});
