import { expect, test } from 'vitest';
import type { Position } from '../geo/geometry.ts';
import { densified, lengthMeters, ringSize, segmentBetween } from './geodesic.ts';

const degrees = (whole: number, minutes: number, seconds: number) =>
  Math.sign(whole) * (Math.abs(whole) + minutes / 60 + seconds / 3600);

// Geocentric Datum of Australia Technical Manual, chapter 4 (ICSM): the example line used to test Vincenty
// programs. It is given on GRS 80, whose flattening differs from that of WGS 84 in the ninth digit.
const flindersPeak: Position = [degrees(144, 25, 29.5244), degrees(-37, 57, 3.7203)];
const buninyong: Position = [degrees(143, 55, 35.3839), degrees(-37, 39, 10.1561)];

test('[W3] Flinders Peak to Buninyong is 54,972.271 m at 306°52′05.37″', () => {
  const { meters, azimuthDegrees } = segmentBetween(flindersPeak, buninyong);
  expect(meters).toBeCloseTo(54_972.271, 3);
  expect(azimuthDegrees).toBeCloseTo(degrees(306, 52, 5.37), 5);
  const back = segmentBetween(buninyong, flindersPeak);
  expect(back.meters).toBeCloseTo(meters, 6);
  expect(back.azimuthDegrees).toBeCloseTo(degrees(127, 10, 25.07), 5);
});

// GeographicLib's own test suite, GeodSolve 0 and 4: New York to Paris, and a line of seven centimeters.
test('[W3] a very long and a very short line come out as published', () => {
  const newYork: Position = [-73.8, 40.6];
  const paris: Position = [degrees(2, 33, 0), degrees(49, 1, 0)];
  const { meters, azimuthDegrees } = segmentBetween(newYork, paris);
  expect(Math.abs(meters - 5_853_226)).toBeLessThan(0.5);
  expect(azimuthDegrees).toBeCloseTo(53.47022, 5);
  const short = segmentBetween([0, 36.493349428792], [0.0000008, 36.49334942879201]);
  expect(Math.abs(short.meters - 0.072)).toBeLessThan(0.0005);
});

// GeographicLib's Planimeter test 0: [latitude, longitude] corners with their published perimeter and area.
test.each([
  {
    corners: [
      [0, -1],
      [-1, 0],
      [0, 1],
      [1, 0],
    ],
    perimeter: 627_598.2731,
    area: 24_619_419_146,
  },
  {
    corners: [
      [90, 0],
      [0, 0],
      [0, 90],
    ],
    perimeter: 30_022_685,
    area: 63_758_202_715_511,
  },
  {
    corners: [
      [89, 0],
      [89, 90],
      [89, 180],
      [89, 270],
    ],
    perimeter: 631_819.8745,
    area: 24_952_305_678,
  },
] as const)('[W3] published areas come out: $area square meters', ({ corners, perimeter, area }) => {
  const ring = corners.map(([lat, lng]): Position => [lng, lat]);
  for (const points of [ring, ring.toReversed()]) {
    const size = ringSize(points);
    expect(Math.abs(size.perimeterMeters - perimeter)).toBeLessThan(1);
    expect(Math.abs(size.squareMeters - area)).toBeLessThan(1);
  }
});

test('a line is as long as the sum of its segments, across the date line too', () => {
  const points: Position[] = [
    [179.9, 10],
    [180.1, 10.1],
    [180.3, 10],
  ];
  const sum = segmentBetween(points[0]!, points[1]!).meters + segmentBetween(points[1]!, points[2]!).meters;
  expect(lengthMeters(points)).toBeCloseTo(sum, 6);
  expect(lengthMeters([points[0]!])).toBe(0);
  expect(lengthMeters([])).toBe(0);
});

test('a long side is densified along the geodesic, a short one is left as it is', () => {
  const short: Position[] = [
    [-80.86, 35.62],
    [-80.8, 35.62],
  ];
  expect(densified(short)).toEqual(short);
  const long = densified([
    [-80, 35],
    [-60, 35],
  ]);
  expect(long.length).toBeGreaterThan(50);
  expect(Math.max(...long.map(([, lat]) => lat))).toBeGreaterThan(35.4);
  expect(lengthMeters(long)).toBeCloseTo(
    lengthMeters([
      [-80, 35],
      [-60, 35],
    ]),
    3,
  );
  const overDateLine = densified([
    [170, 10],
    [190, 10],
  ]);
  expect(overDateLine.every(([lng]) => lng >= 170 && lng <= 190)).toBe(true);
});
