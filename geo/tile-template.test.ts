// Addresses of tiles as templates.
import { expect, test } from 'vitest';
import { fillTileTemplate } from './tile-template.ts';

const TILE = { z: 3, x: 3, y: 5 };

test.each([
  ['https://a.test/{z}/{x}/{y}.png', 'https://a.test/3/3/5.png'],
  ['https://a.test/{z}/{y}/{x}', 'https://a.test/3/5/3'],
  ['https://a.test/{z}/{x}/{-y}.png', 'https://a.test/3/3/2.png'],
  ['https://a.test/{zz}/{x}/{y}', 'https://a.test/03/3/5'],
  // The example of Bing's own documentation.
  ['https://a.test/a{q}.jpeg', 'https://a.test/a213.jpeg'],
])('%s', (template, filled) => {
  expect(fillTileTemplate(template, TILE)).toBe(filled);
});

test('a box is west, south, east and north in meters of Web Mercator', () => {
  const box = (z: number, x: number, y: number) =>
    fillTileTemplate('{bbox}', { z, x, y }).split(',').map(Number);
  const half = 20037508.342789244;
  expect(box(0, 0, 0)).toEqual([-half, -half, half, half]);
  expect(box(1, 1, 0)).toEqual([0, 0, half, half]);
  expect(box(1, 0, 1)).toEqual([-half, -half, 0, 0]);
});
