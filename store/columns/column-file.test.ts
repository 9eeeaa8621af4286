// Tests the file of columns: what is written is what is read, in segments, in order, and a damaged file is named.
import { describe, expect, test } from 'vitest';
import type { CountyField } from '../../contract/parcel.ts';
import {
  columnEntries,
  emptyParcelFields,
  type ParcelFields,
  parcelFields,
} from '../../contract/parcel-columns.ts';
import { areaSquareMeters, SQUARE_METERS_PER_ACRE } from '../../geo/area.ts';
import { encodeGeometry } from '../../geo/geometry-code.ts';
import { oddParcels } from '../../test/odd-parcels.ts';
import { seededRandom } from '../../test/seeded-random.ts';
import { bytesInMemory, columnBytesOf, segmentsOf } from '../../test/segments-of.ts';
import { syntheticParcels } from '../../test/synthetic-parcels.ts';
import { holderKey } from '../holder-key.ts';
import type { ParcelRecord, ParcelToLoad, UnitRecord } from '../parcel-store.ts';
import { searchKeysOf } from '../search-keys.ts';
import { foldText } from '../search-text.ts';
import { DamagedFile } from '../sqlite/damaged-file.ts';
import { KeptTables } from './kept-tables.ts';
import { segmentsIn } from './open-columns.ts';
import { type Column, type HiddenField, SEGMENT_ROWS_MAX, type Segment } from './segment.ts';

type AnyField = Parameters<Segment['column']>[0];
const numbers = new Set<AnyField>([
  ...columnEntries.flatMap(([field, { type }]) => (type === 'number' ? [field] : [])),
  'lng',
  'lat',
  'shape_acres',
  'price_per_acre',
  'summary',
  'elsewhere',
]);

function valueAt(segment: Segment, field: AnyField, row: number): string | number | null {
  const column = segment.column(field);
  const code = column?.codes[row] ?? 0;
  if (!column || code === 0) return null;
  return typeof code === 'number' && numbers.has(field) ? column.number(code) : column.text(code);
}

/** All rows of some segments, as they were loaded. */
function rowsIn(segments: readonly Segment[]) {
  return segments.flatMap((segment) =>
    Array.from({ length: segment.rows }, (_, row) => row).map((row) => rowAt(segment, row)),
  );
}

function rowAt(segment: Segment, row: number) {
  return {
    fields: Object.fromEntries(parcelFields.map((field) => [field, valueAt(segment, field, row)])),
    lot: valueAt(segment, 'lot', row),
    centroid: { lng: valueAt(segment, 'lng', row), lat: valueAt(segment, 'lat', row) },
    more: segment.countyFields.flatMap((label) => {
      const value = valueAt(segment, `more:${label}`, row);
      return value === null ? [] : [[label, value]];
    }),
    shape: Buffer.from(segment.shape(row)).toString('hex'),
  };
}

function rowsOf(parcels: readonly ParcelToLoad[]): ReturnType<typeof rowsIn> {
  return parcels.flatMap(({ centroid, geometry, units = [], ...parcel }) => {
    const shape = Buffer.from(geometry instanceof Uint8Array ? geometry : encodeGeometry(geometry)).toString(
      'hex',
    );
    const row = (unit: UnitRecord, lot: string | null) => ({
      fields: Object.fromEntries(
        parcelFields.map((field) => [field, unit[field] === '' ? null : unit[field]]),
      ),
      lot,
      centroid,
      more: (unit.more ?? []) as [string, string][],
      shape,
    });
    return [row(parcel, null), ...units.map((unit) => row(unit, parcel.pin))];
  });
}

const values = (column: Column | undefined) =>
  Array.from({ length: column?.size ?? 0 }, (_, at) => column!.text(at + 1));

/** A few corners of different size, so that shapes differ. */
const shapes = [...syntheticParcels({ columns: 20, rows: 3 })].map(({ geometry, centroid }) => ({
  geometry,
  centroid,
}));

function randomParcels(random: () => number, count: number): ParcelRecord[] {
  const letters = ['a', 'B', ' ', '', 'é', 'É', 'ß', '山', '😀', '\uffee', '~', '0', "'", '\n', '\0'];
  const pick = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)]!;
  const text = () => Array.from({ length: Math.floor(random() * 4) }, () => pick(letters)).join('');
  const fields = (pin: string): ParcelFields => ({
    ...emptyParcelFields,
    pin,
    name: text(),
    add1: pick([null, '', text(), text()]),
    city: pick([null, 'Harrow', 'HARROW', 'harrow', 'Árrow']),
    taxacres: pick([null, 0, 0.01, random() * 1e6]),
    sale_date: pick([null, '2019-06-30', '1999-01-01']),
    sales_price: pick([null, 0, 10, 250_000]),
  });
  const more = (): CountyField[] =>
    ['USE', 'Year Built', 'usé']
      .filter(() => random() < 0.5)
      .map((label): CountyField => [label, text() || 'x']);
  return Array.from({ length: count }, (_, at) => ({
    ...fields(`${text()}-${at}`),
    ...pick(shapes),
    more: more(),
    units:
      random() < 0.2
        ? Array.from({ length: Math.floor(random() * 5) }, (_, unit) => ({
            ...fields(`${at} #${unit}`),
            more: more(),
          }))
        : [],
  }));
}

describe('round trip', () => {
  test('random parcels with units, nulls and all kinds of letters come back as they were, empty texts as null', () => {
    const { random } = seededRandom();
    const parcels = randomParcels(random, 700);
    const read = rowsIn(segmentsOf(parcels));
    const order = (labels: readonly string[]) => (row: (typeof read)[number]) => ({
      ...row,
      more: row.more.toSorted(([a], [b]) => labels.indexOf(a as string) - labels.indexOf(b as string)),
    });
    const inOrder = order(['USE', 'Year Built', 'usé']);
    expect(read.map(inOrder)).toEqual(rowsOf(parcels).map(inOrder));
  });

  test('no parcels are no segments', () => {
    expect(segmentsOf([])).toEqual([]);
  });

  test('values are in the order of their folded form, then of themselves, by code points', () => {
    const names = ['b', 'B', 'á', 'A', 'a', 'Z', '\uffee', '😀', '', 'aa', 'Ab'];
    const [segment] = segmentsOf(
      names.map((name, at) => ({ ...emptyParcelFields, pin: `${at}`, name, ...shapes[0]! })),
    );
    expect(values(segment!.column('name'))).toEqual([
      'A',
      'a',
      'á',
      'aa',
      'Ab',
      'B',
      'b',
      'Z',
      '\uffee',
      '😀',
    ]);
  });

  test('numbers are in their own order, and a column without values is none', () => {
    const [segment] = segmentsOf(
      [10, 9, -1, 0.5].map((taxacres, at) => ({
        ...emptyParcelFields,
        pin: `${at}`,
        taxacres,
        ...shapes[0]!,
      })),
    );
    const acres = segment!.column('taxacres')!;
    expect([1, 2, 3, 4].map((code) => acres.number(code))).toEqual([-1, 0.5, 9, 10]);
    expect(segment!.column('zoning')).toBeUndefined();
    expect(segment!.column('more:toString')).toBeUndefined();
  });

  test('folded texts are one a line, of plain and of other letters', () => {
    for (const names of [
      ['OAK\nSt', 'Elm', ''],
      ['ŁÓDŹ ß', 'Elm', 'oak\nst'],
    ]) {
      const [segment] = segmentsOf(
        names.map((name, at) => ({ ...emptyParcelFields, pin: `${at}`, name, ...shapes[0]! })),
      );
      const name = segment!.column('name')!;
      const { bytes, starts } = name.folded();
      const lines = values(name).map((_, at) => bytes.toString('utf8', starts[at], starts[at + 1]));
      expect(lines).toEqual(values(name).map((value) => `${foldText(value).replaceAll('\n', ' ')}\n`));
    }
  });

  test('a lot whose units lie over the boundary of a segment has its shape in both', () => {
    const lots = Array.from({ length: SEGMENT_ROWS_MAX - 3 }, (_, at) => ({
      ...emptyParcelFields,
      pin: `${at}`,
      ...shapes[at % shapes.length]!,
    }));
    const condo = {
      ...emptyParcelFields,
      pin: 'CONDO',
      isSummary: true,
      ...shapes[7]!,
      units: Array.from({ length: 6 }, (_, at) => ({ ...emptyParcelFields, pin: `CONDO-${at}` })),
    };
    const last = { ...emptyParcelFields, pin: 'LAST', ...shapes[1]! };
    const segments = segmentsOf([...lots, condo, last]);
    expect(segments.map(({ rows }) => rows)).toEqual([SEGMENT_ROWS_MAX, 5]);
    const [first, second] = segments as [Segment, Segment];
    const around = [4, 3, 2, 1].map((before) => rowAt(first, SEGMENT_ROWS_MAX - before));
    expect([...around, ...rowsIn([second])]).toEqual(rowsOf([...lots.slice(-1), condo, last]));
    expect(segments[0]!.boxes.slice(-4)).toEqual(segments[1]!.boxes.slice(0, 4));
    const summaries = segments.flatMap((segment) =>
      Array.from({ length: segment.rows }, (_, row) => valueAt(segment, 'summary', row)),
    );
    expect(summaries.flatMap((value, row) => (value === 1 ? [row] : []))).toEqual([SEGMENT_ROWS_MAX - 3]);
  });
});

describe('derived and hidden columns', () => {
  const hidden = (parcel: ParcelToLoad, field: AnyField) => valueAt(segmentsOf([parcel])[0]!, field, 0);

  test('the words are those that the search looks in', () => {
    for (const parcel of oddParcels) {
      const { owner_key, address_text, pin_key } = searchKeysOf(parcel);
      const fields: [HiddenField, string][] = [
        ['owner_words', owner_key],
        ['address_words', address_text],
        ['pin_key', pin_key],
      ];
      for (const [field, words] of fields) expect(hidden(parcel, field)).toBe(words || null);
    }
  });

  test('acres are those of the shape, and a price an acre takes them where there are no tax acres', () => {
    for (const parcel of syntheticParcels({ columns: 20, rows: 1 })) {
      const acres = areaSquareMeters(parcel.geometry) / SQUARE_METERS_PER_ACRE;
      expect(hidden(parcel, 'shape_acres')).toBeCloseTo(acres, 6);
      const price = (fields: Partial<ParcelFields>) => hidden({ ...parcel, ...fields }, 'price_per_acre');
      expect(price({ sales_price: 90_000, taxacres: 3 })).toBe(30_000);
      const byShape = price({ sales_price: 90_000, taxacres: null }) as number;
      expect(Math.abs(byShape / (90_000 / acres) - 1)).toBeLessThan(1e-3);
      expect(price({ sales_price: 90_000, taxacres: 0 })).toBe(byShape);
      expect(price({ sales_price: 10, taxacres: 3 })).toBeNull();
      expect(price({ sales_price: null })).toBeNull();
    }
  });

  test('an owner has one key in all spellings, an address likewise, and mail that goes elsewhere is known', () => {
    const fields = { ...oddParcels[0]!, name: 'SMITH JOHN & MARY', site_address: '12 OAK ST', zip: '28000' };
    const [segment] = segmentsOf([
      { ...fields, add1: '12 Oak Street', city: 'Harrow' },
      { ...fields, pin: '2', add1: '99 ELM ST', city: 'HARROW' },
      { ...fields, pin: '3', name: '', add1: '99 Elm Street', city: 'HARROW', zip: '28000-1234' },
      { ...fields, pin: '4', add1: null, city: null },
    ]);
    const at = (field: AnyField, row: number) => valueAt(segment!, field, row);
    expect(at('holder', 0)).toBe(holderKey('SMITH JOHN & MARY'));
    expect(at('holder', 2)).toBeNull();
    expect([0, 1, 2, 3].map((row) => at('elsewhere', row))).toEqual([0, 1, 1, null]);
    expect(at('mailing', 1)).toBe(at('mailing', 2));
    expect(at('mailing', 0)).not.toBe(at('mailing', 1));
    expect(at('mailing', 3)).toBeNull();
  });

  test('the source is that of the set', () => {
    const [segment] = segmentsOf(oddParcels, { source: 'rowan', qualifier: 'rowan' });
    expect(valueAt(segment!, 'source', 3)).toBe('rowan');
  });
});

describe('kept tables', () => {
  test('what is kept stays within its bytes, folded texts counted, and is read again when it is needed', () => {
    const bytes = columnBytesOf([...syntheticParcels({ columns: 100, rows: 20 })]);
    const kept = new KeptTables(60_000);
    const [segment] = segmentsIn(bytesInMemory(bytes), { source: 's', qualifier: undefined }, kept);
    const fields: AnyField[] = ['pin', 'name', 'site_address', 'add1', 'lng', 'shape_acres'];
    const first = fields.map((field) => valueAt(segment!, field, 5));
    for (let round = 0; round < 3; round++) {
      expect(fields.map((field) => valueAt(segment!, field, 5))).toEqual(first);
      const before = kept.bytes;
      segment!.column('name')!.folded();
      expect(kept.bytes).not.toBe(before);
      expect(kept.bytes).toBeLessThanOrEqual(60_000);
    }
  });
});

describe('damage', () => {
  const bytes = columnBytesOf(oddParcels);
  const open = (damaged: Buffer) => {
    const segments = segmentsIn(
      { ...bytesInMemory(damaged), path: 'parcels-x.columns' },
      { source: 's', qualifier: undefined },
      new KeptTables(),
    );
    return rowsIn(segments);
  };

  test('a whole file is read', () => {
    expect(open(bytes)).toEqual(rowsOf(oddParcels));
  });

  test('a file that was cut off, lengthened, emptied or is another one is named', () => {
    const other = Buffer.from('SQLite format 3\0'.repeat(200));
    for (const damaged of [
      bytes.subarray(0, -1),
      bytes.subarray(0, bytes.length / 2),
      bytes.subarray(0, 9),
      Buffer.concat([bytes, Buffer.alloc(1)]),
      Buffer.alloc(0),
      Buffer.alloc(bytes.length),
      other,
      Buffer.concat([bytes.subarray(0, 100), bytes.subarray(101)]),
    ]) {
      expect(() => open(damaged)).toThrow(DamagedFile);
      expect(() => open(damaged)).toThrow(/^parcels-x\.columns is damaged \(.+\)\.$/);
    }
  });

  test('any other byte among tables, directory and trailer is noticed', () => {
    const { random } = seededRandom();
    // Before are the shapes, which have no checksum of their own.
    const tables = columnBytesOf(oddParcels).indexOf(Buffer.from('9000-01'));
    for (let round = 0; round < 200; round++) {
      const damaged = Buffer.from(bytes);
      const at = tables + Math.floor(random() * (bytes.length - tables));
      damaged[at]! ^= 1 + Math.floor(random() * 255);
      let read: unknown;
      try {
        read = open(damaged);
      } catch (error) {
        expect(error).toBeInstanceOf(DamagedFile);
        continue;
      }
      // Columns that are not read here, and the bytes between two tables.
      expect(read).toEqual(rowsOf(oddParcels));
    }
  });
});
