import { expect, test } from 'vitest';
import { SearchableFields } from './searchable-fields.ts';

const nothing = { name: '', site_address: null };

test.each([
  ['nothing', [nothing], []],
  ['owners', [nothing, { ...nothing, name: 'SMITH ANN' }], ['owner']],
  ['addresses', [{ ...nothing, site_address: '12 OAK ST' }, nothing], ['address']],
  ['owners of units alone', [{ ...nothing, units: [{ ...nothing, name: 'SMITH ANN' }] }], ['owner']],
  ['both', [{ name: 'SMITH ANN', site_address: '12 OAK ST' }], ['owner', 'address']],
])('[G1] a county with %s can be searched by that', (_title, parcels, expected) => {
  const fields = new SearchableFields();
  for (const parcel of parcels) fields.add(parcel);
  expect(fields.list()).toEqual(expected);
});
