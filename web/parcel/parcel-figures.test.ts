import { Geodesic } from 'geographiclib-geodesic';
import { expect, test } from 'vitest';
import { SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import type { Position, Ring } from '../../geo/geometry.ts';
import { acresDifference, figuresOf, outlineOf } from './parcel-figures.ts';

/** A corner so many meters from another one, in a direction. */
const from = ([lng, lat]: Position, azimuth: number, meters: number): Position => {
  const { lon2, lat2 } = Geodesic.WGS84.Direct(lat, lng, azimuth, meters);
  return [lon2!, lat2!];
};
const start: Position = [-80.86, 35.62];
const closed = (points: Position[]): Ring => [...points, points[0]!];

const corner = from(start, 45.5, 60);
const far = from(corner, 135.25, 30);
const tilted = closed([start, corner, far, from(far, 225.5, 60)]);

test('[S16] sides have their length and bearing on the ellipsoid, clockwise from the first corner', () => {
  const [ring] = figuresOf({ type: 'Polygon', coordinates: [tilted] }).rings;
  expect(ring!.sides.map(({ meters }) => meters)).toEqual([60, 30, 60, 30].map((m) => expect.closeTo(m, 0)));
  expect(ring!.sides[0]!.meters).toBeCloseTo(60, 6);
  expect(ring!.sides[0]!.azimuthDegrees).toBeCloseTo(45.5, 6);
  expect(ring!.sides[1]!.azimuthDegrees).toBeCloseTo(135.25, 6);
  expect(outlineOf(ring!)).toEqual(tilted.slice(0, -1));
});

test('[S16] the area is without its holes, and the perimeter goes around them too', () => {
  const square = (at: Position, meters: number): Ring => {
    const north = from(at, 0, meters);
    return closed([at, north, from(north, 90, meters), from(at, 90, meters)]);
  };
  const outer = square(start, 100);
  const hole = square(from(from(start, 0, 20), 90, 20), 30);
  const { rings, squareMeters, perimeterMeters } = figuresOf({ type: 'Polygon', coordinates: [outer, hole] });
  expect(squareMeters).toBeCloseTo(100 ** 2 - 30 ** 2, 0);
  expect(perimeterMeters).toBeCloseTo(4 * 130, 1);
  expect(rings.map(({ title }) => title)).toEqual(['Outline', 'Hole 1']);
});

test('[S16] parts are named where there are several', () => {
  const other = tilted.map(([lng, lat]): Position => [lng + 0.01, lat]);
  const { rings } = figuresOf({ type: 'MultiPolygon', coordinates: [[tilted], [other]] });
  expect(rings.map(({ title }) => title)).toEqual(['Part 1', 'Part 2']);
});

test('[S16] a curve has its length along it, and the length and bearing of its chord', () => {
  const center = from(start, 90, 40);
  const arc = Array.from({ length: 13 }, (_, step) => from(center, 270 + step * 15, 40));
  const [ring] = figuresOf({ type: 'Polygon', coordinates: [closed(arc)] }).rings;
  const [curve, straight] = ring!.sides;
  expect(curve).toMatchObject({ isCurved: true });
  // Twelve chords of 15 degrees are a little shorter than half the circle.
  expect(curve!.meters).toBeCloseTo(12 * 80 * Math.sin((7.5 * Math.PI) / 180), 2);
  expect(curve!.chordMeters).toBeCloseTo(80, 3);
  expect(curve!.azimuthDegrees).toBeCloseTo(90, 2);
  expect(straight).toMatchObject({ isCurved: false, meters: expect.closeTo(80, 3) });
});

test.each([
  [1.07, 1, '7% more than the tax acres'],
  [0.9, 1, '10% less than the tax acres'],
  [15, 1, '1,400% more than the tax acres'],
  [1.049, 1, undefined],
  [0.951, 1, undefined],
  [1, 0, undefined],
  [1, null, undefined],
])('[S16] %d acres of the shape beside %s tax acres: %s', (acres, taxAcres, words) => {
  expect(acresDifference(acres * SQUARE_METERS_PER_ACRE, taxAcres)).toBe(words);
});
