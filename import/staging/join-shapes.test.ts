import { expect, test } from 'vitest';
import { areaSquareMeters } from '../../geo/area.ts';
import { areaContains } from '../../geo/area-contains.ts';
import type { AreaGeometry } from '../../geo/geometry.ts';
import { joinShapes } from './join-shapes.ts';

const box = (west: number, south: number, side = 0.01): AreaGeometry => ({
  type: 'Polygon',
  coordinates: [
    [
      [west, south],
      [west + side, south],
      [west + side, south + side],
      [west, south + side],
      [west, south],
    ],
  ],
});
const areaOf = (geometry: AreaGeometry) => Math.round(areaSquareMeters(geometry) / 1000);

test('fields apart from each other stay parts of one area', () => {
  const joined = joinShapes([box(-80.5, 35), box(-80.9, 35)]);
  expect(joined.type).toBe('MultiPolygon');
  expect(areaOf(joined) / areaOf(box(-80.9, 35))).toBeCloseTo(2, 2);
});

test('parts that overlap or touch become one, and nothing of them is a hole', () => {
  const overlapping = joinShapes([box(-80.9, 35), box(-80.895, 35)]);
  expect(overlapping.type).toBe('Polygon');
  expect(areaOf(overlapping) / areaOf(box(-80.9, 35))).toBeCloseTo(1.5, 3);
  expect(areaContains(overlapping, { lng: -80.893, lat: 35.005 })).toBe(true);

  const touching = joinShapes([box(-80.9, 35), box(-80.89, 35)]);
  expect(touching.type).toBe('Polygon');
});

test('a part inside another one, or the same once more, adds nothing', () => {
  const whole = box(-80.9, 35);
  expect(joinShapes([whole, box(-80.897, 35.003, 0.002)])).toEqual(joinShapes([whole]));
  expect(joinShapes([whole, box(-80.9, 35), box(-80.9, 35)])).toEqual(joinShapes([whole]));
});
