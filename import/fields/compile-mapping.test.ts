import { describe, expect, test } from 'vitest';
import type { ParcelField } from '../../contract/parcel-columns.ts';
import type { LayerField, RawValue } from '../layer.ts';
import { compileMapping } from './compile-mapping.ts';
import type { FieldMapping, MappedRow } from './mapping.ts';

function fieldsOf(properties: Record<string, RawValue>): LayerField[] {
  return Object.entries(properties).map(([name, value]) => ({
    name,
    type: typeof value === 'number' ? 'number' : 'text',
  }));
}

function mapRow(
  mapping: FieldMapping,
  properties: Record<string, RawValue>,
  dates: 'mdy' | 'dmy' = 'mdy',
): MappedRow {
  return compileMapping({ mapping, fields: fieldsOf(properties), dates }).map(properties);
}

const saleDate = (value: RawValue, dates: 'mdy' | 'dmy' = 'mdy') =>
  mapRow({ pin: 'P', sale_date: 'D' }, { P: '1', D: value }, dates);

describe('dates', () => {
  test.each<[RawValue, string]>([
    ['20201006', '2020-10-06'],
    [20201006, '2020-10-06'],
    ['20201006.0', '2020-10-06'],
    [20201000, '2020-10-01'],
    ['2020-10-06', '2020-10-06'],
    ['2020/10/6', '2020-10-06'],
    ['2020-10-06T00:00:00.000Z', '2020-10-06'],
    ['2020-10-06 13:45:00', '2020-10-06'],
    ['10/6/2020', '2020-10-06'],
    ['10-06-2020', '2020-10-06'],
    ['10/06/20', '2020-10-06'],
    ['10/06/85', '1985-10-06'],
    ['10/6/2020 12:00:00 AM', '2020-10-06'],
    ['10062020', '2020-10-06'],
    [1062020, '2020-01-06'],
    ['OCT-2020', '2020-10-01'],
    ['Oct 2020', '2020-10-01'],
    ['OCT-20', '2020-10-01'],
    ['10/2020', '2020-10-01'],
    ['2020-10', '2020-10-01'],
    [202010, '2020-10-01'],
    ['06-OCT-20', '2020-10-06'],
    ['6 October 2020', '2020-10-06'],
    ['06OCT2020', '2020-10-06'],
    ['October 6, 2020', '2020-10-06'],
    ['Oct  6 2020 12:00AM', '2020-10-06'],
    ['Tue, 06 Oct 2020 00:00:00 GMT', '2020-10-06'],
    [1601942400, '2020-10-06'],
    [1601942400000, '2020-10-06'],
    ['1601942400000', '2020-10-06'],
    ['/Date(1601942400000)/', '2020-10-06'],
    [-300000000000, '1960-06-29'],
    [20201006134500, '2020-10-06'],
    [44110, '2020-10-06'],
    [44110.5, '2020-10-06'],
    ['2/29/2020', '2020-02-29'],
  ])('%s is %s', (value, date) => {
    expect(saleDate(value)).toMatchObject({ fields: { sale_date: date }, repairs: [] });
  });

  const none =
    '0|00000000|00/00/0000|  /  /    |1900-01-01|1/1/1900|1900-01-01T00:00:00|1899-12-30|9999-12-31|N/A|<Null>';
  test.each<RawValue>([null, '', 0, 19000101, 99991231, 9999, ...none.split('|')])(
    '%s means that there is none',
    (value) => {
      expect(saleDate(value)).toMatchObject({ fields: { sale_date: null }, repairs: [] });
    },
  );

  const odd = '2/30/2020|20201345|25/12/2020|soon|2021-02-29|12/12/12/12';
  test.each<RawValue>([2020, 991399, ...odd.split('|')])(
    '%s is not understood: counted, and still shown as the county has it',
    (value) => {
      expect(saleDate(value)).toMatchObject({
        fields: { sale_date: null },
        repairs: ['sale date not understood'],
        more: [['D', String(value)]],
      });
    },
  );

  test('with --dates dmy the day comes first', () => {
    expect(saleDate('6/10/2020', 'dmy').fields.sale_date).toBe('2020-10-06');
    expect(saleDate('25/12/20', 'dmy').fields.sale_date).toBe('2020-12-25');
    expect(saleDate('06102020', 'dmy').fields.sale_date).toBe('2020-10-06');
  });

  test('a sale in the future is none', () => {
    const nextYear = `${new Date().getFullYear() + 2}-01-01`;
    expect(saleDate(nextYear)).toMatchObject({
      fields: { sale_date: null },
      repairs: ['sale date in the future'],
    });
  });
});

describe('prices', () => {
  test.each<[RawValue, number | null]>([
    ['$1,250,000', 1250000],
    ['$ 1,250,000.00', 1250000],
    ['1250000.5', 1250000.5],
    [99000, 99000],
    [0, null],
    ['0', null],
    [-5000, null],
    ['($5,000)', null],
    ['', null],
    ['1.25E+06', 1250000],
  ])('%s is %s', (value, price) => {
    expect(mapRow({ pin: 'P', sales_price: 'V' }, { P: '1', V: value })).toMatchObject({
      fields: { sales_price: price },
      repairs: [],
    });
  });

  test.each(['$1', 1, 0.5])('[IMP-6] %s is not a price, and counted', (value) => {
    expect(mapRow({ pin: 'P', sales_price: 'V' }, { P: '1', V: value })).toMatchObject({
      fields: { sales_price: null },
      repairs: ['sales price of $1 left out'],
    });
  });

  test('what is not a price is counted', () => {
    expect(mapRow({ pin: 'P', sales_price: 'V' }, { P: '1', V: 'LOVE' }).repairs).toEqual([
      'sales price not understood',
    ]);
  });
});

describe('acres', () => {
  test.each<[RawValue, number | null]>([
    ['1.25 AC', 1.25],
    ['1.25AC', 1.25],
    ['0.5 ACRES', 0.5],
    ['54,450 SQ FT', 1.25],
    ['43560 SF', 1],
    ['4046.8564224 sq. m', 1],
    ['2.5 AC +/-', 2.5],
    ['2.5 +/-', 2.5],
    ['~2.5', 2.5],
    ['2.5 acre(s)', 2.5],
    ['2.5 ACRES (CALC)', 2.5],
    ['.75', 0.75],
    ['1,200.5', 1200.5],
    [0.12345678, 0.1235],
    [0, null],
    ['0.00', null],
  ])('%s is %s', (value, acres) => {
    expect(mapRow({ pin: 'P', taxacres: 'A' }, { P: '1', A: value })).toMatchObject({
      fields: { taxacres: acres },
      repairs: [],
    });
  });

  test.each<[RawValue]>([['100X150'], [-3], ['2 LOTS'], ['large']])('%s is not understood', (value) => {
    expect(mapRow({ pin: 'P', taxacres: 'A' }, { P: '1', A: value })).toMatchObject({
      fields: { taxacres: null },
      repairs: ['acres not understood'],
    });
  });
});

describe('ZIP codes', () => {
  test.each<[RawValue, string | null, string | null]>([
    ['28117', 'NC', '28117'],
    [28117, 'NC', '28117'],
    ['28117.0', 'NC', '28117'],
    ['281170000', 'NC', '28117'],
    [281171234, 'NC', '28117-1234'],
    ['28117-1234', 'NC', '28117-1234'],
    ['28117-0000', 'NC', '28117'],
    ['28117-', 'NC', '28117'],
    ['28117 1234', 'NC', '28117-1234'],
    [2139, 'MA', '02139'],
    ['2139', 'MA', '02139'],
    ['2139', null, '02139'],
    [21391234, 'MA', '02139-1234'],
    [601, 'PR', '00601'],
    ['2811', 'NC', '2811'],
    ['K1A 0B1', 'ON', 'K1A 0B1'],
    ['00000', 'NC', null],
    [0, 'NC', null],
    ['', 'NC', null],
  ])('%s in %s is %s', (value, state, zip) => {
    const row = mapRow({ pin: 'P', state: 'S', zip: 'Z' }, { P: '1', S: state, Z: value });
    expect(row.fields.zip).toBe(zip);
  });

  test('a restored zero is counted', () => {
    const row = mapRow({ pin: 'P', zip: 'Z' }, { P: '1', Z: 2139 });
    expect(row.repairs).toEqual(['leading zero of the ZIP code restored']);
  });
});

describe('PINs', () => {
  const pinOf = (value: RawValue) => mapRow({ pin: 'P' }, { P: value });

  test.each<[RawValue, string]>([
    [' 4745-12-3456 ', '4745-12-3456'],
    ['12.-3-4.1', '12.-3-4.1'],
    ['12  3   4', '12 3 4'],
    [123456789012345, '123456789012345'],
    [1.23e14, '123000000000000'],
    ['1.23456789012345E+14', '123456789012345'],
    ['12E3', '12E3'],
    ['0012', '0012'],
    ['12\u0000\u0007-3\u200b', '12-3'],
    ['WATER-12', 'WATER-12'],
  ])('%s is kept as %s', (value, pin) => {
    expect(pinOf(value)).toMatchObject({ fields: { pin }, repairs: [], refusal: undefined });
  });

  const none = '  |0|000-00-000|NULL|<Null>|N/A|NONE|-|UNKNOWN|NO PIN|NO PARCEL ID|XXXX';
  test.each<RawValue>([null, '', 0, ...none.split('|')])('%s is not a PIN', (value) => {
    expect(pinOf(value).refusal).toBe('no PIN');
  });

  const land = 'ROW|R/W|r/w|Road|RIGHT OF WAY|HYDRO|WATER|COMMON|COMMON AREA|CEMETERY|RAILROAD|--RR';
  test.each(land.split('|'))('%s is not a parcel', (value) => {
    expect(pinOf(value).refusal).toBe('no parcel: road, water or common land');
  });

  test.each<[RawValue]>([['1.23E+14'], ['1.23e+14'], [2 ** 64]])('%s lost its digits', (value) => {
    expect(pinOf(value).refusal).toBe('the PIN lost its digits in a spreadsheet');
  });

  test('one of more than 64 characters is refused', () => {
    expect(pinOf('1'.repeat(65)).refusal).toBe('the PIN is longer than 64 characters');
  });

  test('~ would name another county, so it becomes -', () => {
    expect(pinOf('12~iredell')).toMatchObject({
      fields: { pin: '12-iredell' },
      repairs: ['PIN written with - instead of ~'],
    });
  });
});

describe('texts', () => {
  const owner = (value: RawValue) =>
    mapRow({ pin: 'P', name: 'O', add1: 'A' }, { P: '1', O: value, A: value });

  test('are trimmed and collapsed, and keep the case of the county', () => {
    expect(owner('  SMITH \t JOHN\u00a0 Jr\u0000\u0000 ').fields.name).toBe('SMITH JOHN Jr');
  });

  test.each(['<Null>', 'NULL', 'N/A', 'NONE', '-', '   ', '...'])('%s is nothing', (value) => {
    expect(owner(value).fields).toMatchObject({ name: '', add1: null });
  });

  test('short names with accents stay', () => {
    expect(owner('Å').fields.name).toBe('Å');
    expect(owner('NUNEZ').fields.name).toBe('NUNEZ');
  });

  test('that are crazily long are cut', () => {
    const row = owner('X'.repeat(10_000));
    expect(row.fields.name).toHaveLength(300);
    expect(row.fields.name.endsWith('…')).toBe(true);
    expect(row.repairs).toEqual(['text too long: cut', 'text too long: cut']);
  });
});

describe('more from the county', () => {
  test('keeps every other field with a value, without those of GIS programs', () => {
    const properties = {
      OBJECTID: 5,
      P: '1',
      UseDesc: 'THREE-FM-RES',
      Value: 635100,
      Noise: 0.1 + 0.2,
      Float: 0.10000000149011612,
      Blank: ' ',
      Null: '<Null>',
      Flag: true,
      DEED_DATE: '2020-10-06T00:00:00.000Z',
      EDITED_DATE: 1601942400000,
      Shape_Area: 12.5,
      'SHAPE.STLength()': 3,
      GlobalID: '{1}',
      created_user: 'x',
      last_edited_date: 'x',
    };
    expect(mapRow({ pin: 'P' }, properties).more).toEqual([
      ['Use', 'THREE-FM-RES'],
      ['Value', '635100'],
      ['Noise', '0.3'],
      ['Float', '0.1'],
      ['Flag', 'Yes'],
      ['Deed date', '2020-10-06'],
      ['EDITED_DATE', '2020-10-06'],
    ]);
  });

  test("uses the county's aliases, unless two fields share one", () => {
    const fields: LayerField[] = [
      { name: 'P', type: 'text' },
      { name: 'A', type: 'text', alias: 'Land use' },
      { name: 'B', type: 'text', alias: 'Note' },
      { name: 'C', type: 'text', alias: 'Note' },
    ];
    const mapper = compileMapping({ mapping: { pin: 'P' }, fields, dates: 'mdy' });
    expect(mapper.map({ P: '1', A: 'a', B: 'b', C: 'c' }).more).toEqual([
      ['Land use', 'a'],
      ['B', 'b'],
      ['C', 'c'],
    ]);
  });

  test('stays small, whatever the county has', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`F${at}`, 'x']));
    expect(mapRow({ pin: 'P' }, { P: '1', ...many }).more).toHaveLength(80);
    const long = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`F${at}`, 'x'.repeat(1000)]));
    const { more } = mapRow({ pin: 'P' }, { P: '1', ...long });
    expect(more[0]![1]).toHaveLength(500);
    expect(JSON.stringify(more).length).toBeLessThan(4500);
  });

  test('says which columns found no room, or were cut, in how many rows', () => {
    const fields = Array.from({ length: 90 }, (_, at): LayerField => ({ name: `F${at}`, type: 'text' }));
    const mapper = compileMapping({ mapping: { pin: 'F0' }, fields, dates: 'mdy' });
    const rowOf = (value: string) => Object.fromEntries(fields.map(({ name }) => [name, value]));
    mapper.map({ F0: '1', F1: 'x' });
    expect(mapper.notes()).toEqual([]);
    mapper.map(rowOf('1'));
    mapper.map({ ...rowOf('2'), F82: null });
    mapper.map({ F0: '3', F5: 'x'.repeat(501), F7: 'x'.repeat(500) });
    expect(mapper.notes()).toEqual([
      "Columns left out where there was no room (a parcel has room for 80 of the county's own columns and 4,000 letters of them. --leave-out makes room: it names columns that nobody needs), with the number of rows: F81 (2), F82 (1), F83 (2), F84 (2), F85 (2), F86 (2), F87 (2), F88 (2), F89 (2).",
      'Columns cut to 500 letters, or to the room that was left, with the number of rows: F5 (1).',
    ]);
  });

  test('a missing key is the same as null', () => {
    const fields: LayerField[] = ['P', 'OWNER', 'X'].map((name) => ({ name, type: 'text' }));
    const mapper = compileMapping({ mapping: { pin: 'P', name: 'OWNER' }, fields, dates: 'mdy' });
    expect(mapper.map({ P: '1' })).toMatchObject({ fields: { name: '' }, more: [], refusal: undefined });
  });
});

describe("the assessor's numbers", () => {
  const cleaned = (field: ParcelField, value: RawValue) =>
    mapRow({ pin: 'P', [field]: 'V' }, { P: '1', V: value });
  const nextYear = new Date().getUTCFullYear() + 1;

  test.each<[ParcelField, RawValue, number | null]>([
    ['total_value', '$1,204,600', 1_204_600],
    ['building_value', 0, 0],
    ['building_value', '', null],
    ['year_built', 1967, 1967],
    ['year_built', '1967.0', 1967],
    ['year_built', nextYear, nextYear],
    ['year_built', 0, null],
    ['year_built', '0000', null],
    ['year_built', 9999, null],
    ['floor_area', '1,240', 1240],
    ['floor_area', '1,240 sq ft', 1240],
    ['floor_area', '1240 SF', 1240],
    ['floor_area', 1240.4, 1240],
    ['floor_area', 0, null],
    ['bathrooms', '2.5', 2.5],
    ['bedrooms', 0, null],
  ])('%s: %j becomes %j', (field, value, expected) => {
    const { fields, repairs } = cleaned(field, value);
    expect(fields[field]).toBe(expected);
    expect(repairs).toEqual([]);
  });

  test.each<[ParcelField, RawValue]>([
    ['total_value', -5],
    ['total_value', 2e12],
    ['land_value', 'exempt'],
    ['year_built', nextYear + 1],
    ['year_built', 1599],
    ['year_built', 67],
    ['year_built', 1967.5],
    ['floor_area', -3],
    ['floor_area', 'two floors'],
    ['bedrooms', 20_000],
  ])('%s: %j is not understood, counted, and still shown', (field, value) => {
    const { fields, repairs, more } = cleaned(field, value);
    expect(fields[field]).toBeNull();
    expect(repairs).toEqual([`${field.replaceAll('_', ' ')} not understood`]);
    expect(more).toEqual([['V', String(value)]]);
  });
});
