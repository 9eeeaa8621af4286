import { expect, test } from 'vitest';
import { formatFilter } from '../contract/cql2/format-filter.ts';
import { parseFilter } from '../contract/cql2/parse-filter.ts';
import { filterOfNeighbors, filterOfPin, filterOfPins, filterOfSearch } from './set-filters.ts';

const pin = "4631-12-0001'; DROP";

test.each([
  [filterOfNeighbors({ of: filterOfPin(pin), feet: 300, crossesStreets: true }), { op: 'near', feet: 300 }],
  [
    filterOfNeighbors({ of: filterOfPin(pin), feet: 0, crossesStreets: false }),
    { op: 'near', feet: 0, sameBlock: true },
  ],
  [filterOfSearch("o'brien oak"), { op: 'matches', text: "o'brien oak" }],
  [filterOfPins([pin, '2~wake']), { op: 'in', field: 'pin', values: [pin, '2~wake'] }],
])('%s is read by the server as it was meant, and written the same by it', (text, meant) => {
  const parsed = parseFilter(text);
  expect(parsed).toMatchObject({ filter: meant });
  expect('filter' in parsed && formatFilter(parsed.filter)).toBe(text);
});
