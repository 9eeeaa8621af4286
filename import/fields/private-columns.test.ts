import { describe, expect, test } from 'vitest';
import type { LayerField, RawFeature, RawValue } from '../layer.ts';
import { type ColumnWishes, findLeftOut, leftOutInWords } from './private-columns.ts';

function leftOut(columns: Record<string, RawValue[]>, wishes: ColumnWishes = {}) {
  const fields = Object.keys(columns).map((name): LayerField => ({ name, type: 'text' }));
  const rows = Math.max(...Object.values(columns).map((values) => values.length));
  const sample = Array.from({ length: rows }, (_, at): RawFeature => {
    const properties = Object.fromEntries(fields.map(({ name }) => [name, columns[name]![at] ?? null]));
    return { row: at + 1, properties, geometry: null };
  });
  return findLeftOut(fields, sample, wishes);
}

const phones = ['704-878-3000', '(704) 555-0100', '980.555.0199', null];
const ssns = ['078-05-1120', '219-09-9999', '457-55-5462'];

describe('[IMP-4] columns that look private are left out', () => {
  test.each<[string, RawValue[], string]>([
    ['OWNER_SSN', ssns, 'social security numbers'],
    ['OWNER_SSN', [...ssns, 'UNKNOWN', 'UNKNOWN', 'NONE', 'SEE FILE'], 'social security numbers'],
    ['TaxPayerSSN2', ssns, 'social security numbers'],
    ['OWNSSN', ssns, 'social security numbers'],
    ['SSNUMBER', ssns, 'social security numbers'],
    ['OWNER_SSN', [78051120, 219099999, 457555462], 'social security numbers'],
    ['FIELD_7', ssns, 'social security numbers'],
    ['GIS.OWNERS.SSN', ['***-**-1120', '***-**-9999'], 'social security numbers'],
    ['OWNER_PHONE', [7048783000, 7045550100], 'phone numbers'],
    ['OWNER_PHONE', ['878-3000', '555-0100'], 'phone numbers'],
    ['CONTACT', phones, 'phone numbers'],
    ['CELL_NO', [null, null], 'phone numbers'],
    ['DOB', ['1961-04-12', '1948-11-30'], 'dates of birth'],
    ['BIRTH_DATE', ['4/12/1961', null], 'dates of birth'],
    ['BANK_ACCT', ['000123456789', '987654321'], 'numbers of bank accounts or cards'],
    [
      'PAID_BY',
      ['4111 1111 1111 1111', '5500-0000-0000-0004', '378282246310005'],
      'numbers of bank accounts or cards',
    ],
  ])('%s with %s', (name, values, words) => {
    expect([...leftOut({ [name]: values })]).toEqual([[name, words]]);
  });

  test.each<[string, RawValue[]]>([
    // Parcel numbers of three groups.
    ['PIN', ssns],
    ['ALT_PARCEL', ['704-878-3000', '704-555-2100', '980-555-2199']],
    ['SALE_DATE', ['2019-04-12', '2020-11-30', '1998-01-02']],
    ['ACCOUNT', ['000123456789', '987654321', '123123123']],
    ['TELEGRAPH_HILL', ['YES', 'NO', 'NO']],
    ['HAS_PHONE', ['Y', 'N', 'Y']],
    ['HOME_ASSN', [null, null]],
    ['ASSESSNO', ['123456789', '123456790']],
    ['PHONE_DATE', ['2019-04-12', '2020-11-30']],
    ['ZIP9', ['28677-3000', '28117-0100', '28625-0199']],
    ['DEED_REF', ['1234-0567', '2345-0678', '3456-0789']],
    ['OWNER', ['ADA', 'GRACE', 'MARY']],
    // Sixteen digits, but not the check digit of a card.
    ['GEOCODE', ['4111111111111112', '4111111111111113', '5500000000000005']],
  ])('but not %s with %s', (name, values) => {
    expect([...leftOut({ [name]: values })]).toEqual([]);
  });

  test('what the operator names by patterns is left out, and what he keeps is kept', () => {
    const columns = { OWNER_SSN: ssns, OWNER_PHONE: phones, CELL_PHONE: phones, NOTES: ['a', 'b'] };
    expect([...leftOut(columns, { leaveOut: ['notes', '*_ssn'], keep: ['OWNER_*'] })]).toEqual([
      ['OWNER_SSN', null],
      ['CELL_PHONE', 'phone numbers'],
      ['NOTES', null],
    ]);
    expect(leftOutInWords(leftOut(columns, { leaveOut: ['NOTES'] }))).toEqual([
      'Left out, as you said: NOTES.',
      'Left out, because the values look private: OWNER_SSN (social security numbers), OWNER_PHONE (phone numbers), CELL_PHONE (phone numbers). --keep OWNER_SSN shows it.',
    ]);
    expect([...leftOut({ 'A.B': ['x'], AXB: ['x'] }, { leaveOut: ['A.B', 'A?Z'] }).keys()]).toEqual(['A.B']);
  });
});
