import { describe, expect, test } from 'vitest';
import { PIN_LENGTH_MAX } from '../../contract/limits.ts';
import { emptyParcelFields, type ParcelFields } from '../../contract/parcel-columns.ts';
import type { StagedRow } from './join-rows.ts';
import { makeLot } from './make-lot.ts';

let lastId = 0;
const row = (fields: Partial<ParcelFields>, more: [string, string][] = []): StagedRow => ({
  id: ++lastId,
  shape: 'a',
  fields: { ...emptyParcelFields, ...fields },
  more,
});
const lotOf = (pins: string[], used: string[] = []) =>
  makeLot({ rows: pins.map((pin) => row({ pin, name: pin })), isUsed: (pin) => used.includes(pin) });
const pinOf = (pins: string[], used: string[] = []) => lotOf(pins, used).fields.pin;

describe('the PIN of a lot', () => {
  test('is what the PINs of its units begin with, without separators at the end', () => {
    expect(pinOf(['4731-22-1101.001', '4731-22-1101.002'])).toBe('4731-22-1101');
    expect(pinOf(['12340001A', '12340001B'])).toBe('12340001');
    expect(pinOf(['4731 22 #7', '4731 22 #8'])).toBe('4731 22');
  });

  test('is the lowest with a plus where that is too little, or used by somebody else', () => {
    expect(pinOf(['473198', '473211', '473255'])).toBe('473198 +');
    expect(pinOf(['A-1', 'A-2'])).toBe('A-1 +');
    expect(pinOf(['ABCDEF-1', 'ABCDEF-2'])).toBe('ABCDEF-1 +');
    expect(pinOf(['12340001A', '12340001B'], ['12340001'])).toBe('12340001A +');
    expect(pinOf(['A-1', 'A-2'], ['A-1 +', 'A-1 + #2'])).toBe('A-1 + #3');
  });

  test('is that of the row for the land itself, where the county has one', () => {
    const lot = makeLot({
      rows: [
        row({ pin: '1101-002', name: 'B' }),
        row({ pin: '1101', name: 'OAK HILL ASSOCIATION' }),
        row({ pin: '1101-001', name: 'A' }),
      ],
      isUsed: () => false,
    });
    expect(lot.fields).toMatchObject({ pin: '1101', name: 'OAK HILL ASSOCIATION' });
    expect(lot.units.map(({ fields }) => fields.pin)).toEqual(['1101-001', '1101-002']);
    expect(lot.isSummary).toBe(false);
  });

  test('of a lot that is no row of the county is known to be made up', () => {
    expect(lotOf(['1101-001', '1101-002']).isSummary).toBe(true);
  });

  test('is that of the row with zeros for the unit, or of the only other row that begins so', () => {
    const master = (...pins: string[]) => {
      const { fields, units } = lotOf(pins);
      return [fields.pin, ...units.map((unit) => unit.fields.pin)];
    };
    expect(master('4731-22-001', '4731-22-000', '4731-22-002')).toEqual([
      '4731-22-000',
      '4731-22-001',
      '4731-22-002',
    ]);
    expect(master('1101', '1101-1')).toEqual(['1101', '1101-1']);
    expect(master('1101', '11012')).toEqual(['1101 +', '1101', '11012']);
    // A round number is not a lot of its neighbors.
    expect(master('473120', '473121', '473122')[0]).toBe('47312');
  });

  test('is never longer than a PIN may be', () => {
    const long = 'X'.repeat(PIN_LENGTH_MAX - 1);
    const { fields, units } = lotOf([`${long}1`, `${long}1`, `Y${long.slice(1)}2`]);
    for (const pin of [fields.pin, ...units.map((unit) => unit.fields.pin)]) {
      expect(pin.length).toBeLessThanOrEqual(PIN_LENGTH_MAX);
    }
    expect(new Set(units.map((unit) => unit.fields.pin)).size).toBe(3);
  });
});

describe('[IMP-2] the number of a unit that shares its PIN', () => {
  type Holding = [fields: Partial<ParcelFields>, more?: [string, string][]];
  const numbersOf = (...all: Holding[]) =>
    makeLot({
      rows: all.map(([fields, more]) => row({ pin: '77-1', ...fields }, more)),
      isUsed: () => false,
    }).units.map(({ fields }) => fields.pin.replace('77-1 #', ''));

  test("is the county's own, or that of its address", () => {
    const account = (number: string): Holding => [{ name: number }, [['Account No', number]]];
    expect(numbersOf(account('R0042'), account('R0007'))).toEqual(['R0007', 'R0042']);
    const at = (site_address: string): Holding => [{ name: site_address, site_address }];
    expect(numbersOf(at('9 OAK ST APT 3B'), at('9 OAK ST APT 2'))).toEqual(['2', '3B']);
    expect(numbersOf(at('9 OAK ST 101'), at('9 OAK ST # 102')).sort()).toEqual(['101', '102']);
  });

  test('is made of owner and address where two have the same, or one has none', () => {
    const ada: Holding = [{ name: 'ADA', site_address: '9 OAK ST APT 1' }];
    const bob: Holding = [{ name: 'BOB', site_address: '9 OAK ST APT 1' }];
    const eve: Holding = [{ name: 'EVE', site_address: '9 OAK ST' }];
    const made = expect.stringMatching(/^[0-9A-Z]{6}$/);
    expect(numbersOf(ada, bob, eve)).toEqual([made, made, made]);
    expect(numbersOf(ada, eve)).toContain('1');
    expect(numbersOf(ada, bob).filter((number) => numbersOf(bob, eve).includes(number))).toEqual([]);
  });
});

describe('what a lot says of itself', () => {
  const units = (...all: Partial<ParcelFields>[]) =>
    makeLot({ rows: all.map((fields, i) => row({ pin: `9999-${i}`, ...fields })), isUsed: () => false })
      .fields;

  test('never has the value, the size or the rooms of its units, neither in common nor as a sum', () => {
    const unit = {
      total_value: 250_000,
      land_value: 50_000,
      building_value: 200_000,
      value_year: 2024,
      floor_area: 900,
      bedrooms: 2,
    };
    const building = { year_built: 1988, tax_district: '04', land_use: 'Condominium', deed_book: '12' };
    const { fields, units } = makeLot({
      rows: [
        row({ pin: '11-1', name: 'A', ...unit, ...building, deed_page: '7' }),
        row({ pin: '11-2', name: 'B', ...unit, ...building, deed_page: '8', year_built: null }),
      ],
      isUsed: () => false,
    });
    expect(fields).toMatchObject({
      total_value: null,
      land_value: null,
      building_value: null,
      value_year: null,
      floor_area: null,
      bedrooms: null,
      // Another page is another deed.
      deed_book: null,
      deed_page: null,
      year_built: 1988,
      tax_district: '04',
      land_use: 'Condominium',
    });
    expect(units[0]!.fields).toMatchObject(unit);
  });

  test('of a row for the land itself has its own values', () => {
    const { fields } = makeLot({
      rows: [
        row({ pin: '1101', name: 'ASSOCIATION', total_value: 900_000 }),
        row({ pin: '1101-1', name: 'A', total_value: 250_000, floor_area: 900 }),
        row({ pin: '1101-2', name: 'B', total_value: 250_000, floor_area: 900 }),
      ],
      isUsed: () => false,
    });
    expect(fields).toMatchObject({ pin: '1101', total_value: 900_000, floor_area: null });
  });

  test('is what all units have in common', () => {
    const lot = units(
      { zoning: 'R1', township: 'A', taxacres: 2, sale_date: '2020-01-01', sales_price: 5 },
      { zoning: 'R1', township: 'B', taxacres: 2, sale_date: '2020-01-01', sales_price: 6 },
    );
    expect(lot).toMatchObject({
      zoning: 'R1',
      township: null,
      taxacres: 2,
      sale_date: null,
      sales_price: null,
    });
  });

  test('[IMP-6] facts of the land stay, if a unit or the row of the land itself lacks them; those of an owner do not', () => {
    const full = { site_address: '9 OAK ST', zoning: 'R1', taxacres: 2, add1: 'PO BOX 1' };
    expect(units(full, {}, full)).toMatchObject({ ...full, add1: null });
    const lot = makeLot({
      rows: [
        row({ pin: '1101', name: 'ASSOCIATION' }),
        row({ pin: '1101-1', ...full }),
        row({ pin: '1101-2', ...full }),
      ],
      isUsed: () => false,
    });
    expect(lot.fields).toMatchObject({ ...full, pin: '1101', name: 'ASSOCIATION', add1: null });
  });

  test('is the number of its owners, or their name if it is one', () => {
    expect(units({ name: 'A' }, { name: 'B' }, { name: 'b.' }).name).toBe('2 owners');
    expect(units({ name: 'SMITH, A' }, { name: 'Smith A' }).name).toBe('SMITH, A');
    expect(units({ name: 'A' }, { name: '' }).name).toBe('A');
    expect(units({ name: '' }, { name: '' }).name).toBe('');
    expect(units(...Array.from({ length: 1200 }, (_, i) => ({ name: `N${i}` }))).name).toBe('1,200 owners');
  });

  test('is the address without the numbers of the units', () => {
    const address = (...all: (string | null)[]) =>
      units(...all.map((site_address) => ({ site_address }))).site_address;

    expect(address('12 MAIN ST', '12 MAIN ST')).toBe('12 MAIN ST');
    expect(address('12 MAIN ST APT 1', '12 MAIN ST APT 2')).toBe('12 MAIN ST');
    expect(address('12 MAIN ST, UNIT A', '12 MAIN ST, UNIT B', null)).toBe('12 MAIN ST');
    expect(address('12 MAIN ST #1', '12 MAIN ST #22')).toBe('12 MAIN ST');
    expect(address('12 MAIN ST 101', '12 MAIN ST 102')).toBe('12 MAIN ST');
    expect(address('12 MAIN ST', '14 MAIN ST')).toBeNull();
    expect(address('12 MAIN ST', '12 MAIN AVE')).toBeNull();
    expect(address(null, null)).toBeNull();
  });

  test('fields of the county that all units share belong to the lot', () => {
    const lot = makeLot({
      rows: [
        row({ pin: '9999-1' }, [
          ['WARD', '4'],
          ['DOOR', '1'],
        ]),
        row({ pin: '9999-2' }, [
          ['WARD', '4'],
          ['DOOR', '2'],
        ]),
      ],
      isUsed: () => false,
    });
    expect(lot.more).toEqual([['WARD', '4']]);
    expect(lot.units.map(({ more }) => more)).toEqual([
      [
        ['WARD', '4'],
        ['DOOR', '1'],
      ],
      [
        ['WARD', '4'],
        ['DOOR', '2'],
      ],
    ]);
  });
});
