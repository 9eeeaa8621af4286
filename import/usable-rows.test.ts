import { expect, test } from 'vitest';
import { checkUsableRows } from './usable-rows.ts';

const outcome = (reason: string) => () =>
  checkUsableRows({
    layer: 'parcels',
    read: 10,
    parcels: 0,
    refused: new Map([[reason, 10]]),
    repaired: new Map(),
    reportFile: 'report.csv',
  });

test.each([
  ['no PIN', /Name its field with --map pin=FIELD\.$/],
  ['a place far away from the rest', /--crs EPSG:NUMBER\.$/],
  ['a point or a line, not an area', /--layer\.$/],
  // The coordinate system is not the matter, though the words are about coordinates.
  [
    'a geometry that has coordinates that are not pairs of numbers',
    /Ask for the file in another format, or export it again; the rows are listed in report\.csv\.$/,
  ],
])('where no row is usable because of %s, it says what to do', (reason, way) => {
  expect(outcome(reason)).toThrow(way);
});
