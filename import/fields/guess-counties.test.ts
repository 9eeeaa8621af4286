import { describe, expect, test } from 'vitest';
import { countiesByProgram } from '../../test/counties-by-program.ts';
import { countiesOfTheEast } from '../../test/counties-east.ts';
import { countiesOfTheSouth } from '../../test/counties-south.ts';
import { countiesOfTheWest } from '../../test/counties-west.ts';
import { type County, columnsOf, cutNames, renamed } from '../../test/county-columns.ts';
import { guessMapping } from './guess-mapping.ts';

const counties = [...countiesOfTheEast, ...countiesOfTheSouth, ...countiesOfTheWest, ...countiesByProgram];

function guessWith(county: County, rename: (name: string) => string) {
  return {
    guessed: guessMapping(columnsOf(county, rename)).mapping,
    expected: renamed(county.expected, rename, county.columns),
  };
}

describe('the columns of a county are understood among all its others', () => {
  test.each(counties)('$county', (county) => {
    const { guessed, expected } = guessWith(county, (name) => name);
    expect(guessed).toEqual(expected);
  });
});

describe('in small letters', () => {
  test.each(counties)('$county', (county) => {
    const { guessed, expected } = guessWith(county, (name) => name.toLowerCase());
    expect(guessed).toEqual(expected);
  });
});

describe('cut at ten characters by a Shapefile', () => {
  // Of names that begin with the same ten letters only the first keeps them, so that nobody can tell.
  const isTelling = (expression: string) => !/\w{7,8}_\d\b/.test(expression);

  test.each(counties)('$county', (county) => {
    const { guessed, expected } = guessWith(county, cutNames(county.columns));
    const telling = Object.entries(expected).filter(
      ([field, expression]) =>
        isTelling(expression) && !county.lostByCut?.includes(field as keyof typeof expected),
    );
    expect(guessed).toMatchObject(Object.fromEntries(telling));
  });
});

describe('with the name of a table in front', () => {
  test.each(counties)('$county', (county) => {
    const { guessed, expected } = guessWith(county, (name) => `GIS.PARCELS.${name}`);
    expect(guessed).toEqual(expected);
  });
});
