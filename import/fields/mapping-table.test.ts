import { describe, expect, test } from 'vitest';
import type { LayerField } from '../layer.ts';
import type { Sample } from './mapping.ts';
import { mappingTable } from './mapping-table.ts';

const fields: LayerField[] = [
  { name: 'OBJECTID', type: 'number' },
  { name: 'ML', type: 'text' },
  { name: 'Location', type: 'text' },
  { name: 'LandArea', type: 'number' },
  { name: 'SaleDate', type: 'text' },
  { name: 'UseDesc', type: 'text' },
];
const sample: Sample[] = [
  {
    properties: { ML: '127-123', Location: '2 ROCK ST', LandArea: 43560, SaleDate: '12/29/1980' },
    acres: 1,
  },
  {
    properties: { ML: '98-64', Location: '1 MAIN ST', LandArea: 87120, SaleDate: '' },
    acres: 2,
  },
  {
    properties: { ML: '189-8', Location: '9 BROOK ST', LandArea: 21780, SaleDate: '' },
    acres: 0.5,
  },
  { properties: { ML: 'ROW', Location: '', LandArea: 1, SaleDate: '' }, acres: 0.5 },
];

describe('the table of fields', () => {
  test('shows where each field comes from, samples as they are imported, and what is kept', () => {
    const mapping = {
      pin: 'ML',
      name: '-',
      site_address: 'Location',
      taxacres: 'LandArea/43560',
      sale_date: 'SaleDate',
    };
    const cells = (line: string) => line.split(/ {2,}/);
    expect(mappingTable({ mapping, fields, sample }).split('\n').map(cells)).toEqual([
      ['Parcel', 'from', 'for example'],
      ['pin', 'ML', '127-123 | 98-64 | 189-8'],
      ['owner', 'left out'],
      ['add1', 'not found: --map add1=FIELD'],
      ['add2', 'not found: --map add2=FIELD'],
      ['city', 'not found: --map city=FIELD'],
      ['state', 'not found: --map state=FIELD'],
      ['zip', 'not found: --map zip=FIELD'],
      ['address', 'Location', '2 ROCK ST | 1 MAIN ST | 9 BROOK ST'],
      ['acres', 'LandArea/43560', '1 | 2 | 0.5'],
      ['township', 'not found: --map township=FIELD'],
      ['zoning', 'not found: --map zoning=FIELD'],
      ['sale_date', 'SaleDate', '1980-12-29'],
      ['sales_price', 'not found: --map sales_price=FIELD'],
      ['land_use', 'not found: --map land_use=FIELD'],
      ['tax_district', 'not found: --map tax_district=FIELD'],
      ['land_value', 'not found: --map land_value=FIELD'],
      ['building_value', 'not found: --map building_value=FIELD'],
      ['total_value', 'not found: --map total_value=FIELD'],
      ['value_year', 'not found: --map value_year=FIELD'],
      ['year_built', 'not found: --map year_built=FIELD'],
      ['floor_area', 'not found: --map floor_area=FIELD'],
      ['rooms', 'not found: --map rooms=FIELD'],
      ['bedrooms', 'not found: --map bedrooms=FIELD'],
      ['bathrooms', 'not found: --map bathrooms=FIELD'],
      ['legal', 'not found: --map legal=FIELD'],
      ['deed_book', 'not found: --map deed_book=FIELD'],
      ['deed_page', 'not found: --map deed_page=FIELD'],
      [''],
      ['Kept as the county has them: UseDesc'],
    ]);
  });

  test('fits a terminal of 80 columns, however many fields there are', () => {
    const many = Array.from(
      { length: 60 },
      (_, at): LayerField => ({ name: `A_LONG_FIELD_NAME_${at}`, type: 'text' }),
    );
    const long = "join(' ', A_LONG_FIELD_NAME_1, A_LONG_FIELD_NAME_2, A_LONG_FIELD_NAME_3)";
    const table = mappingTable({
      mapping: { pin: long, name: 'A_LONG_FIELD_NAME_4' },
      fields: many,
      sample: [
        {
          properties: { A_LONG_FIELD_NAME_1: '7'.repeat(60), A_LONG_FIELD_NAME_4: 'X'.repeat(500) },
          acres: 1,
        },
      ],
    });
    expect(Math.max(...table.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('says that the PIN is missing instead of failing', () => {
    expect(mappingTable({ mapping: {}, fields, sample })).toMatch(/^pin +not found: --map pin=FIELD$/m);
  });
});
