import { afterEach, describe, expect, test, vi } from 'vitest';
import { formatField } from '../../contract/format-field.ts';
import { type ParcelColumn, parcelColumns } from '../../contract/parcel-columns.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { formatOrigin, formatUnitCount, mailingLines } from './format-parcel.ts';

const formatAcres = (acres: number | null) => formatField(acres, parcelColumns.taxacres);
const formatPrice = (price: number | null) => formatField(price, parcelColumns.sales_price);
const formatSaleDate = (date: string | null) => formatField(date, parcelColumns.sale_date);

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('the mailing address', () => {
  const lines = (changes: Parameters<typeof exampleParcel>[0]) => mailingLines(exampleParcel(changes));

  test('[S6] is written as on an envelope, whatever is missing', () => {
    expect(lines({})).toEqual(['1 MILL RD', 'ASHBY, NC 28117']);
    expect(lines({ add2: 'APT 2' })).toEqual(['1 MILL RD', 'APT 2', 'ASHBY, NC 28117']);
    expect(lines({ add2: '1 MILL RD' })).toEqual(['1 MILL RD', 'ASHBY, NC 28117']);
    expect(lines({ city: null })).toEqual(['1 MILL RD', 'NC 28117']);
    expect(lines({ state: null, zip: null })).toEqual(['1 MILL RD', 'ASHBY']);
    expect(lines({ add1: null, city: null, state: null, zip: null })).toEqual([]);
  });

  test.each(['7 HERON CT', '7 Heron Ct.', ' 7  heron ct'])(
    'is not written twice where %j is the site, too',
    (add1) => {
      expect(lines({ add1 })).toEqual(['Same as site', 'ASHBY, NC 28117']);
      expect(lines({ add1, add2: add1 })).toEqual(['Same as site', 'ASHBY, NC 28117']);
    },
  );

  test.each([{ add1: '17 HERON CT' }, { add1: '7 HERON CT #2' }, { add1: '1 MILL RD', site_address: null }])(
    'of another place is written in full: %j',
    (changes) => {
      expect(lines(changes)[0]).toBe(changes.add1);
    },
  );
});

describe('the sale date', () => {
  test.each([
    ['2019-06-30', '06/30/2019'],
    ['1789-01-01', '01/01/1789'],
    ['2024-02-29', '02/29/2024'],
    ['9999-12-31', '12/31/9999'],
    ['2019-06-30T23:59:59Z', '06/30/2019'],
  ])('[S12] %s reads %s', (isoDate, shown) => {
    expect(formatSaleDate(isoDate)).toBe(shown);
  });

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('[S12] is the same day in %s', (zone) => {
    vi.stubEnv('TZ', zone);
    expect(formatSaleDate('2020-01-01')).toBe('01/01/2020');
    expect(formatSaleDate('2020-12-31')).toBe('12/31/2020');
  });

  test('[S12] is N/A if missing', () => {
    expect(formatSaleDate(null)).toBe('N/A');
    expect(formatSaleDate('')).toBe('N/A');
  });

  test.each(['yesterday', '2023-02-29', '2023-13-01', '2023-00-10', '2023-1-1', '20230101', '0000-00-00'])(
    '[S12] %s is an Invalid Date',
    (isoDate) => {
      expect(formatSaleDate(isoDate)).toBe('Invalid Date');
    },
  );
});

describe('the price', () => {
  test.each([
    [250_000, '$250,000'],
    [0, '$0'],
    [0.49, '$0'],
    [1234.5, '$1,235'],
    [987_654_321_000, '$987,654,321,000'],
  ])('[S12] %d reads %s', (price, shown) => {
    expect(formatPrice(price)).toBe(shown);
  });

  test('[S12] is N/A if missing', () => {
    expect(formatPrice(null)).toBe('N/A');
    expect(formatPrice(Number.NaN)).toBe('N/A');
  });
});

describe('tax acres', () => {
  test.each([
    [2.5, '2.50'],
    [0, '0.00'],
    [0.004, '0.00'],
    [0.996, '1.00'],
    [12_345.678, '12,345.68'],
  ])('[S12] %d reads %s', (acres, shown) => {
    expect(formatAcres(acres)).toBe(shown);
  });

  test('[S12] are N/A if not a number', () => {
    expect(formatAcres(null)).toBe('N/A');
    expect(formatAcres(Number.NaN)).toBe('N/A');
    expect(formatAcres(Number.POSITIVE_INFINITY)).toBe('N/A');
  });
});

test.each<[keyof typeof parcelColumns, number, string]>([
  ['total_value', 204_600, '$204,600'],
  ['building_value', 0, '$0'],
  ['value_year', 2024, '2024'],
  ['year_built', 1967, '1967'],
  ['floor_area', 1240, '1,240 sq ft'],
  ['bathrooms', 2.5, '2.5'],
])('[S12] %s %d reads %s', (field, value, shown) => {
  expect(formatField(value, parcelColumns[field])).toBe(shown);
});

test.each<[ParcelColumn['type'], string | number | null, string]>([
  ['number', 1987, '1987'],
  ['number', 0, '0'],
  ['number', 12_345.678, '12,345.678'],
  ['number', null, 'N/A'],
  ['date', '2019-06-30', '06/30/2019'],
  ['text', 'R-20', 'R-20'],
  ['text', '', 'N/A'],
])('a %s without a format of its own: %s reads %s', (type, value, shown) => {
  expect(formatField(value, { type, label: 'Other', group: 'Land' })).toBe(shown);
});

test('the origin names the source and its day, whatever the time zone', () => {
  vi.stubEnv('TZ', 'Pacific/Pago_Pago');
  const origin = { name: 'iredell', title: 'Iredell County, North Carolina', date: '2026-06-03' };
  expect(formatOrigin(origin)).toBe('Iredell County, North Carolina, as of June 3, 2026');
  expect(formatOrigin({ ...origin, date: '' })).toBe('Iredell County, North Carolina');
});

test('units are counted', () => {
  expect([1, 2, 1240].map(formatUnitCount)).toEqual(['1 unit', '2 units', '1,240 units']);
});
