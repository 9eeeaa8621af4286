import { expect, test } from 'vitest';
import type { Position } from '../../geo/geometry.ts';
import { SIZES } from '../sizes.ts';
import type { PressWord } from '../ui/press-word.ts';
import { resultLines, resultOf, spokenResult } from './measure-result.ts';
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

test('[W3] the segment being drawn and the total length are known before the click', () => {
  const { segment, lengthMeters } = resultOf(measuring('distance', square.slice(0, 2), square[2]));
  expect(segment?.azimuthDegrees).toBeCloseTo(0, 6);
  expect(segment?.meters).toBeCloseTo(1109.6, 0);
  expect(lengthMeters).toBeGreaterThan(segment!.meters);
});

test('[W3] an area is known from the third point on, the one under the pointer included', () => {
  expect(resultOf(measuring('area', square.slice(0, 2))).area).toEqual({ status: 'none' });
  expect(resultOf(measuring('area', square.slice(0, 2), square[2])).area).toMatchObject({ status: 'found' });
  const whole = resultOf(measuring('area', square)).area;
  const closing = resultOf(measuring('area', square, square[0])).area;
  expect(whole).toEqual(closing);
});

test('[W3] sides that cross are reported as crossing, without a wrong area', () => {
  const bowTie = [square[0]!, square[2]!, square[1]!, square[3]!];
  expect(resultOf(measuring('area', bowTie)).area).toEqual({ status: 'crossing' });
});

test('without a measurement there is no segment, length or area', () => {
  expect(resultOf({ mode: 'none' })).toEqual({
    segment: undefined,
    lengthMeters: 0,
    area: { status: 'none' },
  });
});

// More than a mile east, then north.
const corner: Position[] = [
  [-80.86, 35.62],
  [-80.84, 35.62],
  [-80.84, 35.63],
];

const lines = (measurement: Measurement, press: PressWord = 'click') =>
  resultLines({ measurement, result: resultOf(measurement), press, sizes: SIZES.us });
const corners = { points: corner, cursor: undefined, isFinished: false };

test('[W1] the label says what to do before there is a result', () => {
  expect(lines({ mode: 'none' })).toEqual(['Choose what to measure']);
  expect(lines({ ...corners, mode: 'area', points: [] })).toEqual(['Click on the map to begin']);
  expect(lines({ ...corners, mode: 'area', points: corner.slice(0, 1) })).toEqual([
    'Three points make an area',
  ]);
});

test('a finger is told to tap', () => {
  expect(lines({ ...corners, mode: 'area', points: [] }, 'tap')).toEqual(['Tap on the map to begin']);
});

test('[W3] a line being drawn shows its whole length, and the segment with its bearing', () => {
  expect(lines({ ...corners, mode: 'distance' })).toEqual([
    '1.82 mi',
    'Segment 3,640 ft, N\u00a00°00′\u00a0E',
  ]);
  expect(lines({ ...corners, mode: 'distance', isFinished: true })).toEqual(['1.82 mi']);
});

test('[W3] an area shows acres, square feet and its perimeter', () => {
  expect(lines({ ...corners, mode: 'area', isFinished: true })).toEqual([
    '248.38 acres',
    '10,819,473 sq ft',
    'Perimeter 3.14 mi',
  ]);
});

test('[W3] lines that cross get no number', () => {
  const [a, b, c] = corner as [Position, Position, Position];
  const d: Position = [-80.85, 35.615];
  expect(lines({ ...corners, mode: 'area', points: [a, b, c, d], isFinished: true })).toEqual([
    'The lines cross: no area',
  ]);
});

test('[W6] each placed point is spoken with the result so far, without the pointer', () => {
  const spoken = (mode: 'distance' | 'area', points: Position[], isFinished = false) => {
    const measurement = { mode, points, cursor: isFinished ? undefined : square[3], isFinished };
    return spokenResult({ measurement, result: resultOf(measurement), press: 'Enter', sizes: SIZES.us });
  };
  expect(spoken('distance', [])).toBe('Press Enter to begin');
  expect(spoken('distance', corner.slice(0, 1))).toBe('Point 1');
  expect(spoken('distance', corner)).toBe('Point 3, 1.82 mi');
  expect(spoken('distance', corner, true)).toBe('1.82 mi');
  expect(spoken('area', corner.slice(0, 2))).toBe('Point 2');
  expect(spoken('area', corner)).toBe('Point 3, 248.38 acres');
});
