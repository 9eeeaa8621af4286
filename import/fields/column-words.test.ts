import { expect, test } from 'vitest';
import { columnWords } from './column-words.ts';

test.each([
  ['HEAT_TYPE', 'Heat type'],
  ['heat_type', 'Heat type'],
  ['BldgGrade', 'Building grade'],
  ['PRIOR_TOTAL_VAL', 'Prior total value'],
  ['EXTERIOR_WALL_2', 'Exterior wall 2'],
  ['Garage', 'Garage'],
])('%s is %s', (name, words) => {
  expect(columnWords(name)).toBe(words);
});

test.each(['JV_HMSTD', 'TTRRSS', 'NUCLEUS_ZONE_CD', 'LOCATOR', '2020_VAL', '', '_'])(
  '%j has a part that is not known, and stays as it is',
  (name) => {
    expect(columnWords(name)).toBeUndefined();
  },
);
