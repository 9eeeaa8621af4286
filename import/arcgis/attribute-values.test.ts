// The county's fields and words, without the server's bookkeeping.
import { expect, test } from 'vitest';
import { attributeReader, dateText } from './attribute-values.ts';
import { parseDescription } from './layer-description.ts';

const readerOf = (description: Record<string, unknown>) =>
  attributeReader(parseDescription({ name: 'Parcels', ...description })!);

test('dates are days, before 1970 too, and texts of newer servers are cut', () => {
  expect(dateText(0)).toBe('1970-01-01');
  expect(dateText(-2_209_161_600_000)).toBe('1899-12-30');
  expect(dateText(1_601_942_400_000)).toBe('2020-10-06');
  expect(dateText('2020-10-06T00:00:00.000-05:00')).toBe('2020-10-06');
  expect(dateText('10/6/2020')).toBe('10/6/2020');
  expect(dateText(9e15)).toBeNull();
  expect(dateText(400_000_000_000_000)).toBeNull();
});

test('bookkeeping is left out: row numbers, lengths and areas of shapes, global ids', () => {
  const names = [
    'OBJECTID_1 esriFieldTypeOID',
    'Shape esriFieldTypeGeometry',
    'SHAPE.STArea() esriFieldTypeDouble',
    'Shape__Length esriFieldTypeDouble',
    'GIS.PARCELS.Shape.len esriFieldTypeDouble',
    'st_area(shape) esriFieldTypeDouble',
    'Shape_Leng esriFieldTypeDouble',
    'GlobalID esriFieldTypeGlobalID',
    'LAND_AREA esriFieldTypeDouble',
    'SHAPE_NOTE esriFieldTypeString',
  ];
  const fields = names.map((text) => ({ name: text.split(' ')[0]!, type: text.split(' ')[1]! }));
  expect(readerOf({ fields }).fields.map(({ name }) => name)).toEqual(['LAND_AREA', 'SHAPE_NOTE']);
});

test("an object id that is the county's own key is kept", () => {
  const { fields } = readerOf({ fields: [{ name: 'PARCEL_KEY', type: 'esriFieldTypeOID' }] });
  expect(fields).toEqual([{ name: 'PARCEL_KEY', type: 'number' }]);
});

test('codes become words, by the subtype of the row where it has its own', () => {
  const codes = (...names: string[]) => ({
    type: 'codedValue',
    codedValues: names.map((name, code) => ({ name, code })),
  });
  const reader = readerOf({
    typeIdField: 'KIND',
    fields: [
      { name: 'KIND', type: 'esriFieldTypeInteger' },
      { name: 'ZONE', type: 'esriFieldTypeInteger', domain: codes('Farm', 'Town') },
    ],
    types: [
      { id: 1, name: 'Condominium', domains: { ZONE: codes('Low', 'High') } },
      { id: 2, name: 'Land', domains: { ZONE: { type: 'inherited' } } },
    ],
  });
  expect(reader.fields.map(({ type }) => type)).toEqual(['text', 'text']);
  const read = reader.readerFor({ KIND: 1, ZONE: 0 });
  expect(read({ KIND: 1, ZONE: 1 })).toEqual({ KIND: 'Condominium', ZONE: 'High' });
  expect(read({ KIND: 2, ZONE: 1 })).toEqual({ KIND: 'Land', ZONE: 'Town' });
  expect(read({ KIND: 7, ZONE: 9 })).toEqual({ KIND: 7, ZONE: 9 });
  expect(read({ ZONE: null })).toEqual({ KIND: null, ZONE: null });
});

test('codes are known as numbers and as texts, and with blanks behind them', () => {
  const reader = readerOf({
    fields: [
      { name: 'A', type: 'esriFieldTypeString', domain: { codedValues: [{ code: 1, name: 'One' }] } },
      { name: 'B', type: 'esriFieldTypeInteger', domain: { codedValues: [{ code: '2', name: 'Two' }] } },
      { name: 'C', type: 'esriFieldTypeString', domain: { codedValues: [{ code: 'R1', name: 'Homes' }] } },
    ],
  });
  const row = { A: '1', B: 2, C: 'R1  ' };
  expect(reader.readerFor(row)(row)).toEqual({ A: 'One', B: 'Two', C: 'Homes' });
});

test('subtypes of newer servers, which name no types', () => {
  const zone = (name: string) => ({ ZONE: { codedValues: [{ code: 1, name }] } });
  const reader = readerOf({
    subtypeField: 'KIND',
    typeIdField: '',
    types: [],
    fields: [
      { name: 'KIND', type: 'esriFieldTypeInteger' },
      { name: 'ZONE', type: 'esriFieldTypeInteger' },
    ],
    subtypes: [
      { code: 1, name: 'Condominium', domains: zone('Low') },
      { code: 2, name: 'Land', domains: zone('High') },
    ],
  });
  const row = { KIND: 2, ZONE: 1 };
  expect(reader.readerFor(row)(row)).toEqual({ KIND: 'Land', ZONE: 'High' });
});

test('kinds of fields that newer servers have', () => {
  const fields = ['DateOnly', 'TimeOnly', 'BigInteger', 'GUID', 'GlobalID', 'Date'].map((type) => ({
    name: type,
    type: `esriFieldType${type}`,
  }));
  const reader = readerOf({ fields });
  expect(reader.fields.map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'DateOnly: date',
    'TimeOnly: text',
    'BigInteger: number',
    'GUID: text',
    'Date: date',
  ]);
  const row = {
    DateOnly: '1899-12-30',
    TimeOnly: '10:00:00',
    BigInteger: '1234567890123456789',
    GUID: '{A}',
    Date: -1,
  };
  expect(reader.readerFor(row)(row)).toEqual({ ...row, Date: '1969-12-31' });
});

test('answers that spell the fields otherwise are read', () => {
  const reader = readerOf({ fields: [{ name: 'GIS.PARCELS.PIN' }, { name: 'Owner', alias: 'Owner name' }] });
  const rows = [
    { 'GIS.PARCELS.PIN': '1', Owner: 'A' },
    { PIN: '1', OWNER: 'A' },
    { 'gis.parcels.pin': '1', 'Owner name': 'A' },
  ];
  for (const row of rows) expect(reader.readerFor(row)(row)).toEqual({ 'GIS.PARCELS.PIN': '1', Owner: 'A' });
});
