import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../test/small-county.ts';
import { CsvFile } from './csv-file.ts';
import { changesTable, type ImportReport, reportTable } from './report.ts';

const report: ImportReport = {
  read: 13116,
  parcels: 12900,
  units: 0,
  repaired: new Map([['spike cut off', 3]]),
  refused: new Map([
    ['no geometry', 12],
    ['no PIN', 1204],
  ]),
  notes: [],
  changes: undefined,
  reportFile: undefined,
  changesFile: undefined,
};

test('the table lists the reasons, the most frequent first, and ends with the totals', () => {
  expect(reportTable(report)).toBe(
    [
      'Refused',
      '  1,204  no PIN',
      '     12  no geometry',
      'Repaired',
      '  3  spike cut off',
      '13,116 rows read, 12,900 parcels, 1,216 refused, 3 repaired.',
    ].join('\n'),
  );
});

test('a file of nonsense with a reason for each row does not fill the terminal', () => {
  const refused = new Map(Array.from({ length: 5000 }, (_, at) => [`reason ${at}`, 2]));
  const lines = reportTable({ ...report, refused }).split('\n');
  expect(lines.length).toBeLessThan(50);
  expect(lines).toContain('  9,940  for 4,970 other reasons');
  expect(lines.at(-1)).toContain('10,000 refused');
});

test('with nothing to say only the totals are left', () => {
  expect(
    reportTable({ ...report, read: 1, parcels: 1, units: 2, repaired: new Map(), refused: new Map() }),
  ).toBe('1 row read, 1 parcel, 2 units, 0 refused, 0 repaired.');
});

test('the changes are counted by kind', () => {
  expect(changesTable({ added: 12, gone: 0, newOwner: 1100, sold: 3, reshaped: 4 })).toBe(
    [
      'Since the last import',
      '     12  added',
      '      0  gone',
      '  1,100  with a new owner',
      '      3  sold',
      '      4  reshaped',
    ].join('\n'),
  );
});

test('a list of a hundred thousand rows is written in chunks, quoted as CSV wants it', async () => {
  const folder = await temporaryFolder();
  const file = new CsvFile({ path: join(folder, 'lists', 'list.csv'), header: ['row', 'text'] });
  for (let i = 0; i < 100_000; i++) {
    file.add([i, 'say "no", twice']);
    if (i % 500 === 0) await file.write();
  }
  expect(await readdir(join(folder, 'lists'))).toEqual(['list.csv.part']);
  const path = await file.keep();
  await file.drop();

  const lines = (await readFile(path!, 'utf8')).split('\r\n');
  expect(lines).toHaveLength(100_002);
  expect(lines.slice(0, 2)).toEqual(['row,text', '0,"say ""no"", twice"']);
  expect(await readdir(join(folder, 'lists'))).toEqual(['list.csv']);
});

test('[SEC-13] what begins like a formula is text to a spreadsheet; numbers stay numbers', async () => {
  const folder = await temporaryFolder();
  const file = new CsvFile({ path: join(folder, 'list.csv'), header: ['row', 'pin'] });
  for (const text of ['=cmd|calc', '+1', '-1', '@SUM(A1)', '\t=1', 'a;=1', '4-1']) file.add([-1, text]);
  const lines = (await readFile((await file.keep())!, 'utf8')).trimEnd().split('\r\n');
  expect(lines.slice(1)).toEqual([
    "-1,'=cmd|calc",
    "-1,'+1",
    "-1,'-1",
    "-1,'@SUM(A1)",
    `-1,"'\t'=1"`,
    `-1,"a;'=1"`,
    '-1,4-1',
  ]);
});
