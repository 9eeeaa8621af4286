import { DatabaseSync } from '@photostructure/sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { columnEntries, type ParcelFields } from '../../contract/parcel-columns.ts';
import { type ParcelRow, packMore, parcelOf, parcelRowColumns, rowValuesOf } from '../parcel-row.ts';
import { jsonColumns, parcelJson } from './parcel-json.ts';
import { parcelTables } from './parcel-schema.ts';

const origin = { name: 'wake', title: 'Wake "County"', date: '2026-11-16' };

function openTable() {
  const db = new DatabaseSync(':memory:');
  db.exec(parcelTables);
  return db;
}

type Stored = {
  fields: ParcelFields;
  lngLat: { lng: number; lat: number };
  more?: [label: string, value: string][];
  lotId?: number;
};

function insert(db: ReturnType<typeof openTable>, { fields, lngLat, more, lotId }: Stored): void {
  const columns = [...parcelRowColumns, 'pin_key', 'owner_key', 'site_key', 'address_text', 'lot_id'];
  const places = columns.map(() => '?').join(', ');
  db.prepare(`INSERT INTO parcel (${columns.join(', ')}) VALUES (${places})`).run(
    ...rowValuesOf(fields, lngLat),
    ...['', '', '', '', lotId ?? null],
  );
  const packed = packMore(more);
  if (packed !== null) {
    db.prepare('INSERT INTO parcel_more SELECT max(id), ? FROM parcel').run(packed);
  }
}

function readJson(db: ReturnType<typeof openTable>, qualifier?: string): (string | undefined)[] {
  const statement = db.prepare(`SELECT ${jsonColumns(qualifier)} FROM parcel ORDER BY id`);
  statement.setReturnArrays(true);
  return statement.all().map((row) => parcelJson(row as unknown[], JSON.stringify(origin)));
}

// Every kind of character: quotes, control characters, emoji; not NUL, which no importer lets through.
const text = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((made) => !made.includes('\0'));
const number = fc.double({ noNaN: true, noDefaultInfinity: true });
const fields = fc.record(
  Object.fromEntries(
    columnEntries.map(([field, { type, isNeverNull }]) => {
      const value: fc.Arbitrary<string | number> = type === 'number' ? number : text;
      return [field, isNeverNull ? value : fc.option(value)];
    }),
  ),
) as unknown as fc.Arbitrary<ParcelFields>;

test('is the same text as of the parcel made of its row, whatever the county wrote', () => {
  const stored = fc.record({
    fields,
    lngLat: fc.record({ lng: number, lat: number }),
    more: fc.array(fc.tuple(text, text), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(stored, fc.option(fc.constant('wake'), { nil: undefined }), (parcel, qualifier) => {
      const db = openTable();
      insert(db, parcel);
      const surroundings = { more: packMore(parcel.more), units: [], lot: null, origin, qualifier };
      const row = db.prepare('SELECT * FROM parcel').get() as ParcelRow;
      const made = parcelOf(row, surroundings);
      expect(readJson(db, qualifier)).toEqual([JSON.stringify(made)]);
      db.close();
    }),
  );
});

test('a unit and its lot have none', () => {
  const db = openTable();
  const [sample] = fc.sample(fields, 1);
  const lngLat = { lng: 0, lat: 0 };
  insert(db, { fields: { ...sample!, pin: 'alone' }, lngLat });
  insert(db, { fields: { ...sample!, pin: 'lot' }, lngLat });
  insert(db, { fields: { ...sample!, pin: 'unit' }, lngLat, lotId: 2 });
  const [alone, ...others] = readJson(db);
  expect(JSON.parse(alone!)).toMatchObject({ pin: 'alone' });
  expect(others).toEqual([undefined, undefined]);
  db.close();
});
