// What the calls about sets make of requests: parsing, pages, refusals, turns. What a store finds is proved in store/.
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SET_BODY_BYTES_MAX } from '../../contract/limits.ts';
import { refusals } from '../../contract/messages.ts';
import type { ParcelFilter } from '../../contract/parcel-filter.ts';
import { FilterRefused, type ParcelQueries } from '../../store/parcel-queries.ts';
import { type AppUnderTest, openAppUnderTest, PLAIN_PIN } from '../../test/app-under-test.ts';
import { eventually } from '../../test/eventually.ts';

let under: AppUnderTest;
let app: FastifyInstance;
const nowMs = Date.parse('2026-11-18T12:00:00Z');

/** Ten parcels, whatever is asked for; each test replaces what it is about. */
const rows = Array.from({ length: 10 }, (_, index) => ({ pin: `${index}` }) as never);
const written = (parcels: unknown[]) => ({
  rows: parcels.length,
  json: Buffer.from(JSON.stringify(parcels)),
});
const queries = {
  select: vi.fn<ParcelQueries['select']>(),
  pins: vi.fn<ParcelQueries['pins']>(),
  values: vi.fn<ParcelQueries['values']>(),
  quartiles: vi.fn<ParcelQueries['quartiles']>(),
  countyFields: vi.fn<ParcelQueries['countyFields']>(),
  labelsOf: vi.fn<ParcelQueries['labelsOf']>(),
  stream: vi.fn<ParcelQueries['stream']>(),
};

beforeAll(async () => {
  under = await openAppUnderTest({ parcelAccess: 'public', queries, now: () => nowMs });
  app = under.app;
});
afterAll(() => under.close());

const bounds = { west: -81, south: 35, east: -80, north: 36 };
let version = 'v1';
beforeEach(() => {
  version = 'v1';
  queries.select.mockImplementation(async ({ limit, offset }) => ({
    version,
    count: rows.length,
    acres: 25,
    bounds,
    ...written(rows.slice(offset, offset + limit)),
  }));
  const json = Buffer.from('{"count":2,"pins":["1","2"],"lots":["9"]}');
  queries.pins.mockResolvedValue({ version, json });
  queries.values.mockResolvedValue({ values: [{ value: 'RA', count: 2 }], distinct: 3 });
  queries.countyFields.mockResolvedValue(['STORIES', 'Heated area']);
});
afterEach(() => vi.resetAllMocks());

const get = async (url: string, query: Record<string, string> = {}) => {
  const answer = await app.inject({ url, query });
  return { status: answer.statusCode, ...answer.json() };
};
const post = async (url: string, payload: InjectOptions['payload']) => {
  const answer = await app.inject({ method: 'POST', url, payload: payload! });
  return { status: answer.statusCode, ...answer.json() };
};
const asked = () => queries.select.mock.lastCall![0];
const large: ParcelFilter = { op: 'compare', field: 'taxacres', is: '>', value: 10 };

describe('[P8] GET /api/parcels', () => {
  test('answers a page, 100 parcels long unless told', async () => {
    expect(await get('/api/parcels', { filter: '10 < Acres', sort: '-sale_date' })).toEqual({
      status: 200,
      count: 10,
      acres: 25,
      bounds,
      parcels: rows,
      next: null,
    });
    expect(asked()).toEqual({
      filter: large,
      sort: [{ field: 'sale_date', isDescending: true }],
      limit: 100,
      offset: 0,
    });
  });

  test('answers only count and acres where the limit is 0', async () => {
    expect(await get('/api/parcels', { limit: '0' })).toEqual({
      status: 200,
      count: 10,
      acres: 25,
      bounds,
      parcels: [],
      next: null,
    });
  });

  test('leads through all pages', async () => {
    const pins: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: { parcels: { pin: string }[]; next: string | null } = await get('/api/parcels', {
        limit: '4',
        ...(cursor && { cursor }),
      });
      pins.push(...page.parcels.map(({ pin }) => pin));
      cursor = page.next;
    }
    expect(pins).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  });

  test('begins anywhere, for a scroll bar', async () => {
    const { parcels } = await get('/api/parcels', { limit: '2', offset: '7' });
    expect(parcels.map(({ pin }: { pin: string }) => pin)).toEqual(['7', '8']);
    for (const offset of ['-1', '1.5', 'x', '1e9']) {
      expect(await get('/api/parcels', { offset })).toMatchObject({
        status: 400,
        message: expect.stringContaining('offset'),
      });
    }
    expect(await get('/api/parcels', { offset: '1', cursor: 'x' })).toMatchObject({ status: 400 });
  });

  test('says so where the parcels were loaded anew between two pages', async () => {
    const { next } = await get('/api/parcels', { limit: '4' });
    version = 'v2';
    expect(await get('/api/parcels', { limit: '4', cursor: next })).toEqual({
      status: 409,
      message: refusals.parcelsChanged,
    });
  });

  test('takes the same as the body of a POST, and more than fits into an address', async () => {
    const pins = Array.from({ length: 20_000 }, (_, index) => `${index}`);
    expect(await post('/api/parcels', { pins, sort: 'name', limit: 3 })).toMatchObject({
      status: 200,
      parcels: { length: 3 },
    });
    expect(asked()).toMatchObject({ filter: { op: 'in', field: 'pin', values: pins }, limit: 3 });
    expect(await post('/api/parcels', { filter: 'x'.repeat(SET_BODY_BYTES_MAX) })).toEqual({
      status: 413,
      message: refusals.bodyTooLarge,
    });
    expect(await post('/api/parcels', { filter: 'taxacres >' })).toEqual({
      status: 400,
      message: 'filter: Expected a value after ">" at character 11.',
    });
  });

  test('a filter that names what is not loaded is refused with the store’s words', async () => {
    queries.select.mockRejectedValue(new FilterRefused('There is no field FLOORS.'));
    expect(await get('/api/parcels', { filter: "FLOORS = '2'" })).toEqual({
      status: 400,
      message: 'There is no field FLOORS.',
    });
  });
});

test('[P8] GET and POST /api/parcels/pins answer all PINs of a set, and the lots of units', async () => {
  const answer = { status: 200, count: 2, pins: ['1', '2'], lots: ['9'] };
  expect(await get('/api/parcels/pins', { filter: 'taxacres > 10' })).toEqual(answer);
  expect(await post('/api/parcels/pins', { filter: 'taxacres > 10' })).toEqual(answer);
  expect(queries.pins.mock.calls.map(([filter]) => filter)).toEqual([large, large]);
});

describe('[P9] the fields', () => {
  test('that can be filtered, in words, with the counties’ own', async () => {
    const { fields } = await get('/api/parcel-fields');
    expect(fields).toContainEqual({ name: 'taxacres', label: 'Tax acres', type: 'number', group: 'Land' });
    expect(fields).toContainEqual({
      name: 'elsewhere',
      label: 'Owner lives elsewhere',
      type: 'boolean',
      group: 'Owner',
    });
    expect(fields.at(-1)).toEqual({
      name: 'more:Heated area',
      label: 'Heated area',
      type: 'text',
      group: 'More from the county',
    });
  });

  test.each([
    ['zoning', 'zoning'],
    ['ZONING', 'zoning'],
    ['owner', 'name'],
    ['more:zoning', 'more:zoning'],
    ['Heated area', 'more:Heated area'],
  ])('%s has values, the most frequent first', async (name, field) => {
    const url = `/api/parcel-fields/${encodeURIComponent(name)}/values`;
    expect(await get(url, { filter: 'taxacres > 10', limit: '1' })).toEqual({
      status: 200,
      values: [{ value: 'RA', count: 2 }],
      distinct: 3,
    });
    expect(queries.values.mock.lastCall![0]).toEqual({ field, filter: large, limit: 1 });
  });

  test('that are true or false have such values', async () => {
    const values = [
      { value: 1, count: 3 },
      { value: null, count: 2 },
      { value: 0, count: 1 },
    ];
    queries.values.mockResolvedValue({ values, distinct: 3 });
    expect((await get('/api/parcel-fields/elsewhere/values')).values).toEqual([
      { value: true, count: 3 },
      { value: null, count: 2 },
      { value: false, count: 1 },
    ]);
  });
});

const ofParcel = (name: string, pin = PLAIN_PIN) => `/api/parcels/${encodeURIComponent(pin)}/${name}`;

describe('[P10] neighbors', () => {
  test.each<[Record<string, string>, string]>([
    [{}, `NEAR(pin = '${PLAIN_PIN}', 0)`],
    [{ feet: '300' }, `NEAR(pin = '${PLAIN_PIN}', 300)`],
    [{ feet: '1.5e2', across: 'true' }, `NEAR(pin = '${PLAIN_PIN}', 150)`],
    [{ feet: '300', across: 'false' }, `NEAR(pin = '${PLAIN_PIN}', 300, 'same block')`],
  ])('of %j are a set that the answer names', async (query, filter) => {
    expect(await get(ofParcel('neighbors'), query)).toEqual({
      status: 200,
      count: 10,
      filter,
      parcels: rows,
    });
    expect(asked()).toMatchObject({ sort: [], limit: 1000, offset: 0 });
  });
});

describe('[P11] holdings', () => {
  /** By what the filter begins with. */
  const counts: Record<string, number> = { 'same-owner': 3, 'same-mailing': 5, and: 3 };

  beforeEach(() => {
    queries.select.mockImplementation(async ({ filter, limit }) => ({
      version,
      count: counts[filter.op]!,
      acres: 10 * counts[filter.op]!,
      bounds,
      ...written(rows.slice(0, Math.min(limit, counts[filter.op]!))),
    }));
    const values = [
      { value: "O'Malley", count: 2 },
      { value: 'O MALLEY', count: 1 },
    ];
    queries.values.mockResolvedValue({ values, distinct: 2 });
  });

  test('are all of the owner, with the spellings, and those of the address as a second set', async () => {
    expect(await get(ofParcel('holdings'))).toEqual({
      status: 200,
      count: 3,
      acres: 30,
      bounds,
      parcels: rows.slice(0, 3),
      next: null,
      matched: ["O'Malley", 'O MALLEY'],
      filter: `SAME_OWNER('${PLAIN_PIN}')`,
      mailing: { filter: `SAME_MAILING('${PLAIN_PIN}')`, count: 5, acres: 50 },
    });
  });

  test('have no second set where the address has only the owner’s', async () => {
    counts['same-mailing'] = 3;
    expect((await get(ofParcel('holdings'))).mailing).toBeNull();
  });

  test('beyond the first page are pages of their filter', async () => {
    const { filter, next } = await get(ofParcel('holdings'), { limit: '2' });
    expect(await get('/api/parcels', { filter, cursor: next })).toMatchObject({ status: 200 });
    expect(asked()).toMatchObject({ filter: { op: 'same-owner', pin: PLAIN_PIN }, offset: 2 });
  });
});

describe('[P12] sales', () => {
  const all = `NEAR(pin = '${PLAIN_PIN}', 5280) AND sale_date >= DATE('2024-11-18') AND (taxacres BETWEEN 1.25 AND 3.75 OR (taxacres IS NULL AND shape_acres BETWEEN 1.25 AND 3.75))`;

  beforeEach(() => {
    const others = [
      { value: 10, count: 1 },
      { value: null, count: 2 },
    ];
    queries.quartiles.mockImplementation(async ({ field }) =>
      field === 'sales_price'
        ? { quartiles: { low: 100_000, median: 100_000, high: 200_000 }, others }
        : { quartiles: { low: 62_500, median: 75_000, high: 87_500 }, others: [] },
    );
  });

  test('within a mile and two years, of half as many to half as many acres again, with their quartiles', async () => {
    expect(await get(ofParcel('sales'))).toEqual({
      status: 200,
      count: 10,
      filter: `${all} AND sales_price >= 1000`,
      acres: 2.5,
      median: 100_000,
      quartiles: { low: 100_000, median: 100_000, high: 200_000 },
      per_acre: { low: 62_500, median: 75_000, high: 87_500 },
      left_out: [
        { reason: 'No price is recorded', count: 2 },
        { reason: 'The price is below $1,000, as of gifts and transfers within a family', count: 1 },
      ],
      parcels: rows,
    });
    // A hundred thousand different prices stay where they are.
    expect(queries.values).not.toHaveBeenCalled();
    expect(queries.quartiles.mock.calls.map(([{ field, from }]) => [field, from])).toEqual([
      ['sales_price', 1000],
      ['price_per_acre', -Infinity],
    ]);
  });

  test('within other bounds', async () => {
    const { filter } = await get(ofParcel('sales'), { miles: '0.5', months: '6', acres: '10' });
    expect(filter).toContain(`NEAR(pin = '${PLAIN_PIN}', 2640) AND sale_date >= DATE('2026-05-18')`);
    expect(filter).toContain('taxacres BETWEEN 2.25 AND 2.75');
  });

  test('of which there are none have no quartiles', async () => {
    queries.select.mockResolvedValue({ version, count: 0, acres: 0, bounds: null, ...written([]) });
    queries.quartiles.mockResolvedValue({ quartiles: null, others: [] });
    expect(await get(ofParcel('sales'))).toMatchObject({
      count: 0,
      median: null,
      quartiles: null,
      per_acre: null,
      left_out: [],
    });
  });
});

describe('a query that takes long', () => {
  let port: number;
  let signals: AbortSignal[];
  beforeAll(async () => {
    await app.listen({ host: '127.0.0.1', port: 0 });
    port = (app.server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    signals = [];
    queries.select.mockImplementation(
      (_query, signal) =>
        new Promise((_resolve, reject) => {
          signals.push(signal);
          signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
        }),
    );
  });

  test('[P8] stops when its client goes away, and too many that wait are refused', async () => {
    const request = 'GET /api/parcels HTTP/1.1\r\nHost: a\r\n\r\n';
    const sockets = Array.from({ length: 34 }, () => connect(port, '127.0.0.1'));
    await Promise.all(sockets.map((socket) => once(socket, 'connect')));
    let text = '';
    for (const socket of sockets) socket.setEncoding('utf8').on('data', (part) => (text += part));
    for (const socket of sockets) socket.write(request);
    // One runs, 32 wait: of strangers together.
    await eventually(() => expect(text).toContain('HTTP/1.1 503 Service Unavailable'));
    expect(text).toContain(refusals.serverBusy);
    expect(signals).toHaveLength(1);
    for (const socket of sockets) socket.destroy();
    await eventually(() => expect(signals[0]!.aborted).toBe(true));
  });

  test('[P8] stops when the client of a POST goes away, and not before', async () => {
    const socket = connect(port, '127.0.0.1');
    const head = 'POST /api/parcels HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    socket.write(`${head}Content-Length: 2\r\n\r\n{}`);
    await eventually(() => expect(signals).toHaveLength(1));
    // An answer of another one comes after all that the end of the body could have caused.
    await get('/api/parcel-fields');
    expect(signals[0]!.aborted).toBe(false);
    socket.destroy();
    await eventually(() => expect(signals[0]!.aborted).toBe(true));
  });

  test('[P8] is one at a time of each person: exports, letters and map sheets decide their filters in the same turns', async () => {
    const asked: string[] = [];
    queries.values.mockResolvedValue({ values: [], distinct: 0 });
    queries.labelsOf.mockResolvedValue([]);
    queries.stream.mockImplementation(async function* (filter) {
      asked.push(filter.op);
      yield { version: under.parcels.current()!.version, count: 0, parcels: [] };
    });
    const first = connect(port, '127.0.0.1');
    first.write('GET /api/parcels HTTP/1.1\r\nHost: a\r\n\r\n');
    await eventually(() => expect(signals).toHaveLength(1));
    const sheet = { filter: 'TRUE', title: 'Lot', paper: 'a4', feetPerInch: 100, center: { lng: 0, lat: 0 } };
    const others = Promise.all([
      app.inject('/api/export?format=csv'),
      app.inject('/api/labels?format=csv'),
      app.inject({ method: 'POST', url: '/api/map-sheet', payload: sheet }),
    ]);
    await get('/api/parcel-fields');
    expect([asked, signals.length]).toEqual([[], 1]);
    queries.select.mockResolvedValue({ version, count: 0, acres: 0, bounds: null, ...written([]) });
    first.destroy();
    expect((await others).map(({ statusCode }) => statusCode)).toEqual([200, 200, 404]);
    expect(asked).toEqual(['all', 'all']);
  });

  test('[P8] is stopped before the server gives up, with a sentence, and others are answered', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const answer = fetch(`http://127.0.0.1:${port}/api/parcels`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      await vi.waitUntil(() => signals.length === 1);
      await vi.advanceTimersByTimeAsync(29_000);
      const { status, json } = await answer.then(async (got) => ({
        status: got.status,
        json: await got.json(),
      }));
      expect({ status, json }).toEqual({ status: 503, json: { message: refusals.queryTooLong } });
      expect(signals[0]!.aborted).toBe(true);
    } finally {
      vi.useRealTimers();
    }
    expect(await get('/api/parcels/pins')).toMatchObject({ status: 200 });
  });
});
