import { expect, test } from 'vitest';
import type { Position } from '../../geo/geometry.ts';
import { measured } from './measured.ts';
import type { Measurement } from './measurement.ts';
import { resultLines } from './result-lines.ts';

// A mile and more to the east, then north: the corner of a county road.
const points: Position[] = [
  [-80.86, 35.62],
  [-80.84, 35.62],
  [-80.84, 35.63],
];

const lines = (measurement: Measurement) => resultLines(measurement, measured(measurement));
const measuring = { points, cursor: undefined, isFinished: false };

test('[W1] the label says what to do before there is a result', () => {
  expect(lines({ mode: 'none' })).toEqual(['Choose what to measure']);
  expect(lines({ ...measuring, mode: 'area', points: [] })).toEqual(['Click on the map to begin']);
  expect(lines({ ...measuring, mode: 'area', points: points.slice(0, 1) })).toEqual([
    'Three points make an area',
  ]);
});

test('[W3] a line being drawn shows its whole length, and the segment with its bearing', () => {
  expect(lines({ ...measuring, mode: 'distance' })).toEqual([
    '1.82 mi',
    'Segment 3,640 ft, N\u00a00°00′\u00a0E',
  ]);
  expect(lines({ ...measuring, mode: 'distance', isFinished: true })).toEqual(['1.82 mi']);
});

test('[W3] an area shows acres, square feet and its perimeter', () => {
  expect(lines({ ...measuring, mode: 'area', isFinished: true })).toEqual([
    '248.38 acres',
    '10,819,473 sq ft',
    'Perimeter 3.14 mi',
  ]);
});

test('[W3] lines that cross get no number', () => {
  const [a, b, c] = points as [Position, Position, Position];
  const d: Position = [-80.85, 35.615];
  expect(lines({ ...measuring, mode: 'area', points: [a, b, c, d], isFinished: true })).toEqual([
    'The lines cross: no area',
  ]);
});
