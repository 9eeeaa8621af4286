import { expect, test } from 'vitest';
import { fillArea } from './fill-area.ts';
import type { GroundWindow } from './ground-plane.ts';

const WINDOW: GroundWindow = { left: 0.5, top: 0.5, metersPerPixel: 1, margin: 0, side: 8 };

function picture(rings: Float64Array[]): string[] {
  const pixels = new Uint8Array(64);
  fillArea({ window: WINDOW, rings, fill: (first, last) => pixels.fill(1, first, last + 1) });
  return Array.from({ length: 8 }, (_, row) =>
    Array.from(pixels.subarray(row * 8, row * 8 + 8), (pixel) => (pixel ? '#' : '.')).join(''),
  );
}

test('an area with a hole fills the pixels whose middle lies in it', () => {
  const outer = Float64Array.of(1, 1, 7, 1, 7, 7, 1, 7);
  const hole = Float64Array.of(3, 3, 5, 3, 5, 5, 3, 5);
  expect(picture([outer, hole])).toEqual([
    '........',
    '.######.',
    '.######.',
    '.##..##.',
    '.##..##.',
    '.######.',
    '.######.',
    '........',
  ]);
});

test('areas that share an edge share no pixel and leave none out', () => {
  const west = Float64Array.of(0, 0, 3.3, 0, 5.1, 8, 0, 8);
  const east = Float64Array.of(3.3, 0, 8, 0, 8, 8, 5.1, 8);
  const both = picture([west]).map((row, i) =>
    Array.from(row, (pixel, k) => (pixel === picture([east])[i]![k] ? 'x' : '#')).join(''),
  );
  expect(both).toEqual(Array(8).fill('########'));
});

test('an area that reaches beyond the picture fills it to the edge', () => {
  expect(picture([Float64Array.of(-50, -50, 50, -50, 50, 50, -50, 50)])).toEqual(Array(8).fill('########'));
});
