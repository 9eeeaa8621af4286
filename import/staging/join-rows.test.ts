import { describe, expect, test } from 'vitest';
import { emptyParcelFields, type ParcelFields } from '../../contract/parcel-columns.ts';
import { JOINED, JOINED_FROM_OTHER_OWNER, joinRows, MERGED, REPEATED, type StagedRow } from './join-rows.ts';

let lastId = 0;
const row = (shape: string, fields: Partial<ParcelFields>, more: [string, string][] = []): StagedRow => ({
  id: ++lastId,
  shape,
  fields: { ...emptyParcelFields, pin: 'P', ...fields },
  more,
});
const reasons = (joined: ReturnType<typeof joinRows>) => joined.left.map(({ reason }) => reason);

describe('rows of one PIN on one shape', () => {
  test('the same row again is left out, and the values of the county are kept', () => {
    const rows = [row('a', { name: 'A' }, [['CARD', '1']]), row('a', { name: 'A' }, [['CARD', '2']])];
    const joined = joinRows({ rows, acres: 1 });

    expect(joined.kept).toMatchObject([{ fields: { name: 'A' }, more: [['CARD', '1; 2']] }]);
    expect(reasons(joined)).toEqual([REPEATED]);
  });

  test('a row for each sale becomes one with the newest sale', () => {
    const rows = ['2001-01-01', '2020-01-01', '1999-01-01'].map((sale_date) =>
      row('a', { name: 'A', sale_date }),
    );
    const joined = joinRows({ rows, acres: 1 });

    expect(joined.kept).toMatchObject([{ fields: { sale_date: '2020-01-01' } }]);
    expect(reasons(joined)).toEqual([MERGED, MERGED]);
  });

  test('different owners are holdings of their own, and so is one without an owner', () => {
    const rows = [row('a', { name: 'A' }), row('a', { name: 'B' }), row('a', { name: '' })];
    expect(joinRows({ rows, acres: 1 }).kept).toEqual(rows);
  });

  test('of a hundred values of one field the first ones are shown', () => {
    const rows = Array.from({ length: 100 }, (_, i) => row('a', { name: 'A' }, [['CARD', `${i}`]]));
    const [, cards] = joinRows({ rows, acres: 1 }).kept[0]!.more[0]!;
    expect(cards).toBe('0; 1; 2; 3; 4; 5; 6; 7; 8; 9; …');
  });
});

describe('polygons of one PIN', () => {
  test('take the row that knows an owner, then the newest sale, then the most', () => {
    const best = (...fields: Partial<ParcelFields>[]) =>
      joinRows({ rows: fields.map((each, i) => row(`${i}`, each)), acres: 1 }).kept[0]!.fields;

    expect(best({ name: '', sale_date: '2024-01-01' }, { name: 'A' }).name).toBe('A');
    expect(best({ name: 'A', zip: '1', city: 'C' }, { name: 'A', sale_date: '2020-01-01' }).zip).toBeNull();
    expect(best({ name: 'A' }, { name: 'A', city: 'C' }).city).toBe('C');
  });

  test('another owner is left out, and said', () => {
    const rows = [row('a', { name: 'A', city: 'C' }), row('b', { name: 'A' }), row('c', { name: 'B' })];
    expect(reasons(joinRows({ rows, acres: 1 }))).toEqual([JOINED, JOINED_FROM_OTHER_OWNER]);
  });

  test('acres that are repeated are those of the whole; different ones are added if that fits the land', () => {
    const acresOf = (given: (number | null)[], acres: number) =>
      joinRows({ rows: given.map((taxacres, i) => row(`${i}`, { taxacres })), acres }).kept[0]!.fields
        .taxacres;

    expect(acresOf([5, 5, 5], 5.1)).toBe(5);
    expect(acresOf([5, null], 9)).toBe(5);
    expect(acresOf([1.1, 2.2], 3.2)).toBe(3.3);
    expect(acresOf([10, 2], 10)).toBe(10);
    expect(acresOf([null, null], 10)).toBeNull();
  });
});
