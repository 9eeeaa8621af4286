import { expect, test } from 'vitest';
import { filterUnits, orderUnits } from './filter-units.ts';

const ada = { pin: '46-1-1~iredell', name: 'LOVELACE, ADA', site_address: '7 HERON CT #1' };
const grace = { pin: '46-1-2~iredell', name: 'HOPPER, GRACE', site_address: '7 HERON CT #2' };
const unknown = { pin: '46-1-3~iredell', name: '', site_address: null };
const units = [ada, grace, unknown];

test.each([
  ['', units],
  ['  ', units],
  ['ada love', [ada]],
  ['46-1-2', [grace]],
  ['heron', [ada, grace]],
  ['heron grace', [grace]],
  ['null', []],
  ['iredell', []],
])('the filter %j finds units by owner, PIN and address', (text, found) => {
  expect(filterUnits(units, text)).toEqual(found);
});

test('unit 2 comes before unit 10', () => {
  const pins = ['7-10', '7-1', '7-2', '7-A'];
  const ordered = orderUnits(pins.map((pin) => ({ ...unknown, pin })));
  expect(ordered.map(({ pin }) => pin)).toEqual(['7-1', '7-2', '7-10', '7-A']);
});
