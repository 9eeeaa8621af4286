// Tests who gets a letter, and why somebody gets none.
import { describe, expect, test } from 'vitest';
import { createNoticeList, type MergeLetters, type NoticedParcel } from './notice-list.ts';

let pins = 0;
function parcel(
  name: string,
  add1: string | null = '12 MAIN ST',
  fields: Partial<NoticedParcel> = {},
): NoticedParcel {
  return { pin: `P${++pins}`, name, add1, add2: null, city: 'HARROW', state: 'NC', zip: '28000', ...fields };
}

function listOf(
  parcels: readonly NoticedParcel[],
  { merge = 'owner', own = [] }: { merge?: MergeLetters; own?: NoticedParcel[] } = {},
) {
  const notices = createNoticeList(merge);
  for (const one of own) notices.leaveOut(one);
  for (const one of parcels) notices.add(one);
  return notices.list;
}

const NOTHING = { own: [], 'no-address': [], duplicate: [], merged: [] };

describe('letters', () => {
  test('[P13] every owner gets one, with all of their parcels', () => {
    const parcels = [
      parcel('SMITH JOHN & MARY'),
      parcel('JONES ANN', 'PO BOX 5'),
      parcel('Smith, Mary & John', '12 Main Street'),
    ];
    const { letters, leftOut } = listOf(parcels);
    expect(letters).toEqual([
      {
        name: 'SMITH JOHN & MARY',
        pins: [parcels[0]!.pin, parcels[2]!.pin],
        address: {
          street: ['12 MAIN ST'],
          city: 'HARROW',
          state: 'NC',
          zip: '28000',
          lines: ['12 MAIN ST', 'HARROW NC  28000'],
        },
      },
      expect.objectContaining({ name: 'JONES ANN', pins: [parcels[1]!.pin] }),
    ]);
    expect(leftOut).toEqual({ ...NOTHING, duplicate: [parcels[2]!.pin] });
  });

  test('one owner with two addresses gets two', () => {
    expect(listOf([parcel('ACME LLC'), parcel('ACME, L.L.C.', 'PO BOX 5')]).letters).toHaveLength(2);
  });

  test('two owners at one address get two, or one where they are merged', () => {
    const parcels = [parcel('SMITH JOHN'), parcel('SMITH ANN', '12 Main St.'), parcel('SMITH JOHN')];
    expect(listOf(parcels).letters).toHaveLength(2);
    const merged = listOf(parcels, { merge: 'mailing' });
    expect(merged.letters.map((letter) => letter.pins)).toEqual([parcels.map(({ pin }) => pin)]);
    expect(merged.leftOut).toEqual({ ...NOTHING, merged: [parcels[1]!.pin], duplicate: [parcels[2]!.pin] });
  });

  test('owners in a street without a number are never merged', () => {
    const parcels = [
      parcel('SMITH JOHN', 'MAIN ST'),
      parcel('JONES ANN', 'MAIN ST'),
      parcel('SMITH JOHN', 'Main St'),
    ];
    expect(listOf(parcels, { merge: 'mailing' }).letters.map(({ name }) => name)).toEqual([
      'SMITH JOHN',
      'JONES ANN',
    ]);
  });

  test('without merging, every parcel gets one', () => {
    expect(listOf([parcel('SMITH JOHN'), parcel('SMITH JOHN')], { merge: 'none' }).letters).toHaveLength(2);
  });

  test('the owner of the parcel asked about gets none, for none of their parcels', () => {
    const own = parcel('SMITH JOHN & MARY');
    const other = parcel('SMITH MARY & JOHN', 'PO BOX 5');
    const { letters, leftOut } = listOf([own, other, parcel('SMITH JOHN')], { own: [own] });
    expect(letters).toHaveLength(1);
    expect(leftOut).toEqual({ ...NOTHING, own: [own.pin, other.pin] });
  });

  test('an unknown owner of the parcel asked about is nobody else', () => {
    const own = parcel('UNKNOWN');
    expect(listOf([own, parcel('UNKNOWN', 'PO BOX 5')], { own: [own] }).letters).toHaveLength(1);
  });

  test.each<Partial<NoticedParcel>>([
    { add1: null },
    { add1: ' ', add2: '' },
    { add1: 'UNKNOWN' },
    { add1: 'N/A' },
    { add1: 'NO ADDRESS ON FILE' },
    { add1: '-' },
    { add1: 'C/O JONES MARY' },
    { add1: '%' },
    { city: null, zip: null },
  ])('a parcel with %j gets none', (fields) => {
    const lost = parcel('SMITH JOHN', '12 MAIN ST', fields);
    expect(listOf([lost])).toEqual({ letters: [], leftOut: { ...NOTHING, 'no-address': [lost.pin] } });
  });

  test('an address that stands in one line is enough', () => {
    const whole = parcel('SMITH JOHN', '12 MAIN ST, HARROW NC 28000', { city: null, state: null, zip: null });
    expect(listOf([whole]).letters[0]?.address.lines).toEqual(['12 MAIN ST, HARROW NC 28000']);
  });

  test.each([
    ['10 DOWNING ST', 'LONDON SW1A 2AA'],
    ['12 RUE PRINCIPALE', 'MONTREAL QC H2X 1Y4, CANADA'],
    ['HAUPTSTR 12', '10115 BERLIN, GERMANY'],
  ])('so is one abroad: %s, %s', (add1, add2) => {
    const abroad = parcel('SMITH JOHN', add1, { add2, city: null, state: null, zip: null });
    expect(listOf([abroad]).letters[0]?.address.lines).toEqual([add1, add2]);
  });

  test.each([
    ['102 N MAIN ST', 'C/O JONES MARY', ['C/O JONES MARY', '102 N MAIN ST']],
    ['102 N MAIN ST', '% JONES MARY, APT 4', ['% JONES MARY', '102 N MAIN ST', 'APT 4']],
    ['ATTN: TAX DEPT', 'PO BOX 5', ['ATTN: TAX DEPT', 'PO BOX 5']],
    ['C/O JONES MARY 102 N MAIN ST', null, ['C/O JONES MARY 102 N MAIN ST']],
  ])('in care of whom stands above the street: %s, %s', (add1, add2, street) => {
    expect(listOf([parcel('SMITH JOHN', add1, { add2 })]).letters[0]?.address.street).toEqual(street);
  });

  test.each(['', 'UNKNOWN', 'CONFIDENTIAL', '-'])(
    'for an owner called %j they go to the current owner',
    (name) => {
      expect(listOf([parcel(name)]).letters[0]?.name).toBe('CURRENT OWNER');
    },
  );

  test('line breaks and control characters are gone', () => {
    const odd = parcel('SMITH\r\nJOHN\t\u0000A\u200b', '12\nMAIN\u2028ST');
    expect(listOf([odd]).letters[0]).toMatchObject({
      name: 'SMITH JOHN A',
      address: { street: ['12 MAIN ST'] },
    });
  });

  test('the owners of all units of a lot get one each', () => {
    const units = Array.from({ length: 40 }, (_, unit) =>
      parcel(`OWNER ${unit % 30}`, `${unit % 30} OAK ST`),
    );
    const { letters, leftOut } = listOf(units);
    expect([letters.length, leftOut.duplicate.length]).toEqual([30, 10]);
  });
});
