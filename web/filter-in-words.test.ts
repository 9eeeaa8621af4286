import { expect, test } from 'vitest';
import { parseFilter } from '../contract/cql2/parse-filter.ts';
import { filterInWords } from './filter-in-words.ts';

test.each([
  ['', 'All parcels'],
  ['taxacres >= 10', 'Tax acres at least 10'],
  ['taxacres BETWEEN 1 AND 5', 'Tax acres from 1 to 5'],
  ["sale_date < DATE('2024-01-31')", 'Sale date before 01/31/2024'],
  ['sale_date IS NULL', 'Never sold'],
  ['zoning IS NULL', 'Zoning is not known'],
  ['zoning IS NOT NULL', 'Zoning is known'],
  ['elsewhere', 'Owner lives elsewhere'],
  ['NOT elsewhere', 'Not: Owner lives elsewhere'],
  ['elsewhere = FALSE', 'Owner lives elsewhere is no'],
  ["zoning IN ('RA', 'R20')", 'Zoning is RA or R20'],
  ["zoning IN ('A', 'B', 'C', 'D', 'E')", 'Zoning is one of 5'],
  ["owner LIKE 'smith%'", 'Owner begins with “smith”'],
  ["owner LIKE '%smith%'", 'Owner has “smith”'],
  ["owner LIKE 's_th'", 'Owner looks like s_th'],
  [`"Roof type" = 'TIN'`, 'Roof type is TIN'],
  ["lot = '1'", 'Lot of a unit is 1'],
  [
    "taxacres > 1 AND (zoning = 'RA' OR price < 5)",
    'Tax acres more than 1 and (zoning is RA or sales price less than 5)',
  ],
  [
    `pin = '1' OR pin = '2' OR "Roof type" = 'TIN' OR "Roof type" IS NOT NULL`,
    'PIN is 1 or PIN is 2 or Roof type is TIN or Roof type is known',
  ],
  ["NEAR(owner = 'Oak', 300)", 'Within 300 ft of owner is Oak'],
  ["NEAR(pin = '1', 1000)", 'Within 1,000 ft of 1'],
  ["NEAR(pin = '1', 0, 'same block')", 'Touches 1, on this side of the street'],
  ["SAME_OWNER('1')", 'Same owner as 1'],
  ["MATCHES('oak')", 'Found by “oak”'],
])('the filter %j is “%s”', (text, words) => {
  const parsed = parseFilter(text);
  expect('filter' in parsed && filterInWords(parsed.filter)).toBe(words);
});
