// The same publishers as databases and Shapefiles change their names.
import { describe, expect, test } from 'vitest';
import { columnsOf, cutNames, readCounties, renamed } from '../../test/county-columns.ts';
import { guessMapping } from './guess-mapping.ts';

describe.each(readCounties())('$county', (county) => {
  const guessWith = (rename: (name: string) => string) => guessMapping(columnsOf(county, rename)).mapping;
  const expectedWith = (rename: (name: string) => string) => renamed(county.expected, rename, county.columns);

  test.each<[string, (name: string) => string]>([
    ['in small letters', (name) => name.toLowerCase()],
    ['with the name of a table in front', (name) => `GIS.PARCELS.${name}`],
  ])('%s', (_, rename) => {
    expect(guessWith(rename)).toEqual(expectedWith(rename));
  });

  test('cut at ten characters by a Shapefile', () => {
    const rename = cutNames(county.columns);
    // Of names that begin with the same ten letters only the first keeps them, so that nobody can tell.
    const telling = Object.entries(expectedWith(rename)).filter(
      ([field, expression]) =>
        !/\w{7,8}_\d\b/.test(expression) && !(county.lostByCut as readonly string[]).includes(field),
    );
    expect(guessWith(rename)).toMatchObject(Object.fromEntries(telling));
  });
});
