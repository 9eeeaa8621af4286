// Tests which spellings are one mailing address, and whether an owner's mail goes to the land.
import { describe, expect, test } from 'vitest';
import { livesElsewhere, type MailingFields, mailingKey } from './mailing-key.ts';

const HARROW: MailingFields = {
  add1: '102 N Main St',
  add2: null,
  city: 'Harrow',
  state: 'NC',
  zip: '28000',
};
const keyOf = (fields: Partial<MailingFields>) => mailingKey({ ...HARROW, ...fields });

describe('spellings of one address', () => {
  test.each<[string, Partial<MailingFields>[]]>([
    [
      'case, punctuation, abbreviations',
      [{}, { add1: '102 NORTH MAIN STREET' }, { add1: ' 102  N. Main St. ', city: 'HARROW ', state: 'nc' }],
    ],
    ['ZIP+4', [{}, { zip: '28000-1234' }, { zip: '280001234' }]],
    [
      'in care of',
      [
        {},
        { add1: 'C/O Jones Mary', add2: '102 N Main St' },
        { add2: '% First Bank' },
        { add1: 'C/O Jones 102 N Main St' },
      ],
    ],
    [
      'boxes',
      [
        'PO BOX 12',
        'P.O. Box 12',
        'P O BOX 12',
        'POST OFFICE BOX 12',
        'POB 12',
        'PO BX 12',
        'P.O.Box #12',
        'BOX 12',
      ].map((add1) => ({ add1 })),
    ],
    [
      'rural routes',
      ['RR 2 BOX 12', 'R.R. 2 Box 12', 'RT 2 BOX 12', 'Route 2, Box 12', 'RFD 2 BOX 12'].map((add1) => ({
        add1,
      })),
    ],
    [
      'units',
      [
        { add1: '102 N MAIN ST APT 4' },
        { add1: '102 N MAIN ST # 4' },
        { add1: '102 N Main St, Unit 4' },
        { add1: '102 N MAIN ST', add2: 'APT 4' },
        { add1: 'Apt 4', add2: '102 N MAIN ST' },
      ],
    ],
    ['number words', [{ add1: 'ONE MAIN ST' }, { add1: '1 Main Street' }]],
    ['cities', [{ city: 'ST LOUIS' }, { city: 'Saint Louis' }, { city: 'St. Louis' }]],
  ])('%s', (_, spellings) => {
    const keys = spellings.map(keyOf);
    expect(keys).toEqual(keys.map(() => keys[0]));
    expect(keys[0]).not.toBeNull();
  });
});

test.each([
  '1200 HWY 70 E',
  '12 5TH AVE',
  'HC 61 BOX 12',
  'HWY 70 LOT 5',
  'N6W23001 BLUEMOUND RD',
  'HAUPTSTR 12',
  'OAK TOWERS, 12 RT 1',
  'PO DRAWER 5',
])('%j is one', (add1) => {
  expect(keyOf({ add1 })).not.toBeNull();
});

test('other houses, units, boxes, cities and ZIP codes are other addresses', () => {
  const others = [
    {},
    { add1: '103 N MAIN ST' },
    { add1: '102 S MAIN ST' },
    { add1: '102 MAIN ST' },
    { add1: '102 N MAIN ST APT 4' },
    { add1: '102 N MAIN ST APT 5' },
    { add1: '102 N MAIN ST E' },
    { add1: '102 N MAIN ST APT E' },
    { add1: 'PO BOX 102' },
    { add1: 'PO BOX 103' },
    { add1: 'RR 1 BOX 102' },
    { city: 'Selby' },
    { zip: '28001' },
    { state: 'SC' },
    { zip: null },
    { add1: '102 N MAIN ST', add2: 'TOWER B' },
    { add1: 'K1A 0B1 RD 102', zip: 'K1A 0B1' },
  ].map(keyOf);
  expect(new Set(others).size).toBe(others.length);
});

test.each<Partial<MailingFields>>([
  { add1: null },
  { add1: '', add2: ' ' },
  { add1: 'UNKNOWN' },
  { add1: 'N/A' },
  { add1: 'NO ADDRESS' },
  { add1: '-' },
  { add1: '0' },
  { add1: 'MAIN ST' },
  { add1: 'RT 1' },
  { add1: 'R.R. #2' },
  { add1: 'RFD 2' },
  { add1: 'RURAL ROUTE 3' },
  { add1: 'HC 61' },
  { add1: 'HWY 70 E' },
  { add1: 'US 70 WEST' },
  { add1: 'NC-16' },
  { add1: 'COUNTY ROAD 12A' },
  { add1: 'E 5TH AVE' },
  { add1: 'C/O JONES MARY' },
  { add1: 'GENERAL DELIVERY' },
  { add1: 'APT 4' },
  { add1: '# 4' },
  { add1: null, add2: 'UNIT 4B' },
  { add1: 'C/O JONES MARY', add2: 'STE 200' },
  { add1: 'BLDG 4' },
  { add1: '102' },
])('%j has no house and no box', (fields) => {
  expect(keyOf(fields)).toBeNull();
});

describe('the owner', () => {
  const lives = (site_address: string | null, fields: Partial<MailingFields>) =>
    livesElsewhere({ ...HARROW, ...fields, site_address });

  test.each<[string | null, Partial<MailingFields>]>([
    ['102 N MAIN ST', {}],
    ['102 North Main', {}],
    ['102 MAIN STREET', {}],
    ['102 N MAIN ST UNIT 4', {}],
    ['102 N MAIN ST', { add1: '102 N MAIN ST APT 9' }],
    ['102 N MAIN ST', { add1: '102 N MAIN ST 4B' }],
    ['102 N MAIN ST', { add1: 'C/O JONES', add2: '102 N MAIN ST' }],
    ['102 N MAIN ST', { add1: 'PO BOX 5', add2: '102 N MAIN ST' }],
    ['102-A N MAIN ST', {}],
    ['1 MAIN ST', { add1: 'ONE MAIN STREET' }],
    ['12 1ST AVE', { add1: '12 FIRST AVENUE' }],
    ['102 N MAIN ST, HARROW', {}],
  ])('of %j with %j lives there', (site, fields) => {
    expect(lives(site, fields)).toBe(false);
  });

  test.each<[string | null, Partial<MailingFields>]>([
    ['104 N MAIN ST', {}],
    ['102 S MAIN ST', {}],
    ['102 N MAIN AVE', {}],
    ['102 OAK RD', {}],
    ['0 OAK RD', {}],
    ['OAK RD', {}],
    ['102 N MAIN ST', { add1: '500 5TH AVE STE 102', city: 'New York' }],
    ['102 N MAIN ST, HARROW NC 28000', { add1: 'PO BOX 5', city: 'Selby' }],
  ])('of %j with %j lives elsewhere', (site, fields) => {
    expect(lives(site, fields)).toBe(true);
  });

  test.each<[string | null, Partial<MailingFields>]>([
    [null, {}],
    ['', {}],
    ['NO ADDRESS ASSIGNED', {}],
    ['102 N MAIN ST', { add1: null }],
    ['102 N MAIN ST', { add1: 'UNKNOWN' }],
    ['102 N MAIN ST', { add1: 'PO BOX 5' }],
    ['102 N MAIN ST', { add1: 'RR 2 BOX 5' }],
    ['102 N MAIN ST, HARROW NC 28000', { add1: 'PO BOX 5' }],
    ['N MAIN ST', {}],
    ['102 N MAIN ST', { add1: 'MAIN ST' }],
  ])('of %j with %j may live anywhere', (site, fields) => {
    expect(lives(site, fields)).toBeNull();
  });
});
