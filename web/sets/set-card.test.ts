import { expect, test } from 'vitest';
import type { SetParcel } from '../../contract/parcel-set.ts';
import { cardOf } from './set-card.ts';
import { columnsOf } from './set-columns.ts';

const neighbor = { pin: '1', name: 'ADA', site_address: '1 ELM ST', taxacres: 2 } as SetParcel;
const columns = columnsOf({ hasDistance: true });
const factOf = (parcel: SetParcel) => cardOf({ parcel, columns, sorted: undefined }).fact;

test('the card of a neighbor says how it touches, or how far away it is', () => {
  expect(factOf({ ...neighbor, feet: 0, touches: 'side' })).toBe('Shares a side');
  expect(factOf({ ...neighbor, feet: 0, touches: 'corner' })).toBe('Shares a corner');
  expect(factOf({ ...neighbor, feet: 59.4 })).toBe('59 ft');
});

test('a card without an address says its PIN once', () => {
  const parcel = { ...neighbor, site_address: null };
  expect(cardOf({ parcel, columns, sorted: undefined })).toMatchObject({ line: '1', secondFact: '' });
});
