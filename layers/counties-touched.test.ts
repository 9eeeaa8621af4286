// The counties of some land, by their numbers at the Census Bureau.
import { expect, test } from 'vitest';
import { countiesTouched } from './counties-touched.ts';

const around = (lng: number, lat: number, width = 0.01, height = width) => ({
  west: lng,
  south: lat,
  east: lng + width,
  north: lat + height,
});

test('[LAY-2] land inside of a county is in that one alone, and a whole county touches its neighbors', () => {
  // Des Moines, in Polk County.
  expect(countiesTouched([around(-93.62, 41.59)])).toEqual(['19153']);
  const polk = { west: -93.82, south: 41.49, east: -93.32, north: 41.87 };
  expect(countiesTouched([polk]).sort()).toEqual([
    '19015',
    '19049',
    '19099',
    '19121',
    '19125',
    '19153',
    '19169',
    '19181',
  ]);
});

test('[LAY-2] a strip finds every county on its way, though no corner lies in the other', () => {
  // From Polk County through Jasper, Poweshiek and Iowa to Johnson County.
  expect(countiesTouched([around(-93.5, 41.68, 1.9, 0.01)]).sort()).toEqual([
    '19095',
    '19099',
    '19103',
    '19153',
    '19157',
  ]);
});

test('[LAY-2] counties far apart are found together, and the sea is in none', () => {
  expect(countiesTouched([around(-93.62, 41.59), around(-71.12, 42.37)]).sort()).toEqual(['19153', '25017']);
  expect(countiesTouched([around(-60, 30)])).toEqual([]);
});
