import { strToU8 } from 'fflate';
import { expect, test } from 'vitest';
import { readDbf } from './read-dbf.ts';

type Table = {
  columns: [name: string, type: string, bytes: number][];
  /** In Latin-1, each a mark for deleted rows and its cells. */
  rows: string[];
  language?: number;
};

function tableOf({ columns, rows, language = 0 }: Table): Uint8Array {
  const headBytes = 32 + columns.length * 32 + 1;
  const rowBytes = 1 + columns.reduce((sum, [, , bytes]) => sum + bytes, 0);
  const head = new Uint8Array(headBytes);
  const view = new DataView(head.buffer);
  head[0] = 3;
  view.setUint32(4, rows.length, true);
  view.setUint16(8, headBytes, true);
  view.setUint16(10, rowBytes, true);
  head[29] = language;
  for (const [index, [name, type, bytes]] of columns.entries()) {
    head.set(strToU8(name + '\0'.repeat(11 - name.length) + type), 32 + index * 32);
    head[32 + index * 32 + 16] = bytes;
  }
  head[headBytes - 1] = 0x0d;
  return Uint8Array.of(...head, ...rows.flatMap((row) => [...strToU8(row.padEnd(rowBytes), true)]), 0x1a);
}

const valuesOf = (table: Table, cpg?: string) => readDbf(tableOf(table), cpg)?.map(({ values }) => values);

test('[V14] dates are text as they stand there, and blank or zero ones are none', () => {
  const columns: Table['columns'] = [
    ['SOLD', 'D', 8],
    ['ID', 'C', 2],
  ];
  expect(valuesOf({ columns, rows: [' 20240229a', '         b', ' 00000000c', ' 20241399d'] })).toEqual([
    { SOLD: '2024-02-29', ID: 'a' },
    { ID: 'b' },
    { ID: 'c' },
    { ID: 'd' },
  ]);
});

test('[V14] numbers and yes or no; blank ones and those that were too long for their column are none', () => {
  const columns: Table['columns'] = [
    ['N', 'N', 18],
    ['OK', 'L', 1],
  ];
  const rows = [12.5, '', '******************', '123456789012345678', '-0.5e3'].map(
    (cell, at) => ` ${String(cell).padStart(18)}${'T?F yN'[at]}`,
  );
  expect(valuesOf({ columns, rows })).toEqual([
    { N: 12.5, OK: true },
    {},
    { OK: false },
    // A number would lose digits.
    { N: '123456789012345678' },
    { N: -500, OK: true },
  ]);
});

test('[V14] a number with a comma is kept as it is written', () => {
  const columns: Table['columns'] = [['N', 'N', 6]];
  expect(valuesOf({ columns, rows: [' 1,234 '] })).toEqual([{ N: '1,234' }]);
});

test('[V14] deleted rows are marked, and keep their place', () => {
  const rows = readDbf(tableOf({ columns: [['ID', 'C', 1]], rows: [' a', '*b', ' c'] }), undefined);
  expect(rows?.map(({ isDeleted }) => isDeleted)).toEqual([false, true, false]);
});

test('[V14] a table that is cut off is none', () => {
  const bytes = tableOf({ columns: [['ID', 'C', 1]], rows: [' a', ' b'] });
  expect(readDbf(bytes.slice(0, -3), undefined)).toBeUndefined();
});

const utf8 = (text: string) => String.fromCharCode(...strToU8(text));
test.each<[string, { text: string; language?: number; cpg?: string; read: string }]>([
  ['UTF-8 without a word of it', { text: utf8('Müller'), read: 'Müller' }],
  ['Windows-1252 without a word of it', { text: 'M\xfcller', read: 'Müller' }],
  ['Windows-1252 by the language byte', { text: 'M\xfcller', language: 0x57, read: 'Müller' }],
  ['Cyrillic by the language byte', { text: '\xc4\xe0', language: 0xc9, read: 'Да' }],
  ['ISO 88591', { text: 'M\xfcller', cpg: 'ISO 88591', read: 'Müller' }],
  ['88591', { text: 'M\xfcller', cpg: '88591', read: 'Müller' }],
  ['88592', { text: '\xb1', cpg: '88592', read: 'ą' }],
  ['1252', { text: 'M\xfcller', cpg: '1252', read: 'Müller' }],
  ['ANSI 1251', { text: '\xc4\xe0', cpg: 'ANSI 1251', read: 'Да' }],
  ['932', { text: '\x93\x63', cpg: '932', read: '田' }],
  ['UTF-8', { text: utf8('井'), language: 0x57, cpg: 'UTF-8', read: '井' }],
  ['an unknown one', { text: 'M\xfcller', cpg: 'LDID/87', read: 'Müller' }],
])('[V14] encodings of tables: %s', (_, { text, language = 0, cpg, read }) => {
  expect(valuesOf({ columns: [['T', 'C', 12]], rows: [` ${text}`], language }, cpg)).toEqual([{ T: read }]);
});

test('[V14] a table whose rows are shorter than its columns, or have no bytes at all, is refused', () => {
  const table = tableOf({ columns: [['A', 'C', 5]], rows: [' abcde'] });
  for (const rowBytes of [0, 5]) {
    new DataView(table.buffer).setUint16(10, rowBytes, true);
    expect(readDbf(table, undefined)).toBeUndefined();
  }
});
