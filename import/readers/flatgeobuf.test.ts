// FlatGeobuf as its own library writes it, whole and broken.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generic } from 'flatgeobuf';
import { describe, expect, test } from 'vitest';
import { type County, smallCounty } from '../../test/county-files.ts';
import { writeFlatGeobuf } from '../../test/county-files-more.ts';
import { featuresOf } from '../../test/read-layer.ts';
import { readOnly, shapeOf } from '../../test/read-source.ts';
import { testFolder } from '../../test/test-folder.ts';
import { openFlatGeobuf } from './flatgeobuf.ts';
import { fieldOf, readProperties } from './flatgeobuf-properties.ts';

const folder = testFolder();

const shaped = smallCounty.features.filter(({ polygons }) => polygons !== null);

describe('the same county is read', () => {
  test('with its holes and parts, its values and its system', async () => {
    const { layers } = await openFlatGeobuf({ path: await writeFlatGeobuf({ folder }) });
    const read = await featuresOf(layers[0]!);
    expect(read.map(shapeOf)).toEqual(shaped.map(({ polygons }) => polygons!.flat()));
    for (const [i, { properties }] of read.entries()) {
      const present = Object.entries(shaped[i]!.properties).filter(([, value]) => value !== null);
      expect(properties).toEqual(Object.fromEntries(present));
    }
    expect(layers[0]).toMatchObject({ geometry: 'area', crs: { kind: 'epsg', code: 4326 }, count: 3 });
    expect(layers[0]!.fields).toContainEqual({ name: 'GISACRES', type: 'number' });
    expect((await featuresOf(layers[0]!, { limit: 1 })).length).toBe(1);
  });

  test('with many rows, each with memory of its own', async () => {
    const [first] = shaped;
    const features = Array.from({ length: 3000 }, (_, i) => ({
      properties: { ...first!.properties, PIN: String(i) },
      polygons: first!.polygons,
    }));
    const county: County = { ...smallCounty, epsg: 2264, features };
    const path = await writeFlatGeobuf({ folder, name: 'many.fgb', county });
    const read = await readOnly(openFlatGeobuf({ path }));
    expect(read.map(({ properties }) => properties.PIN)).toEqual(
      features.map(({ properties }) => properties.PIN),
    );
    expect(new Set(read.map((feature) => JSON.stringify(shapeOf(feature)))).size).toBe(1);
    const { geometry } = read[0]!;
    if (geometry?.kind !== 'polygons') throw new Error('no polygons');
    // A ring may be projected in place: nobody else's coordinates may move with it.
    geometry.polygons[0]![0]!.fill(0);
    expect(shapeOf(read[1]!)).toEqual(first!.polygons!.flat());
  });
});

test('values of every type of column', () => {
  const { ColumnType } = generic;
  const bytes = Buffer.alloc(64);
  let at = 0;
  const put = (column: number, write: (position: number) => number) => {
    bytes.writeUInt16LE(column, at);
    at = write(at + 2);
  };
  const text = (value: string) => (position: number) => {
    bytes.writeUInt32LE(Buffer.byteLength(value), position);
    return position + 4 + bytes.write(value, position + 4);
  };
  put(0, (position) => bytes.writeBigInt64LE(12_345_678_901_234_567n, position));
  put(1, text('2020-10-06T12:00:00Z'));
  put(2, (position) => bytes.writeUInt8(1, position));
  put(3, text('Zoë'));
  const column = (name: string, type: number) =>
    ({ name, type, title: null }) as Parameters<typeof fieldOf>[0];
  const columns = [
    column('PIN', ColumnType.Long),
    column('SOLD', ColumnType.DateTime),
    column('FARM', ColumnType.Bool),
    column('NAME', ColumnType.String),
  ];
  expect(readProperties(bytes.subarray(0, at), columns)).toEqual({
    PIN: '12345678901234567',
    SOLD: '2020-10-06',
    FARM: true,
    NAME: 'Zoë',
  });
  expect(columns.map((one) => fieldOf(one).type)).toEqual(['number', 'date', 'boolean', 'text']);
  expect(() => readProperties(bytes.subarray(0, at - 1), columns)).toThrow(RangeError);
});

describe('one sentence says what is wrong and what to do', () => {
  const read = async (bytes: Uint8Array) => {
    const path = join(folder, 'broken.fgb');
    await writeFile(path, bytes);
    const error = await readOnly(openFlatGeobuf({ path })).catch((failure: unknown) => failure);
    expect(error).toMatchObject({ name: 'OperatorError' });
    return (error as Error).message;
  };

  test('wherever the file is cut', async () => {
    const whole = await readFile(await writeFlatGeobuf({ folder }));
    expect(await read(whole.subarray(0, whole.length - 100))).toBe(
      'broken.fgb ends in the middle, after feature 2: download or export it again.',
    );
    for (let length = 8; length < whole.length; length += 37) {
      expect(await read(whole.subarray(0, length))).toMatch(/^broken\.fgb (ends in the middle|is damaged)/);
    }
  });

  test('where it is another file, empty or of an old version', async () => {
    expect(await read(Buffer.from('hello, this is text'))).toContain('is not a FlatGeobuf file');
    expect(await read(Buffer.alloc(0))).toContain('is not a FlatGeobuf file');
    expect(await read(Buffer.from('fgb\u0002fgb\u0000....'))).toContain('of version 2');
  });

  test('where a number lies about how many follow, it is not believed', async () => {
    const whole = await readFile(await writeFlatGeobuf({ folder }));
    const path = join(folder, 'lying.fgb');
    for (let at = 8; at + 4 <= whole.length; at += 4) {
      const lying = Buffer.from(whole);
      lying.writeUInt32LE(0x08000000, at);
      await writeFile(path, lying);
      const outcome = await readOnly(openFlatGeobuf({ path })).catch((failure: Error) => failure.name);
      if (!Array.isArray(outcome)) expect(outcome).toBe('OperatorError');
    }
  });

  test('where bytes inside it were changed, it never reads on for ever or crashes', async () => {
    const whole = await readFile(await writeFlatGeobuf({ folder }));
    for (let at = 12; at < whole.length; at += 11) {
      const broken = Buffer.from(whole);
      broken[at] = 0xff;
      const path = join(folder, 'changed.fgb');
      await writeFile(path, broken);
      const outcome = await readOnly(openFlatGeobuf({ path })).catch((failure: Error) => failure.name);
      if (!Array.isArray(outcome)) expect(outcome).toBe('OperatorError');
    }
  });
});
