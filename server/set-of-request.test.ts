import { describe, expect, test } from 'vitest';
import { Failure } from './failure.ts';
import { setOfRequest } from './set-of-request.ts';

const inAddress = (query: Record<string, unknown>) => setOfRequest({ method: 'GET', query, body: undefined });
const inBody = (body: unknown) => setOfRequest({ method: 'POST', query: { filter: 'ignored' }, body });

const all = { filter: { op: 'all' }, text: '', sort: [], others: {} };

test('[P8] without a filter it is all parcels', () => {
  expect(inAddress({})).toEqual(all);
  expect(inAddress({ filter: '  ', sort: '' })).toEqual(all);
  expect(inBody({})).toEqual(all);
});

test('[P8] a filter and an order, and what else the route asks for', () => {
  const set = {
    filter: { op: 'compare', field: 'taxacres', is: '>', value: 10 },
    text: 'taxacres > 10',
    sort: [{ field: 'sale_date', isDescending: true }],
    others: { limit: '5' },
  };
  expect(inAddress({ filter: '10 < Acres', sort: '-sale_date', limit: '5' })).toEqual(set);
  expect(inBody({ filter: '10 < Acres', sort: '-sale_date', limit: 5 })).toEqual(set);
});

test('[P8] PINs with commas in between, or one by one for those that have commas themselves', () => {
  const filter = (...values: string[]) => ({ op: 'in', field: 'pin', values });
  expect(inAddress({ pins: '1,2~iredell,1' })).toMatchObject({
    filter: filter('1', '2~iredell'),
    text: "pin IN ('1', '2~iredell')",
  });
  expect(inAddress({ pins: ['1,2', "3'"] })).toMatchObject({ filter: filter('1,2', "3'") });
  expect(inBody({ pins: ['1,2'] })).toMatchObject({ filter: filter('1,2') });
});

test('[P8] a body of thousands of unknown fields is refused before any of them is looked at', () => {
  const looked = new Set<PropertyKey>();
  const fields = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`field${at}`, at]));
  const body = new Proxy(fields, { get: (target, name) => looked.add(name) && Reflect.get(target, name) });
  expect(() => inBody(body)).toThrow(new Failure(400, 'A request may have at most 100 fields.'));
  expect([...looked]).toEqual([]);
});

describe('[P8] is refused with one sentence', () => {
  const cases: [query: Record<string, unknown>, message: string | RegExp][] = [
    [{ filter: 'taxacres >' }, 'filter: Expected a value after ">" at character 11.'],
    [{ sort: 'taxacres,,' }, 'sort: Expected the name of a field after "," at character 10.'],
    [{ filter: ['a', 'b'] }, 'filter must be text, and given once.'],
    [{ sort: ['a', 'b'] }, 'sort must be text, and given once.'],
    [{ filter: '', pins: '1' }, 'Give either filter or pins, not both.'],
    [{ pins: '' }, 'pin must not be empty.'],
    [{ pins: '1,' }, 'pin must not be empty.'],
    [{ pins: [] }, 'pins must not be empty.'],
    [{ pins: [1] }, /pins/],
    [{ pins: 'x'.repeat(65) }, /pin may have at most 64/],
    [{ pins: '1\n' }, /pin must not contain control characters/],
    [{ pins: '1,'.repeat(20_001).slice(0, -1) }, 'pins may have at most 20,000 entries.'],
  ];
  test.each(cases)('%j', (query, message) => {
    expect(() => inAddress(query)).toThrow(
      expect.objectContaining({
        status: 400,
        message: typeof message === 'string' ? message : expect.stringMatching(message),
      }),
    );
  });

  test.each([null, undefined, [], 'text', 5])('a body that is %j', (body) => {
    expect(() => inBody(body)).toThrow(Failure);
  });
});

test('[P8] a long filter is left to the store to parse, in its turn; a short one is parsed at once', () => {
  const set = (filter: string) =>
    setOfRequest({ method: 'POST', query: {}, body: { filter } } as Parameters<typeof setOfRequest>[0]);
  const long = `zip <> '0'${" OR zip <> '1'".repeat(400)}`;
  expect(set(long)).toMatchObject({ filter: { op: 'text', text: long, member: 'filter' }, text: long });
  expect(set("zip = '1'").filter.op).toBe('compare');
});
