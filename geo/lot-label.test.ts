import { expect, test } from 'vitest';
import { areaContains } from './area-contains.ts';
import type { AreaGeometry, Position } from './geometry.ts';
import { labelLot } from './lot-label.ts';
import { latOfWorldY, lngOfWorldX, worldX, worldY } from './mercator.ts';
import { LABEL_LINE_HEIGHT } from './parcel-tile-layers.ts';
import { textWidthEm } from './text-width.ts';

const worldPx = 512 * 2 ** 17;
const look = { worldPx, sizesPx: { min: 8, max: 11 }, houseNumberPx: 9 };
const middle = { lng: -80.86, lat: 35.62 };

/** A lot with corners in pixels around the middle. */
function lotOf(corners: readonly [number, number][]): AreaGeometry {
  const ring = [...corners, corners[0]!].map(
    ([x, y]): Position => [
      lngOfWorldX(worldX(middle.lng) + x / worldPx),
      latOfWorldY(worldY(middle.lat) + y / worldPx),
    ],
  );
  return { type: 'Polygon', coordinates: [ring] };
}

const rectangle = (width: number, height: number) =>
  lotOf([
    [-width / 2, -height / 2],
    [width / 2, -height / 2],
    [width / 2, height / 2],
    [-width / 2, height / 2],
  ]);

const labelIn = (geometry: AreaGeometry, { name = '', houseNumber = '' }) =>
  labelLot({ geometry, ...middle, name, houseNumber }, look);

test('a text is as wide as its letters, with accents or without', () => {
  expect(textWidthEm('mm')).toBeGreaterThan(4 * textWidthEm('i'));
  expect(textWidthEm('Peña')).toBe(textWidthEm('Pena'));
});

test('[M13] a name is written as large as its lot allows, in as many lines as it needs', () => {
  const name = 'Westmoreland Marvin O & Joyce';
  expect(labelIn(rectangle(300, 100), { name }).name).toMatchObject({ sizePx: 11 });
  const narrow = labelIn(rectangle(76, 80), { name }).name!;
  expect(narrow.lines.join(' ')).toBe(name);
  expect(narrow.sizePx).toBeLessThan(11);
});

test('[M13] a name that would run across the neighbors is left out, and its number stands alone', () => {
  const label = labelIn(rectangle(60, 24), { name: 'Featherstonehaugh Bartholomew', houseNumber: '140' });
  expect(label.name).toBeUndefined();
  expect(label.houseNumber).toMatchObject({ x: worldX(middle.lng) });
  expect(labelIn(rectangle(6, 6), { name: 'Li D', houseNumber: '140' })).toEqual({});
});

test('[M13] the number stands below the name, and both do at any corner of the lot', () => {
  const lots = [
    rectangle(120, 70),
    // A wedge, and a flag whose inside point lies in its pole.
    lotOf([
      [-90, 60],
      [90, 60],
      [10, -60],
    ]),
    lotOf([
      [-8, 90],
      [-8, -20],
      [-100, -20],
      [-100, -90],
      [60, -90],
      [60, -20],
      [8, -20],
      [8, 90],
    ]),
  ];
  for (const geometry of lots) {
    const name = 'Hoover Peggy E Estate';
    const label = labelIn(geometry, { name, houseNumber: '138' });
    const { x, y, lines, sizePx } = label.name!;
    const half = {
      x: (Math.max(...lines.map(textWidthEm)) * sizePx) / 2 / worldPx,
      y: (lines.length * LABEL_LINE_HEIGHT * sizePx) / 2 / worldPx,
    };
    for (const right of [-1, 1])
      for (const down of [-1, 1]) {
        const corner = { lng: lngOfWorldX(x + right * half.x), lat: latOfWorldY(y + down * half.y) };
        expect(areaContains(geometry, corner)).toBe(true);
      }
    expect(label.houseNumber!.x).toBe(x);
    expect(label.houseNumber!.y).toBeGreaterThan(y + half.y);
  }
});
