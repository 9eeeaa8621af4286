// DBF tables: each type of column, and what programs leave in them.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { smallCounty } from '../../test/county-files.ts';
import { dbfBytes } from '../../test/county-shapefile.ts';
import { featuresOf } from '../../test/read-layer.ts';
import { emptyFolder } from '../../test/test-folder.ts';
import type { RawValue } from '../layer.ts';
import { openDbf } from './dbf.ts';

const folder = emptyFolder();

type Column = { name: string; type: string; cells: readonly Buffer[] };

/** A table with the cells' own bytes, which may be anything. */
async function tableOf(columns: readonly Column[], version = 0x30) {
  const rowCount = columns[0]!.cells.length;
  const head = Buffer.alloc(32 + columns.length * 32 + 1);
  head[0] = version;
  head.writeUInt32LE(rowCount, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(1 + columns.reduce((sum, { cells }) => sum + cells[0]!.length, 0), 10);
  columns.forEach(({ name, type, cells }, index) => {
    const at = 32 + index * 32;
    head.write(name, at, 'latin1');
    head.write(type, at + 11, 'latin1');
    head[at + 16] = cells[0]!.length & 0xff;
    head[at + 17] = cells[0]!.length >> 8;
  });
  head[head.length - 1] = 0x0d;
  const rows = Array.from({ length: rowCount }, (_, row) => [
    Buffer.from(' '),
    ...columns.map(({ cells }) => cells[row]!),
  ]);
  const path = join(folder, 'table.dbf');
  await writeFile(path, Buffer.concat([head, ...rows.flat()]));
  return (await openDbf({ path })).layers[0]!;
}

async function valuesOf(type: string, cells: readonly (string | Buffer)[]): Promise<RawValue[]> {
  const bytes = cells.map((cell) => (typeof cell === 'string' ? Buffer.from(cell, 'latin1') : cell));
  const layer = await tableOf([{ name: 'VALUE', type, cells: bytes }]);
  return (await featuresOf(layer)).map(({ properties }) => properties.VALUE!);
}

function written(byteCount: number, write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(byteCount);
  write(bytes);
  return bytes;
}

describe('openDbf', () => {
  test('an assessor table is a layer without shapes', async () => {
    const path = join(folder, 'Assess.dbf');
    await writeFile(path, dbfBytes({ encoding: 'windows-1252' }));
    const layer = (await openDbf({ path })).layers[0]!;
    expect(layer).toMatchObject({ name: 'Assess', geometry: 'none', crs: undefined, count: 4 });
    expect(await featuresOf(layer)).toEqual(
      smallCounty.features.map(({ properties }, index) => ({ row: index + 1, properties, geometry: null })),
    );
    expect(await featuresOf(layer, { limit: 2 })).toHaveLength(2);
  });

  test('text loses its padding and what follows a NUL, and keeps blanks in front', async () => {
    expect(
      await valuesOf('C', ['SMITH   ', 'A\0garbag', '        ', '\0\0\0\0\0\0\0\0', '  12 A  ']),
    ).toEqual(['SMITH', 'A', null, null, '  12 A']);
  });

  test('a comma before three digits separates thousands, any other one is a decimal comma', async () => {
    const cells = ['1,234', '-250,000', '1,234,567.89', '1,234.', '12,75', '0,125', '1234,500', '1,23,456'];
    const padded = cells.map((cell) => cell.padStart(14));
    const numbers = [1234, -250_000, 1_234_567.89, 1234, 12.75, 0.125, 1234.5, null];
    expect(await valuesOf('N', padded)).toEqual(numbers);
    expect(await valuesOf('F', padded)).toEqual(numbers);
  });

  test('numbers: blanks and stars are none, large whole numbers keep every digit', async () => {
    expect(
      await valuesOf('N', [
        '                12.5',
        '                    ',
        '********************',
        '   37119000123456789',
        '-3                  ',
        '           1.5e+003 ',
        '               12,75',
        '                 nan',
        '0                   ',
      ]),
    ).toEqual([12.5, null, null, '37119000123456789', -3, 1500, 12.75, null, 0]);
  });

  test('dates are written the ISO way; nonsense is none', async () => {
    expect(await valuesOf('D', ['20201006', '        ', '00000000', '20201340', '10/06/20'])).toEqual([
      '2020-10-06',
      null,
      null,
      null,
      null,
    ]);
  });

  test('booleans', async () => {
    expect(await valuesOf('L', ['T', 'y', 'F', 'n', '?', ' '])).toEqual([
      true,
      true,
      false,
      false,
      null,
      null,
    ]);
  });

  test('the binary columns of Visual FoxPro', async () => {
    expect(await valuesOf('I', [written(4, (bytes) => bytes.writeInt32LE(-7))])).toEqual([-7]);
    expect(await valuesOf('B', [written(8, (bytes) => bytes.writeDoubleLE(0.25))])).toEqual([0.25]);
    expect(await valuesOf('Y', [written(8, (bytes) => bytes.writeBigInt64LE(1_234_500n))])).toEqual([123.45]);
    // Julian day 2,459,129 is 6 October 2020.
    const day = written(8, (bytes) => bytes.writeInt32LE(2_459_129));
    expect(await valuesOf('T', [day, Buffer.alloc(8)])).toEqual(['2020-10-06', null]);
  });

  test('memo columns and hidden flags are left out; equal names are told apart', async () => {
    const cell = [Buffer.from('0123456789')];
    const layer = await tableOf([
      { name: 'NOTES', type: 'M', cells: cell },
      { name: 'OWNER', type: 'C', cells: cell },
      { name: 'OWNER', type: 'C', cells: [Buffer.from('second')] },
      { name: '_NullFlags', type: '0', cells: [Buffer.from('x')] },
    ]);
    expect(layer.fields).toEqual([
      { name: 'OWNER', type: 'text' },
      { name: 'OWNER_2', type: 'text' },
    ]);
    expect((await featuresOf(layer))[0]!.properties).toEqual({ OWNER: '0123456789', OWNER_2: 'second' });
  });

  test('a text of more than 255 bytes is read whole', async () => {
    const long = 'legal description '.repeat(40).trim();
    expect(await valuesOf('C', [long.padEnd(1000)])).toEqual([long]);
  });
});
