import { expect, test } from 'vitest';
import { formatFilter } from '../../contract/cql2/format-filter.ts';
import { leftOutOf, salesWithin } from './sales-near.ts';

const bounds = { pin: "o'1", feet: 5280, since: '2024-11-18', percent: 50 };
const written = (changes: object) =>
  formatFilter({ op: 'and', of: salesWithin({ ...bounds, acres: 2.5, ...changes }) });

test('[P12] sales are near, late, and of similar acres, by the shape where there are no tax acres', () => {
  const near = "NEAR(pin = 'o''1', 5280) AND sale_date >= DATE('2024-11-18')";
  const acres = (low: number, high: number) =>
    `(taxacres BETWEEN ${low} AND ${high} OR (taxacres IS NULL AND shape_acres BETWEEN ${low} AND ${high}))`;
  expect(written({})).toBe(`${near} AND ${acres(1.25, 3.75)}`);
  expect(written({ percent: 0 })).toBe(`${near} AND ${acres(2.5, 2.5)}`);
  expect(written({ percent: 200 })).toBe(`${near} AND ${acres(0, 7.5)}`);
  expect(written({ acres: 1 / 3 })).toBe(`${near} AND ${acres(0.1667, 0.5)}`);
  expect(written({ acres: undefined })).toBe(near);
});

test('[P12] what was left out is counted by its reason, and what was not is not mentioned', () => {
  const prices = [
    { value: 250_000, count: 5 },
    { value: null, count: 4 },
    { value: 0, count: 3 },
    { value: 1, count: 2 },
    { value: 999.99, count: 1 },
    { value: 1000, count: 1 },
  ];
  const perAcre = [
    { value: 100_000, count: 5 },
    { value: null, count: 1 },
  ];
  expect(leftOutOf(prices, perAcre)).toEqual([
    { reason: 'No price is recorded', count: 4 },
    { reason: 'The price is $0', count: 3 },
    { reason: 'The price is below $1,000, as of gifts and transfers within a family', count: 3 },
    { reason: 'No acres are known, so it counts only among the prices, not among those an acre', count: 1 },
  ]);
  expect(leftOutOf([{ value: 250_000, count: 5 }], [])).toEqual([]);
});
