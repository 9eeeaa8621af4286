import { expect, test } from 'vitest';
import type { Drawing, DrawnGeometry } from './drawing.ts';
import { drawingsOnPaper } from './drawings-on-paper.ts';

const land = { west: -81, south: 35, east: -80, north: 36 };
const drawing = (geometry: DrawnGeometry, name?: string): Drawing => ({
  type: 'Feature',
  id: JSON.stringify(geometry),
  properties: name === undefined ? {} : { name },
  geometry,
});

test('a drawing of several lines is as many lines, with its name once', () => {
  const lines = [
    [
      [-80.5, 35.5],
      [-80.4, 35.5],
    ],
    [
      [-80.5, 35.6],
      [-80.4, 35.6],
    ],
  ];
  const shown = drawingsOnPaper([drawing({ type: 'MultiLineString', coordinates: lines }, 'Fence')], land);
  expect(shown).toEqual([
    { name: 'Fence', geometry: { type: 'LineString', coordinates: lines[0] } },
    { geometry: { type: 'LineString', coordinates: lines[1] } },
  ]);
});

test('what lies beside the land of the sheet is not sent', () => {
  const [well, elsewhere] = [
    { type: 'Point' as const, coordinates: [-80.5, 35.5] },
    { type: 'Point' as const, coordinates: [-82, 35.5] },
  ];
  expect(drawingsOnPaper([drawing(well), drawing(elsewhere)], land)).toEqual([{ geometry: well }]);
});
