// CSV as portals export it: every delimiter and encoding, shapes in a column of any name, broken quotation marks.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import iconv from 'iconv-lite';
import { describe, expect, test } from 'vitest';
import { box, csvText, smallCounty, wkbOf } from '../../test/county-files.ts';
import { batchesOf, featuresOf } from '../../test/read-layer.ts';
import { emptyFolder } from '../../test/test-folder.ts';
import type { Layer } from '../layer.ts';
import { openCsv } from './csv.ts';
import { CsvRecords } from './csv-records.ts';

const folder = emptyFolder();

async function layerOf(text: string | Buffer, encoding?: string): Promise<Layer> {
  const path = join(folder, 'Tax Parcels.csv');
  await writeFile(path, text);
  return (await openCsv({ path, encoding })).layers[0]!;
}

/** A CSV knows nothing but text. */
const asText = smallCounty.features.map(({ properties }) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, value === null ? null : String(value)]),
  ),
);
const asPolygons = smallCounty.features.map(
  ({ polygons }) =>
    polygons && {
      kind: 'polygons',
      polygons: polygons.map((rings) => rings.map((ring) => Float64Array.from(ring.flat()))),
    },
);

describe('openCsv', () => {
  test('gives fields and all features with their values and shapes; degrees are recognized', async () => {
    const layer = await layerOf(csvText());
    expect(layer).toMatchObject({
      name: 'Tax Parcels',
      geometry: 'area',
      fields: smallCounty.fields.map(({ name }) => ({ name, type: 'text' })),
      crs: { kind: 'epsg', code: 4326 },
    });
    const features = await featuresOf(layer);
    expect(features.map(({ row }) => row)).toEqual([1, 2, 3, 4]);
    expect(features.map(({ properties }) => properties)).toEqual(asText);
    expect(features.map(({ geometry }) => geometry)).toEqual(asPolygons);
  });

  test.each([',', ';', '\t', '|'])('the delimiter %j is found', async (delimiter) => {
    const features = await featuresOf(await layerOf(csvText({ delimiter })));
    expect(features.map(({ properties }) => properties)).toEqual(asText);
  });

  test('a first line that names the delimiter for Excel is not a header', async () => {
    const layer = await layerOf('sep=;\r\nPIN;OWNER, FIRST, LAST\r\n1;SMITH\r\n');
    expect(layer.fields.map(({ name }) => name)).toEqual(['PIN', 'OWNER, FIRST, LAST']);
    expect((await featuresOf(layer))[0]!.properties.PIN).toBe('1');
  });

  test.each([
    ['with a byte order mark', Buffer.from(`\uFEFF${csvText()}`)],
    ['in windows-1252', iconv.encode(csvText(), 'windows-1252')],
    ['in UTF-16 without a mark', Buffer.from(csvText(), 'utf16le')],
    ['in UTF-16, as Excel saves "Unicode text"', iconv.encode(csvText({ delimiter: '\t' }), 'utf-16')],
  ])('a file %s is read right', async (_, bytes) => {
    const layer = await layerOf(bytes);
    expect(layer.fields[0]!.name).toBe('PIN');
    expect((await featuresOf(layer)).map(({ properties }) => properties)).toEqual(asText);
  });

  test('the encoding that the operator names wins', async () => {
    const bytes = iconv.encode(csvText(), 'cp850');
    const [first] = await featuresOf(await layerOf(bytes, 'CP850'));
    expect(first!.properties.OWNNAME).toBe('NÚÑEZ, ZOË');
    await expect(layerOf(bytes, 'klingon')).rejects.toThrow('There is no encoding "klingon"');
  });

  test('one line in another encoding does not spoil the others', async () => {
    const bytes = Buffer.concat([Buffer.from('PIN,OWNER\n1,NÚÑEZ\n'), Buffer.from('2,PE\xd1A\n', 'latin1')]);
    const owners = (await featuresOf(await layerOf(bytes))).map(({ properties }) => properties.OWNER);
    expect(owners).toEqual(['NÚÑEZ', 'PEÑA']);
  });

  test('without shapes it is a table; odd headers get names; short and long rows are read', async () => {
    const layer = await layerOf('PIN,,OWNER,OWNER\n1,x,SMITH\n\n2,y,A,B,C\n');
    expect(layer.geometry).toBe('none');
    expect(await featuresOf(layer)).toEqual([
      { row: 1, properties: { PIN: '1', COLUMN_2: 'x', OWNER: 'SMITH', OWNER_2: null }, geometry: null },
      { row: 2, properties: { PIN: '2', COLUMN_2: 'y', OWNER: 'A', OWNER_2: 'B' }, geometry: null },
    ]);
  });

  test('quotation marks that people typed, empty fields and every kind of line end are read', async () => {
    const layer = await layerOf('A,B,C\r"12" PIPE, LONG","say ""hi""",\n,"","x"\r\nit"s,6" wide,"a\r\nb"');
    expect((await featuresOf(layer)).map(({ properties }) => Object.values(properties))).toEqual([
      ['12" PIPE, LONG', 'say "hi"', null],
      [null, null, 'x'],
      ['it"s', '6" wide', 'a\r\nb'],
    ]);
  });

  test('thousands of rows come in batches; a limit and an abort end them early', async () => {
    const rows = Array.from({ length: 1_777 }, (_, index) => `P${index + 1},"line one\nline two"\n`);
    const layer = await layerOf(`PIN,NOTE\n${rows.join('')}`);
    const batches = await batchesOf(layer);
    expect(batches.map((batch) => batch.length)).toEqual([500, 500, 500, 277]);
    for (const { row, properties } of batches.flat()) expect(properties.PIN).toBe(`P${row}`);
    expect(await featuresOf(layer, { limit: 3 })).toHaveLength(3);
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(featuresOf(layer, { signal })).rejects.toThrow('stopped');
  });
});

test('records are the same wherever the file is cut into chunks', () => {
  const bytes = Buffer.from('PIN,"OWN""ER"\r\n1,"NÚÑEZ\r\n& CO"\r\n\r\n2,\r3,"",\n"4"');
  const whole = new CsvRecords({ fileName: 'x.csv', delimiter: ',' }).take(bytes, true);
  expect(whole).toEqual([['PIN', 'OWN"ER'], ['1', 'NÚÑEZ\r\n& CO'], ['2', ''], ['3', '', ''], ['4']]);
  for (let size = 1; size < bytes.length; size++) {
    const records = new CsvRecords({ fileName: 'x.csv', delimiter: ',' });
    const found: string[][] = [];
    for (let at = 0; at < bytes.length; at += size)
      found.push(...records.take(bytes.subarray(at, at + size), false));
    found.push(...records.take(Buffer.alloc(0), true));
    expect(found).toEqual(whole);
  }
});

describe('the column with the shapes', () => {
  const square = 'POLYGON ((1000000 600000, 1000100 600000, 1000100 600100, 1000000 600000))';

  test('is found by its content, whatever its name', async () => {
    const layer = await layerOf(`PIN,Boundary of lot\n1,"${square}"\n2,\n`);
    expect(layer).toMatchObject({ geometry: 'area', crs: undefined, fields: [{ name: 'PIN' }] });
    expect((await featuresOf(layer)).map(({ geometry }) => geometry?.kind)).toEqual(['polygons', undefined]);
  });

  test('is the one with a usual name where there are two', async () => {
    const layer = await layerOf(`label_at,the_geom,PIN\nPOINT (1 2),"${square}",1\n`);
    expect(layer.fields.map(({ name }) => name)).toEqual(['label_at', 'PIN']);
  });

  test('may be PostGIS text or hex, which name the coordinate system', async () => {
    const text = await layerOf(`PIN,geom\n1,"SRID=2264;${square}"\n`);
    expect(text.crs).toEqual({ kind: 'epsg', code: 2264 });
    const wkb = wkbOf([[box(5, 5, 1, 1)]]);
    const srid = Buffer.from('d8080000', 'hex');
    const head = Buffer.from([1, 6, 0, 0, 0x20]);
    const hex = Buffer.concat([head, srid, wkb.subarray(5)])
      .toString('hex')
      .toUpperCase();
    const binary = await layerOf(`PIN,geom\n1,${hex}\n`);
    expect(binary).toMatchObject({ geometry: 'area', crs: { kind: 'epsg', code: 2264 } });
    expect((await featuresOf(binary))[0]!.geometry).toEqual({
      kind: 'polygons',
      polygons: [[Float64Array.from(box(5, 5, 1, 1).flat())]],
    });
  });

  test('may be millions of hex digits', async () => {
    const ring = Array.from({ length: 250_000 }, (_, i): [number, number] => [i, i % 2]);
    const hex = wkbOf([[[...ring, ring[0]!]]]).toString('hex');
    expect(await layerOf(`PIN,geom\n1,${hex}\n`)).toMatchObject({ geometry: 'area' });
  });

  test('with points only is told apart from areas', async () => {
    expect((await layerOf('PIN,geom\n1,POINT (1 2)\n')).geometry).toBe('point');
  });

  test('may hold a shape that cannot be read: that row has the reason', async () => {
    const layer = await layerOf(`PIN,geom\n1,"${square}"\n2,"POLYGON ((1 1, 2 2"\n`);
    expect((await featuresOf(layer))[1]!.geometry).toEqual({ kind: 'unreadable', reason: 'is cut off' });
  });
});

describe('a broken CSV is refused in a sentence', () => {
  test('a quotation mark that is never closed', async () => {
    await expect(layerOf('PIN,OWNER\n1,"SMITH\n2,JONES\n')).rejects.toThrow(
      /^Tax Parcels\.csv cannot be read as CSV: a quotation mark is opened and never closed, in row 1 .* get a complete copy of it\.$/,
    );
  });

  test('a long row that ends is read', async () => {
    const records = new CsvRecords({ fileName: 'parcels.csv', delimiter: ',' });
    const found: string[][] = [];
    for (const text of ['PIN,SHAPE\n1,', ...Array(9).fill('x'.repeat(500_000)), '\n2,y\n']) {
      found.push(...records.take(Buffer.from(text), false));
    }
    found.push(...records.take(Buffer.alloc(0), true));
    expect(found.map((fields) => fields.map(({ length }) => length))).toEqual([
      [3, 5],
      [1, 4_500_000],
      [1, 1],
    ]);
  });

  test('more columns than any table has', async () => {
    await expect(layerOf(`PIN${','.repeat(2e6)}\n1\n`)).rejects.toThrow(
      'Tax Parcels.csv cannot be read as CSV: the header has more than 16,384 columns.',
    );
  });

  test('a file that is not text', async () => {
    const binary = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 256));
    await expect(layerOf(binary)).rejects.toThrow('Tax Parcels.csv is not text, so it is not CSV');
  });

  test('a file without a line', async () => {
    await expect(layerOf('\n\n')).rejects.toThrow('Tax Parcels.csv is empty');
  });
});
