import { describe, expect, test } from 'vitest';
import { columnEntries } from '../../contract/parcel-columns.ts';
import { OperatorError } from '../../runtime/operator-error.ts';
import type { LayerField, RawValue } from '../layer.ts';
import { compileMapping } from './compile-mapping.ts';
import { quoteField } from './expression.ts';
import { type MappedRow, parseMapping } from './mapping.ts';

/** The row as `--map` makes it, of a layer with these fields. */
function mapped(
  map: string,
  properties: Record<string, RawValue>,
  aliases: Record<string, string> = {},
): MappedRow {
  const fields = Object.entries(properties).map(([name, value]): LayerField => {
    const alias = aliases[name];
    return { name, type: typeof value === 'number' ? 'number' : 'text', ...(alias && { alias }) };
  });
  return compileMapping({ mapping: parseMapping(map), fields, dates: 'mdy' }).map(properties);
}

/** What an expression makes of a row, as the owner's text. */
function text(expression: string, properties: Record<string, RawValue>): string {
  return mapped(`pin='1',owner=${expression}`, properties).fields.name;
}

describe('--map', () => {
  test('names the fields, with arithmetic', () => {
    expect(parseMapping('pin=ML, add1=Location,taxacres=LandArea/43560')).toEqual({
      pin: 'ML',
      add1: 'Location',
      taxacres: 'LandArea/43560',
    });
    const row = mapped('pin=ML,acres=LandArea/43560', { ML: '1A-65', LandArea: 43560 });
    expect(row.fields).toMatchObject({ pin: '1A-65', taxacres: 1 });
  });

  test('knows the words that people use', () => {
    expect(parseMapping('owner=A,acres=B,address=C')).toEqual({
      name: 'A',
      taxacres: 'B',
      site_address: 'C',
    });
  });

  test('knows every field by its name, its other words and its label, however they are written', () => {
    for (const [field, { words = [], label }] of columnEntries) {
      for (const word of [field, ...words, label]) {
        for (const written of [word, word.toUpperCase(), word.replaceAll('_', ' ')]) {
          expect(parseMapping(`${written}=A`)).toEqual({ [field]: 'A' });
        }
      }
    }
  });

  test('splits at commas outside of quotes and parentheses', () => {
    expect(parseMapping(`pin=join('-', A, "B,C"),zoning='R,1'`)).toEqual({
      pin: `join('-', A, "B,C")`,
      zoning: "'R,1'",
    });
  });

  test('leaves a field out with - or nothing', () => {
    expect(parseMapping('owner=-,zoning=')).toEqual({ name: '-', zoning: '-' });
    expect(mapped('pin=P,owner=-', { P: '1', OWNER: 'SMITH' })).toMatchObject({
      fields: { name: '' },
      more: [['Owner', 'SMITH']],
    });
  });

  test.each([
    ['pin', '--map pin has no = sign: write FIELD=EXPRESSION, such as pin=PARCEL_ID.'],
    ['color=A', /^color is not a field of a parcel: the fields are pin, owner,/],
    ['pin=A,pin=B', '--map names pin twice.'],
    ['pin=join(A', 'A closing parenthesis is missing at character 7 of the expression join(A.'],
    ["pin='A", "A closing ' is missing at character 3 of the expression 'A."],
    ['pin=A+', 'Something is missing at character 3 of the expression A+.'],
    ['pin=*A', '* stands where a field, a text or a number should be at character 1 of the expression *A.'],
    [
      'pin=eval(A)',
      /^eval is not a function \(there are join, regexp, first, .*\) at character 1 of the expression eval\(A\)\.$/,
    ],
    ['pin=join(A)', 'join() takes 2 to 40 arguments, not 1, at character 1 of the expression join(A).'],
    ['pin=A;B', '; is not understood at character 2 of the expression A;B.'],
    ['pin=A)', ') is not expected at character 2 of the expression A).'],
    [`pin=${'('.repeat(50)}A`, /nested too deeply at character 21/],
  ])('%s is refused in one sentence with the place', (map, message) => {
    expect(() => parseMapping(map)).toThrow(message);
    expect(() => parseMapping(map)).toThrow(OperatorError);
  });
});

describe('names of fields', () => {
  test.each([
    ['pin', 'PIN'],
    ['PARCEL_NUMBER', 'PARCEL_NUM'],
    ['SITE_ADDRE', 'SITE_ADDRESS'],
    ['PIN', 'GIS.PARCELS.PIN'],
    ['GIS.PARCELS.PIN', 'PIN'],
    ['"PARCEL ID"', 'Parcel Id'],
    ['PARCEL ID', 'Parcel Id'],
    ['ParcelId', 'PARCEL_ID'],
    ['2ND_PIN', '2ND_PIN'],
    ['"SHAPE.STArea()"', 'SHAPE.STArea()'],
  ])('%s means %s', (wanted, name) => {
    expect(mapped(`pin=${wanted}`, { [name]: '12-34', OTHER: 'x' }).fields.pin).toBe('12-34');
  });

  test('the alias of an ArcGIS layer will do', () => {
    expect(mapped('pin="Parcel Number"', { F1: '12' }, { F1: 'Parcel Number' }).fields.pin).toBe('12');
  });

  test('an unknown one is refused with the likeliest names, an ambiguous one with the choices', () => {
    expect(() => mapped('pin=PARCLE_ID', { PARCEL_ID: '1', OWNER: 'x', PARCEL_NO: '2' })).toThrow(
      'There is no field PARCLE_ID for pin: do you mean PARCEL_ID, PARCEL_NO or OWNER?',
    );
    expect(() => mapped('pin=PIN', { 'A.PIN': '1', 'B.PIN': '2' })).toThrow(
      'The name PIN for pin could mean several fields: write one of A.PIN, B.PIN.',
    );
  });

  test('any name can be written as an expression', () => {
    for (const name of 'PIN|PARCEL ID|A"B|SHAPE.STArea()|1ST|GIS.PARCELS.PIN|Größe|A-B|join'.split('|')) {
      expect(mapped(`pin=${quoteField(name)}`, { [name]: '12-34' }).fields.pin).toBe('12-34');
    }
  });

  test('without a PIN nothing is imported, and the fields are listed', () => {
    expect(() => mapped('owner=A', { A: 'x', B: 'y' })).toThrow(
      'No field is known to be the PIN: name it with --map pin=FIELD. The fields are A, B.',
    );
  });
});

describe('expressions', () => {
  test('join texts, and leave separators out beside blanks', () => {
    const row = { A: '12', B: ' ', C: 'ST', N: 7 };
    expect(text("A + ' ' + B + ' ' + C", row)).toBe('12 ST');
    expect(text("B + ', ' + C", row)).toBe('ST');
    expect(text("'Lot ' & N", row)).toBe('Lot 7');
    expect(text("'Lot ' & B", row)).toBe('');
    expect(text("A & ' (' & C & ')'", row)).toBe('12 (ST)');
    expect(text('A & N', row)).toBe('127');
    expect(text("join('-', A, B, C)", row)).toBe('12-ST');
    expect(text("'it''s'", row)).toBe("it's");
  });

  test('calculate with texts that are numbers; blanks yield nothing', () => {
    const acres = (expression: string, row: Record<string, RawValue>) =>
      mapped(`pin='1',acres=${expression}`, row).fields.taxacres;
    const row = { A: '87,120', B: 43560, C: null, D: 2 };
    expect(acres('A/43560', row)).toBe(2);
    expect(acres('(B + B) / 43560 * D - 1', row)).toBe(3);
    expect(acres('D + C', row)).toBe(2);
    expect(acres('C/43560', row)).toBeNull();
    expect(acres('D/0', row)).toBeNull();
  });

  test('first() takes the first non-blank one', () => {
    expect(text('first(A, B, C)', { A: '<Null>', B: ' ', C: 'x' })).toBe('x');
  });

  test('regexp() replaces, or takes out what its groups match', () => {
    expect(text(`regexp(A, '^(\\d{4})(\\d{2})$', '$1-$2')`, { A: '474512' })).toBe('4745-12');
    expect(text(`regexp(A, '^0+', '')`, { A: '00474512' })).toBe('474512');
    expect(text(`regexp(A, 'PIN: (\\d+)')`, { A: 'PIN: 12 of 5' })).toBe('12');
    expect(text(`regexp(A, 'PIN: (\\d+)')`, { A: 'none there' })).toBe('');
  });

  test.each(['(\\d+)\\1', '(?=a)b', '(', 'a'.repeat(300)])('the pattern %s is refused', (pattern) => {
    expect(() => text(`regexp(A, '${pattern}', '')`, { A: 'x' })).toThrow(OperatorError);
  });

  // Backtracking takes more than ten seconds for each.
  const slow: [pattern: string, length: number][] = [
    ['(a+)+b', 31],
    ['(a|aa)*c', 48],
    ['^.*.*.*.*.*x', 200],
    ['(a+)(a+)(a+)(a+)x', 200],
  ];
  test.each(slow)('the pattern %s is matched in linear time', { timeout: 5000 }, (pattern, length) => {
    const value = 'a'.repeat(length);
    expect(text(`regexp(A, '${pattern}', '')`, { A: value })).toBe(value);
  });

  test.each([
    '^(\\d+)-(\\d+)-(\\d+)-(\\d+)-(\\d+)$',
    '^(.*) (.*)$',
    '[^0-9]+',
    '^(?:R|P)?(\\d+)$',
    '(\\d{3})',
    '\\s*-\\s*',
    // As Python writes them.
    '^(?P<pin>\\d+)',
    '^(\\d+)\\-(\\d+)$',
    '^(\\w+){',
  ])('the pattern %s is fine', (pattern) => {
    expect(() => text(`regexp(A, '${pattern}', '')`, { A: 'x' })).not.toThrow();
  });

  test('owners() joins all owners once, and leaves care-of lines to the address', () => {
    expect(text('owners(A, B)', { A: 'SMITH JOHN', B: 'SMITH JANE' })).toBe('SMITH JOHN & SMITH JANE');
    expect(text('owners(A, B)', { A: 'SMITH JOHN', B: 'Smith John' })).toBe('SMITH JOHN');
    expect(text('owners(A, B)', { A: 'SMITH JOHN &', B: 'JANE' })).toBe('SMITH JOHN & JANE');
    for (const line of ['C/O BANK', '% BANK', 'ATTN: TAX DEPT', 'c/o Bank']) {
      expect(text('owners(A, B)', { A: 'SMITH JOHN', B: line })).toBe('SMITH JOHN');
      expect(text('care(B)', { B: line })).toBe(line);
    }
    expect(text('care(B)', { B: 'SMITH JANE' })).toBe('');
  });

  test('mailing lines are taken apart where that is sure', () => {
    const parts = (row: Record<string, RawValue>) => {
      const lines = Object.keys(row).join(', ');
      const { fields } = mapped(
        `pin='1',add1=line1(${lines}),add2=line2(${lines}),city=city(${lines}),state=state(${lines}),zip=zip(${lines})`,
        row,
      );
      return [fields.add1, fields.add2, fields.city, fields.state, fields.zip].join('|');
    };
    expect(parts({ A: '12 MAIN ST', B: null, C: 'ST PAUL MN 55101-1234' })).toBe(
      '12 MAIN ST||ST PAUL|MN|55101-1234',
    );
    expect(parts({ A: 'C/O BANK', B: '12 MAIN ST', C: 'ELY, MN 55731' })).toBe(
      'C/O BANK|12 MAIN ST|ELY|MN|55731',
    );
    expect(parts({ A: '12 MAIN ST, MADISON WI 53703' })).toBe('12 MAIN ST||MADISON|WI|53703');
    expect(parts({ A: '12 MAIN ST', B: 'TRENTON, NJ', C: '08601' })).toBe('12 MAIN ST||TRENTON|NJ|08601');
    // Nobody can tell where the city begins.
    expect(parts({ A: '12 MAIN ST MADISON WI 53703' })).toBe('12 MAIN ST MADISON WI 53703||||');
    // A court, not Connecticut.
    expect(parts({ A: 'UNIT 5', B: 'OAK CT' })).toBe('UNIT 5|OAK CT|||');
    expect(parts({ A: null })).toBe('||||');
  });

  test('year and month apart, dates without separators, and the newest of several sales', () => {
    const date = (expression: string, row: Record<string, RawValue>) =>
      mapped(`pin='1',sale_date=${expression}`, row).fields.sale_date;
    expect(date('date(Y, M)', { Y: 2020, M: '10' })).toBe('2020-10-01');
    expect(date('date(Y, M, D)', { Y: 2020, M: 'OCT', D: 6 })).toBe('2020-10-06');
    expect(date('date(Y, M)', { Y: 0, M: 0 })).toBeNull();
    expect(date("date(D, 'YYMMDD')", { D: '201006' })).toBe('2020-10-06');
    expect(date("date(D, 'YYMMDD')", { D: 11231 })).toBe('2001-12-31');
    expect(date("date(D, 'YYMMDD')", { D: '990315' })).toBe('1999-03-15');
    const sales = { D1: '1/5/1999', P1: 90000, D2: '2020-10-06', P2: 250000, D3: null, P3: null };
    expect(date('newest(D1, D2, D3)', sales)).toBe('2020-10-06');
    expect(mapped("pin='1',price=of_newest(D1, P1, D2, P2, D3, P3)", sales).fields.sales_price).toBe(250000);
    expect(() => date("date(D, 'YDM')", { D: 1 })).toThrow(/knows the formats YYMMDD/);
  });

  test('a field may say the unit of another', () => {
    const acres = (area: RawValue, unit: RawValue) =>
      mapped("pin='1',acres=acres(A, U)", { A: area, U: unit });
    expect(acres(43560, 'S').fields.taxacres).toBe(1);
    expect(acres('2.5', 'A').fields.taxacres).toBe(2.5);
    expect(acres(2, null).fields.taxacres).toBe(2);
    expect(acres(0, 'S').fields.taxacres).toBeNull();
    expect(acres(5, 'RODS')).toMatchObject({ fields: { taxacres: null }, repairs: ['acres not understood'] });
  });
});
