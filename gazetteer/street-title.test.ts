// Tests how abbreviated street names are expanded for display.
import { expect, test } from 'vitest';
import { streetTitle } from './street-title.ts';

test.each([
  ['Maple St', 'Maple Street'],
  ['MAPLE ST', 'Maple Street'],
  ['N Main St', 'North Main Street'],
  ['Main St E', 'Main Street East'],
  ['Old Overcash Rd', 'Old Overcash Road'],
  ['NC 214 Hwy', 'NC 214 Highway'],
  ['NC 214 HWY', 'NC 214 Highway'],
  ['St Johns Rd.', 'St Johns Road'],
  ['E St', 'E Street'],
  ['Avenue E', 'Avenue E'],
  ['North St', 'North Street'],
  ['5TH AVE', '5th Avenue'],
  ['Broadway', 'Broadway'],
  ['', ''],
])('%s is shown as %s', (name, title) => {
  expect(streetTitle(name)).toBe(title);
});
