// The calls about sets on a real store: what they find among nine lots, and among two counties.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusals } from '../../contract/messages.ts';
import {
  fieldValuesAnswer,
  holdingsAnswer,
  neighborsAnswer,
  parcelFieldsAnswer,
  pinsAnswer,
  salesAnswer,
  setAnswer,
} from '../../contract/parcel-set.ts';
import { ringOfBounds } from '../../geo/bounds-of.ts';
import type { ParcelRecord } from '../../store/parcel-store.ts';
import { type AppUnderTest, FIRST_LOT, openAppUnderTest, testParcels } from '../../test/app-under-test.ts';
import { testSource } from '../../test/test-source.ts';

/** Of a lot, in degrees: some 300 by 364 feet. */
const SIDE = 0.001;
const nowMs = Date.parse('2026-11-18T12:00:00Z');

/** Rows from the south, columns from the west. The third column lies 100 feet farther east, across a street. */
function lot(row: number, column: number, facts: Partial<ParcelRecord> = {}): ParcelRecord {
  const west = FIRST_LOT.lng + column * SIDE + (column === 2 ? 0.000337 : 0);
  const south = FIRST_LOT.lat + row * SIDE;
  const on = (degrees: number) => Number(degrees.toFixed(7));
  const bounds = { west: on(west), south: on(south), east: on(west + SIDE), north: on(south + SIDE) };
  return {
    ...testParcels[0]!,
    pin: `${row}${column}`,
    name: `OWNER ${row}${column}`,
    add1: `${row}${column} Far Ave`,
    taxacres: 2.5,
    sale_date: '2026-01-31',
    sales_price: 100_000,
    more: [['FLOORS', String(row + 1)]],
    centroid: { lng: bounds.west + SIDE / 2, lat: bounds.south + SIDE / 2 },
    geometry: { type: 'Polygon', coordinates: [ringOfBounds(bounds)] },
    ...facts,
  };
}

const lots = [
  lot(0, 0, { name: 'SMITH, JOHN & MARY', taxacres: null }),
  lot(0, 1, { sales_price: 200_000 }),
  lot(0, 2, { sales_price: 1 }),
  lot(1, 0, { name: 'Smith John and Mary', sales_price: 400_000, sale_date: '2024-12-01' }),
  lot(1, 1, { name: 'SMITH JOHN & MARY', add1: '7 Elm St' }),
  lot(1, 2, { name: 'ELM LLC', add1: '7 ELM STREET' }),
  lot(2, 0, { sales_price: null }),
  lot(2, 1, { taxacres: 5 }),
  lot(2, 2, { sale_date: '2024-11-17', zoning: null }),
];

let under: AppUnderTest;
beforeAll(async () => {
  under = await openAppUnderTest({ parcelAccess: 'public', records: lots, now: () => nowMs });
}, 60_000);
afterAll(() => under.close());

const get = async (url: string, query: Record<string, string> = {}) => {
  const answer = await under.app.inject({ url, query });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const pinsOf = ({ parcels }: { parcels: { pin: string }[] }) => parcels.map(({ pin }) => pin);

test('[P8] a filter finds its parcels, sorted, with their count and acres', async () => {
  const filter = "owner LIKE 'smith%' OR taxacres = 5";
  const answer = setAnswer.parse(await get('/api/parcels', { filter, sort: '-taxacres,name' }));
  expect(answer).toMatchObject({ count: 4, next: null });
  expect(pinsOf(answer)).toEqual(['21', '11', '10', '00']);
  // The one without tax acres counts by its shape.
  expect(answer.acres).toBeCloseTo(10 + answer.parcels[3]!.shape_acres!, 5);
  expect(answer.parcels[3]).toMatchObject({ taxacres: null, shape_acres: expect.closeTo(2.48, 1) });
});

test("[P8] the county's own fields are compared as numbers with a number", async () => {
  const answer = pinsAnswer.parse(await get('/api/parcels/pins', { filter: 'FLOORS >= 2.5' }));
  expect(answer).toEqual({ count: 3, pins: ['20', '21', '22'], lots: [] });
});

test('[P9] fields and their values', async () => {
  const { fields } = parcelFieldsAnswer.parse(await get('/api/parcel-fields'));
  expect(fields.at(-1)).toMatchObject({ name: 'more:FLOORS' });
  const zoning = fieldValuesAnswer.parse(await get('/api/parcel-fields/zoning/values'));
  expect(zoning.values).toContainEqual({ value: 'R-40', count: 8 });
  const floors = await get('/api/parcel-fields/more:FLOORS/values', { filter: "pin LIKE '_1'", limit: '2' });
  expect(floors).toMatchObject({ values: { length: 2 }, distinct: 3 });
  const elsewhere = fieldValuesAnswer.parse(await get('/api/parcel-fields/elsewhere/values'));
  expect(elsewhere.values).toEqual([{ value: true, count: 9 }]);
});

describe('[P10] neighbors', () => {
  const neighbors = async (pin: string, query: Record<string, string> = {}) =>
    neighborsAnswer.parse(await get(`/api/parcels/${pin}/neighbors`, query));

  test('that touch, along a side or at a corner', async () => {
    const { count, parcels } = await neighbors('11');
    expect(count).toBe(5);
    const touches = Object.fromEntries(parcels.map(({ pin, touches }) => [pin, touches]));
    expect(touches).toEqual({ '00': 'corner', '01': 'side', 10: 'side', 20: 'corner', 21: 'side' });
  });

  test('within a distance, nearest first, also across the street unless told otherwise', async () => {
    const near = await neighbors('11', { feet: '150' });
    expect(near.count).toBe(8);
    expect(near.parcels.map(({ feet }) => feet)).toEqual(
      near.parcels.map(({ feet }) => feet!).sort((a, b) => a - b),
    );
    expect(near.parcels.at(-1)!.feet).toBeCloseTo(100, -0.5);
    expect((await neighbors('11', { feet: '150', across: 'false' })).count).toBe(5);
  });

  test('are the set of the filter in the answer', async () => {
    const { filter, parcels } = await neighbors('11', { feet: '150' });
    expect(pinsOf(await get('/api/parcels', { filter }))).toEqual(pinsOf({ parcels }));
  });
});

test('[P11] holdings are those of one owner, however it is written, apart from those of one address', async () => {
  const answer = holdingsAnswer.parse(await get('/api/parcels/11/holdings'));
  expect(answer).toMatchObject({
    count: 3,
    filter: "SAME_OWNER('11')",
    mailing: { filter: "SAME_MAILING('11')", count: 2, acres: 5 },
  });
  expect(pinsOf(answer)).toEqual(['00', '10', '11']);
  expect([...answer.matched].sort()).toEqual([
    'SMITH JOHN & MARY',
    'SMITH, JOHN & MARY',
    'Smith John and Mary',
  ]);
  expect(holdingsAnswer.parse(await get('/api/parcels/00/holdings')).mailing).toBeNull();
});

test('[P12] comparable sales, their quartiles, and what was left out', async () => {
  const answer = salesAnswer.parse(await get('/api/parcels/11/sales'));
  // Not 11 itself, not 22 (sold too long ago), nor 21 (5 acres).
  expect(pinsOf(answer).sort()).toEqual(['00', '01', '10', '12']);
  expect(answer).toMatchObject({
    count: 4,
    median: 150_000,
    quartiles: { low: 100_000, median: 150_000, high: 250_000 },
    left_out: [
      { reason: 'No price is recorded', count: 1 },
      { reason: 'The price is below $1,000, as of gifts and transfers within a family', count: 1 },
    ],
  });
  // The one without tax acres by its shape.
  expect(answer.per_acre!.low).toBeCloseTo(40_000, -3);
  expect(answer.per_acre!.high).toBe(100_000);
  expect(pinsOf(await get('/api/parcels', { filter: answer.filter })).sort()).toEqual([
    '00',
    '01',
    '10',
    '12',
  ]);
  expect((await get('/api/parcels/11/sales', { acres: '100' })).count).toBe(5);
  expect((await get('/api/parcels/11/sales', { months: '25', miles: '0' })).count).toBe(3);
});

test('[P8] [P10] where two counties have the same PIN, each has its own neighbors, and old cursors are told', async () => {
  const { next } = await get('/api/parcels', { limit: '1' });
  const far = lots.slice(0, 2).map((record) => ({
    ...record,
    centroid: { ...record.centroid, lat: record.centroid.lat + 1 },
    geometry: {
      type: 'Polygon' as const,
      coordinates: (record.geometry.coordinates as [number, number][][]).map((ring) =>
        ring.map(([lng, lat]): [number, number] => [lng, Number((lat + 1).toFixed(7))]),
      ),
    },
  }));
  await under.parcels.replaceSource({ ...testSource, name: 'far', parcels: far, expectedCount: far.length });
  expect(
    (await under.app.inject({ url: '/api/parcels', query: { limit: '1', cursor: next } })).json(),
  ).toEqual({
    message: refusals.parcelsChanged,
  });
  expect(await get('/api/parcels/00~far/neighbors')).toMatchObject({
    count: 1,
    filter: "NEAR(pin = '00~far', 0)",
    parcels: [{ pin: '01~far' }],
  });
  expect(await get('/api/parcels/00/neighbors')).toMatchObject({
    count: 3,
    filter: `NEAR(pin = '00~${testSource.name}', 0)`,
  });
  await under.parcels.removeSource('far');
}, 30_000);
