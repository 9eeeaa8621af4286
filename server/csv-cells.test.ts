// Tests what a spreadsheet would make of a cell.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvCell, csvText, csvWords, csvWriterOfLines } from './csv-cells.ts';

describe('a cell of a CSV file', () => {
  test.each([
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    ' =1',
    '\u00a0=1',
    '\u200b=1',
    '\ufeff=1',
    '\u0000=1',
    '＝1',
    '＠x',
    '-',
    '--',
    '+',
    '- SMITH',
    "=cmd|'/c calc'!A1",
    '-2+3',
    '+1 (704) 555-0100',
    '-1e',
    '\tSMITH',
  ])('%j never begins a formula', (text) => {
    expect(csvCell(text)).toBe(`'${text}`);
    expect(csvText(text)).toBe(`'${text}`);
  });

  test.each([
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['\n=1', "'\n'=1"],
    ['a;=1+1', "a;'=1+1"],
    ["a;=cmd|'/c calc'!A1;b", "a;'=cmd|'/c calc'!A1;b"],
    ['a; \u00a0+1', "a; \u00a0'+1"],
    ['a;"=1+1;', 'a;"\'=1+1;'],
    ['a;;@x;-1', "a;;'@x;'-1"],
    ['a\t＝1', "a\t'＝1"],
    ['a\n-1', "a\n'-1"],
    ['=1;=2', "'=1;'=2"],
  ])('%j begins no formula either where Excel splits by semicolons, tabs or ends of lines', (text, cell) => {
    expect([csvCell(text), csvWords(text), csvText(text)]).toEqual([cell, cell, cell]);
  });

  test.each([
    'SMITH; JONES',
    '35.1; 80.8',
    'a;b=c',
    'a;b-c; d@e',
    "O'NEAL",
    '"quoted"',
    'A, B',
    "'=1",
    '<b>=</b>',
    '1=2',
    'a-b',
    'Peña',
    '',
    '-80.86',
    '+5',
    '-0.5',
    '204600',
    '2020-10-06',
    'TRUE',
  ])('%j stays as it is', (text) => {
    expect(csvCell(text)).toBe(text);
  });

  test.each(['-5', '+44', '-.5', '-12345'])('a name or a PIN %j is no number', (text) => {
    expect(csvWords(text)).toBe(`'${text}`);
    expect(csvText(text)).toBe(`'${text}`);
  });

  test('numbers stay numbers, and what is unknown is empty', () => {
    expect([csvCell(-80.86), csvCell(0), csvCell(true), csvCell(null), csvText(null)]).toEqual([
      '-80.86',
      '0',
      'true',
      '',
      '',
    ]);
  });

  test.each(['0012', '02138', '02138-1234', '00', '12345678901234567', '12E5', '1.5e10', '12E-3', '.5e+2'])(
    '%j keeps its digits',
    (text) => {
      expect(csvCell(text)).toBe(`${text}\u2007`);
    },
  );

  test.each([
    '27701',
    '12-25',
    '99-12',
    '1-25',
    '3/4',
    '1-2-34',
    '12.5',
    '1,200',
    '50%',
    '6-JUN',
    'MAR 12',
    'sept1',
    '10:30',
    '2020-10-06',
    '02138',
    '27701-',
    '27701 +',
    '$5',
    '(5)',
    '1 3/4',
    '100:30',
    '8 P',
    '8pm',
    '10:30 AM',
  ])('a PIN or ZIP code %j is no number and no date', (text) => {
    expect(csvText(text)).toBe(`${text}\u2007`);
  });

  test.each([
    '4631-12-3456.000',
    '27701-1234',
    'A12',
    '84-25',
    '113/45',
    '13-14-15',
    'K1A 0B1',
    '12 MAIN ST',
    '12A',
    '12-3A',
    '12-25 +',
    '',
  ])('a PIN or ZIP code %j needs nothing', (text) => {
    expect(csvText(text)).toBe(text);
  });

  test('what marks a PIN is a space that LibreOffice does not skip as it skips the usual ones, and that trim takes off', () => {
    const mark = csvText('02138').slice('02138'.length);
    expect(mark.trim()).toBe('');
    expect([' ', '\u00a0', '\u202f']).not.toContain(mark);
  });

  /** A line of the file as Excel reads it with another separator: quotes count only where a cell begins. */
  function splitAnew(line: string, separators: string): string[] {
    const cells: string[] = [];
    for (let at = 0; at <= line.length; at++) {
      let cell = '';
      if (line[at] === '"') {
        for (at++; at < line.length && (line[at] !== '"' || line[at + 1] === '"'); at++) {
          if (line[at] === '"') at++;
          cell += line[at];
        }
        at++;
      }
      for (; at < line.length && !separators.includes(line[at]!); at++) cell += line[at];
      cells.push(cell);
    }
    return cells;
  }

  test('begins a formula for no text at all, by whatever the file is split', async () => {
    const write = await csvWriterOfLines();
    const risky = fc.string({ unit: fc.constantFrom(...'a=+-@;,"\t\n\r \' ＝1') });
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), risky), risky, (text, before) => {
        for (const cell of [csvCell(text), csvWords(text), csvText(text)]) {
          if (/^[+-]/.test(cell))
            expect([cell, Number.isFinite(Number(cell))]).toEqual([csvCell(text), true]);
          else {
            const line = write([['0012-3', csvWords(before), cell, 'x']]);
            for (const separators of [',\r\n', ';\r\n', '\t\r\n', ',;\t\r\n'])
              for (const read of splitAnew(line, separators))
                expect(read).not.toMatch(/^[\s\p{C}]*[=+\-@＝＋－＠]/u);
          }
          const bare = (some: string) => some.replaceAll("'", '').replace(/\u2007$/, '');
          expect(bare(cell)).toBe(bare(text));
        }
      }),
      { numRuns: 500 },
    );
  });
});
