// Tests what a spreadsheet would make of a cell.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvCell, csvText, csvWords } from './csv-cells.ts';

describe('a cell of a CSV file', () => {
  test.each([
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
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

  test('begins a formula for no text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const cell of [csvCell(text), csvWords(text), csvText(text)]) {
          expect(/^\s*[=@\t\r]/.test(cell)).toBe(false);
          if (/^[+-]/.test(cell))
            expect([cell, Number.isFinite(Number(cell))]).toEqual([csvCell(text), true]);
          expect(cell.replace(/^'/, '').replace(/\u2007$/, '')).toBe(
            text.replace(/^'/, '').replace(/\u2007$/, ''),
          );
        }
      }),
    );
  });
});
