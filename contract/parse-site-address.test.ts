import { expect, test } from 'vitest';
import { parseSiteAddress } from './parse-site-address.ts';

const house = (number: number, suffix = '') => ({ number, suffix });

test.each([
  ['123 N MAIN ST', house(123), 'N MAIN ST'],
  ['123 MAIN ST UNIT 4', house(123), 'MAIN ST'],
  ['123 MAIN ST #4B', house(123), 'MAIN ST'],
  ['123 Main St Apt. 12', house(123), 'Main St'],
  ['102-A MAIN ST', house(102, 'A'), 'MAIN ST'],
  ['102A Main St', house(102, 'A'), 'Main St'],
  ['102 A MAIN ST', house(102, 'A'), 'MAIN ST'],
  ['12-14 ELM STREET', house(12), 'ELM STREET'],
  ['12 1/2 Elm St', house(12), 'Elm St'],
  ['343.5 BROADWAY', house(343), 'BROADWAY'],
  ['123 MAIN ST, MOORESVILLE NC 28117', house(123), 'MAIN ST'],
  ['  45   5TH   AVE ', house(45), '5TH AVE'],
  ['7 E ST', house(7), 'E ST'],
  ['MAIN ST', undefined, 'MAIN ST'],
  ['0 MAIN ST', undefined, 'MAIN ST'],
  ['8 Suite Dreams Ln', house(8), 'Suite Dreams Ln'],
  ['1600 NC 150 HWY', house(1600), 'NC 150 HWY'],
])('%j is a house on a street', (text, expected, street) => {
  expect(parseSiteAddress(text)).toEqual({ house: expected, street });
});

test.each([
  '',
  '   ',
  '123',
  '00000',
  'UNASSIGNED LOCATION RE',
  'No Address Assigned',
  'OFF',
  '---',
  'x'.repeat(500),
])('%j names no street', (text) => {
  expect(parseSiteAddress(text)).toBeUndefined();
});
