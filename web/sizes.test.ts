import { describe, expect, test } from 'vitest';
import { parcelColumns } from '../contract/parcel-columns.ts';
import { METERS_PER_FOOT } from '../geo/local-plane.ts';
import { SIZES } from './sizes.ts';

const { us, metric } = SIZES;

describe('lengths', () => {
  test.each([
    [0, '0 ft'],
    [0.3048, '1 ft'],
    [1609.3, '1.00 mi'],
    [1609.344, '1.00 mi'],
    [1609.344 - 0.3048, '5,279 ft'],
    [54_972.271, '34.16 mi'],
    [5_853_226, '3,637.03 mi'],
  ])('[W3] %d m reads %s: feet below a mile, miles above', (meters, words) => {
    expect(us.length(meters)).toBe(words);
  });

  test.each([
    [0, '0 m'],
    [999.4, '999 m'],
    [999.6, '1.00 km'],
    [54_972.271, '54.97 km'],
  ])('[N2] %d m reads %s in meters', (meters, words) => {
    expect(metric.length(meters)).toBe(words);
  });

  test('[S16] sides are to a tenth of a foot, or to a centimeter', () => {
    expect(us.side(124.64 * METERS_PER_FOOT)).toBe('124.6 ft');
    expect(us.side(12_345.6 * METERS_PER_FOOT)).toBe('12,345.6 ft');
    expect(metric.side(12_345.678)).toBe('12,345.68 m');
  });
});

describe('areas', () => {
  test('[W3] a section of land is 640 acres, and an acre 43,560 square feet', () => {
    expect(us.area(1609.344 ** 2)).toBe('640.00 acres');
    expect(us.smallArea(4046.8564224)).toBe('43,560 sq ft');
    expect(us.smallArea(1609.344 ** 2)).toBe('27,878,400 sq ft');
  });

  test('[N2] a hectare is 10,000 square meters', () => {
    expect(metric.area(10_000)).toBe('1.000 hectares');
    expect(metric.smallArea(10_000)).toBe('10,000 m²');
    expect(metric.acres(2.5)).toBe('1.012 hectares');
  });

  test('what would read as nothing is in the small unit', () => {
    expect(us.acres(0.005)).toBe('0.01 acres');
    expect(us.acres(0.0049)).toBe('213 sq ft');
    expect(us.totalAcres(0.001)).toBe('44 sq ft');
    expect(us.acres(0)).toBe('0.00 acres');
    expect(metric.area(4)).toBe('4 m²');
  });

  test('hundredths matter in a town, and nowhere else', () => {
    expect(us.totalAcres(1)).toBe('1.00 acre');
    expect(us.totalAcres(999.123)).toBe('999.12 acres');
    expect(us.totalAcres(12_345.6)).toBe('12,346 acres');
    expect(metric.totalAcres(12_345.6)).toBe('4,996 hectares');
  });
});

test('[S12] [N2] tax acres have two decimals; in hectares the field is called by them', () => {
  const { taxacres, floor_area, sales_price } = parcelColumns;
  expect(us.field(0.001, taxacres)).toBe('0.00');
  expect(us.label('Tax acres')).toBe('Tax acres');
  expect(metric.field(2.5, taxacres)).toBe('1.012');
  expect(metric.label('Tax acres')).toBe('Tax hectares');
  expect(metric.label('Acres of shape')).toBe('Hectares of shape');
  expect(metric.label('Price an acre')).toBe('Price a hectare');
  expect(metric.field(1000, floor_area)).toBe('93 m²');
  expect(metric.field(1000, sales_price)).toBe('$1,000');
});
