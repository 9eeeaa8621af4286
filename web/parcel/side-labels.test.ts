import { expect, test } from 'vitest';
import type { Position, Ring } from '../../geo/geometry.ts';
import { SIZES } from '../sizes.ts';
import { figuresOf } from './parcel-figures.ts';
import { sideLabelsOf } from './side-labels.ts';

const square = (lng: number, lat: number, size: number): Ring => [
  [lng, lat],
  [lng, lat + size],
  [lng + size, lat + size],
  [lng + size, lat],
  [lng, lat],
];

/** Positive where the ring of the labels goes around counterclockwise. */
const turning = (paths: readonly (readonly Position[])[]) =>
  paths.reduce((sum, [from, to]) => sum + from![0] * to![1] - to![0] * from![1], 0);

test('[S16] labels stand on the side of the other land: left of an outer ring, and inside of a hole', () => {
  const geometry = {
    type: 'Polygon' as const,
    coordinates: [square(-80.86, 35.62, 0.002), square(-80.8595, 35.6205, 0.001)],
  };
  const labels = sideLabelsOf(figuresOf(geometry), SIZES.us);
  expect(labels).toHaveLength(8);
  const paths = labels.map(({ points }) => points);
  expect(turning(paths.slice(0, 4))).toBeLessThan(0);
  expect(turning(paths.slice(4))).toBeGreaterThan(0);
});

test('[S16] a straight side is labeled along its chord, without the points in between; sides below a foot are not', () => {
  const [a, b, c, d] = square(-80.86, 35.62, 0.001) as [Position, Position, Position, Position];
  const beside: Position = [-80.8600002, 35.6205];
  // Two inches from the corner.
  const near: Position = [c[0], c[1] - 5e-7];
  const figures = figuresOf({ type: 'Polygon', coordinates: [[a, beside, b, c, near, d, a]] });
  const labels = sideLabelsOf(figures, SIZES.us);
  expect(labels.map(({ points }) => points.length)).toEqual([2, 2, 2, 2]);
  expect(labels[0]).toEqual({ points: [a, b], text: '364.0 ft' });
  expect(sideLabelsOf(figures, SIZES.metric)[0]!.text).toBe('110.95 m');
});
