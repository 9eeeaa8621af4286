import { expect, test } from 'vitest';
import type { SetParcel } from '../../contract/parcel-set.ts';
import { SIZES, type Sizes } from '../sizes.ts';
import { cardOf } from './set-card.ts';
import { columnsOf } from './set-columns.ts';

const neighbor = { pin: '1', name: 'ADA', site_address: '1 ELM ST', taxacres: 2 } as SetParcel;
const cardIn = (sizes: Sizes, parcel: SetParcel) =>
  cardOf({
    parcel,
    columns: columnsOf({ hasDistance: true, sizes }),
    sorted: undefined,
    landUnit: sizes.land.unit,
  });
const factOf = (parcel: SetParcel) => cardIn(SIZES.us, parcel).fact;

test('the card of a neighbor says how it touches, or how far away it is', () => {
  expect(factOf({ ...neighbor, feet: 0, touches: 'side' })).toBe('Shares a side');
  expect(factOf({ ...neighbor, feet: 0, touches: 'corner' })).toBe('Shares a corner');
  expect(factOf({ ...neighbor, feet: 59.4 })).toBe('59 ft');
});

test('a card without an address says its PIN once', () => {
  const parcel = { ...neighbor, site_address: null };
  expect(cardIn(SIZES.us, parcel)).toMatchObject({ line: '1', fact: '2.00 acres', secondFact: '' });
});

test('[N2] a card has the units that somebody reads', () => {
  const near = { ...neighbor, feet: 59.4 };
  expect(cardIn(SIZES.metric, near)).toMatchObject({ fact: '18 m', secondFact: '0.809 hectares' });
});
