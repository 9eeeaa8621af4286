// GeoParquet, whole and broken.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import { smallCounty } from '../../test/county-files.ts';
import { writeGeoParquet } from '../../test/county-files-more.ts';
import { type ParquetColumn, parquetBytes } from '../../test/parquet-bytes.ts';
import { featuresOf } from '../../test/read-layer.ts';
import { readOnly, shapeOf } from '../../test/read-source.ts';
import { testFolder } from '../../test/test-folder.ts';
import { openGeoParquet } from './geoparquet.ts';
import { describeColumns } from './geoparquet-columns.ts';

const folder = testFolder();

async function open(columns: readonly ParquetColumn[], metadata: Record<string, string> = {}) {
  const path = join(folder, 'made.parquet');
  await writeFile(path, parquetBytes(columns, metadata));
  return await openGeoParquet({ path });
}

test('the same county is read, with its holes and parts, its values, dates and gaps', async () => {
  const { layers } = await openGeoParquet({ path: await writeGeoParquet({ folder }) });
  const read = await featuresOf(layers[0]!);
  expect(read.map(({ properties }) => properties)).toEqual(smallCounty.features.map((f) => f.properties));
  expect(read.map(shapeOf)).toEqual(smallCounty.features.map(({ polygons }) => polygons?.flat() ?? null));
  expect(read.map(({ row }) => row)).toEqual([1, 2, 3, 4]);
  expect(layers[0]).toMatchObject({
    name: 'parcels',
    geometry: 'area',
    count: 4,
    crs: { kind: 'epsg', code: 4326 },
  });
  expect(layers[0]!.fields).toEqual(smallCounty.fields.map(({ name, type }) => ({ name, type })));
  expect((await featuresOf(layers[0]!, { limit: 2 })).length).toBe(2);
});

describe('the coordinate system', () => {
  const crs = async (value: unknown) =>
    (await openGeoParquet({ path: await writeGeoParquet({ folder, crs: value }) })).layers[0]!.crs;

  test('is longitude and latitude where it is left out', async () => {
    expect(await crs(undefined)).toEqual({ kind: 'epsg', code: 4326 });
    expect(await crs({ id: { authority: 'OGC', code: 'CRS84' } })).toEqual({ kind: 'epsg', code: 4326 });
  });

  test('is not known where the file says so', async () => {
    expect(await crs(null)).toBeUndefined();
  });

  test('is a number of EPSG, or else PROJJSON', async () => {
    expect(await crs({ id: { authority: 'EPSG', code: 2264 } })).toEqual({ kind: 'epsg', code: 2264 });
    const own = { type: 'ProjectedCRS', name: 'County grid' };
    expect(await crs(own)).toEqual({ kind: 'projjson', value: own });
  });
});

describe('values', () => {
  test('a PIN of 17 digits keeps them all; smaller whole numbers are numbers', async () => {
    const { layers } = await open([
      { name: 'PIN', type: 'int64', values: [12_345_678_901_234_567n, 17n, null] },
      { name: 'FARM', type: 'boolean', values: [true, null, false] },
      { name: 'OLD_TEXT', type: 'bytes', values: [Buffer.from('Zoë'), Buffer.from([0xff, 0xfe]), null] },
    ]);
    const read = await featuresOf(layers[0]!);
    expect(read.map(({ properties }) => properties)).toEqual([
      { PIN: '12345678901234567', FARM: true, OLD_TEXT: 'Zoë' },
      { PIN: 17, FARM: null, OLD_TEXT: null },
      { PIN: null, FARM: false, OLD_TEXT: null },
    ]);
    expect(layers[0]!.geometry).toBe('none');
  });

  test.each([-1, 101])('a scale of %i is none', (scale) => {
    const metadata = parquetMetadata(
      new Uint8Array(parquetBytes([{ name: 'VALUE', type: 'double', values: [12] }], {})).buffer,
    );
    Object.assign(metadata.schema[1]!, { converted_type: 'DECIMAL', scale });
    expect(describeColumns(metadata).attributes[0]!.read(12)).toBe(12);
  });

  test('bytes called geometry are one, even without the metadata; their system is not known', async () => {
    const point = Buffer.alloc(21);
    point[0] = 1;
    point.writeUInt32LE(1, 1);
    const { layers } = await open([{ name: 'geometry', type: 'bytes', values: [point] }]);
    expect(layers[0]).toMatchObject({ geometry: 'point', crs: undefined, fields: [] });
  });
});

const [one, two] = [
  { x: 1, y: 2 },
  { x: 3, y: 4 },
];
test.each([
  ['point', one, { kind: 'points', points: Float64Array.of(1, 2) }],
  ['point', { x: Number.NaN, y: Number.NaN }, null],
  ['multipoint', [one, two], { kind: 'points', points: Float64Array.of(1, 2, 3, 4) }],
  ['linestring', [one, two], { kind: 'lines', lines: [Float64Array.of(1, 2, 3, 4)] }],
  ['linestring', [], null],
  [
    'multilinestring',
    [[one, two], [two]],
    { kind: 'lines', lines: [Float64Array.of(1, 2, 3, 4), Float64Array.of(3, 4)] },
  ],
  ['polygon', [[one, two, one]], { kind: 'polygons', polygons: [[Float64Array.of(1, 2, 3, 4, 1, 2)]] }],
  ['multipolygon', [[[one]], []], { kind: 'polygons', polygons: [[Float64Array.of(1, 2)]] }],
  ['multipolygon', null, null],
  ['helix', [one], { kind: 'other', type: 'helix' }],
  ['constructor', [one], { kind: 'other', type: 'constructor' }],
  ['__proto__', [one], { kind: 'other', type: '__proto__' }],
])('[LAY-3] the lists of GeoArrow: %s', (encoding, value, expected) => {
  const geo = JSON.stringify({ primary_column: 'shape', columns: { shape: { encoding } } });
  const bytes = parquetBytes([{ name: 'shape', type: 'bytes', values: [null] }], { geo });
  const { geometry } = describeColumns(parquetMetadata(new Uint8Array(bytes).buffer));
  expect(geometry!.read(value)).toEqual(expected);
});

describe('one sentence says what is wrong and what to do', () => {
  const refusal = async (bytes: Uint8Array) => {
    const path = join(folder, 'broken.parquet');
    await writeFile(path, bytes);
    const error = await readOnly(openGeoParquet({ path })).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: 'OperatorError' });
    return (error as Error).message;
  };

  test('where the file is cut', async () => {
    const whole = await readFile(await writeGeoParquet({ folder }));
    expect(await refusal(whole.subarray(0, whole.length - 10))).toMatch(/cut or damaged.*download it again/);
  });

  test('where a page is damaged', async () => {
    const whole = await readFile(await writeGeoParquet({ folder }));
    whole.fill(0xff, 4, 60);
    expect(await refusal(whole)).toMatch(/^broken\.parquet is damaged .* after row 0/);
  });

  test('where it says that it has more rows than it has', async () => {
    const whole = await readFile(await writeGeoParquet({ folder }));
    // A field of the list of contents, and 4 in it, becomes 63.
    const [four, more] = [Buffer.of(0x16, 8), Buffer.of(0x16, 126)];
    const contents = whole.length - 8 - whole.readUInt32LE(whole.length - 8);
    for (let at = whole.indexOf(four, contents); at >= 0; at = whole.indexOf(four, at)) more.copy(whole, at);
    expect(parquetMetadata(new Uint8Array(whole).buffer).num_rows).toBe(63n);
    expect(await refusal(whole)).toMatch(/fewer rows than it says/);
  });

  test.each([
    ['polygon', 'is damaged or in a form of Parquet that is not read, after row 0'],
    ['multipolygon', 'is damaged or in a form of Parquet that is not read, after row 0'],
  ])('where shapes are no lists, as its metadata say: %s', async (encoding, words) => {
    const geo = JSON.stringify({ primary_column: 'shape', columns: { shape: { encoding } } });
    expect(await refusal(parquetBytes([{ name: 'shape', type: 'double', values: [1] }], { geo }))).toContain(
      words,
    );
  });

  // All bytes of all formats are damaged in test/faults/fuzz/.
  test('where a byte of the list of contents is wrong', async () => {
    const whole = await readFile(await writeGeoParquet({ folder }));
    const path = join(folder, 'lying.parquet');
    for (let at = whole.length - 1500; at < whole.length; at += 37) {
      const lying = Buffer.from(whole);
      lying[at] = 0x7e;
      await writeFile(path, lying);
      const outcome = await readOnly(openGeoParquet({ path })).catch((failure: Error) => failure.name);
      if (!Array.isArray(outcome)) expect(outcome).toBe('OperatorError');
    }
  });

  test('where it is another file', async () => {
    expect(await refusal(Buffer.from('hello, this is text'))).toContain('is not a Parquet file');
    expect(await refusal(Buffer.alloc(0))).toContain('is not a Parquet file');
  });
});
