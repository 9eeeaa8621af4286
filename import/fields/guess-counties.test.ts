// Layers of nearly a hundred publishers: the fields of a parcel are understood among all other columns.
import { expect, test } from 'vitest';
import { columnsOf, readCounties } from '../../test/county-columns.ts';
import { guessMapping } from './guess-mapping.ts';

test.each(readCounties())('$county', (county) => {
  expect(guessMapping(columnsOf(county)).mapping).toEqual(county.expected);
});
