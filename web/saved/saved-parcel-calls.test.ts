import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../test/memory-storage.ts';
import {
  deleteSavedParcel,
  editSavedParcel,
  errorMessage,
  isGone,
  listSavedParcels,
  saveParcel,
} from './saved-parcel-calls.ts';

const fetch = vi.fn<typeof globalThis.fetch>();

beforeEach(() => {
  fetch.mockReset();
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('localStorage', memoryStorage({ session_jwt: 'jwt', session_token: 'token' }));
  return () => vi.unstubAllGlobals();
});

const answer = (status: number, body?: unknown) =>
  fetch.mockResolvedValueOnce(new Response(body === undefined ? null : JSON.stringify(body), { status }));
const asked = () => {
  const [path, request] = fetch.mock.lastCall!;
  return [request!.method, path, request!.body && JSON.parse(String(request!.body))];
};

const record = {
  id: 'a1',
  parcel_pin: '4645',
  parcel_owner_name: 'Ada',
  parcel_address: 'No Address',
  parcel_centroid_lat: 35.6,
  parcel_centroid_lon: -80.8,
  notes: null,
};

test.each([
  [200, false],
  [404, true],
  [500, false],
])('a saved parcel that is answered with %i is gone: %s', async (status, gone) => {
  answer(status, {});
  expect(await isGone('77-1~polk')).toBe(gone);
  expect(asked()).toEqual(['GET', '/api/parcels/77-1~polk', undefined]);
});

test('[V10] the list is read from the parcels of the answer', async () => {
  answer(200, { parcels: [record] });
  expect(await listSavedParcels()).toMatchObject([{ id: 'a1', pin: '4645', name: 'Ada', notes: '' }]);
  expect(asked()).toEqual(['GET', '/api/saved-parcels', undefined]);
});

const recordsOf = (...ids: string[]) => ids.map((id) => ({ ...record, id }));
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test('a long list is asked for page by page, and each page is told of as it comes', async () => {
  answer(200, { parcels: recordsOf('a', 'b'), next: '7_x/y' });
  answer(200, { parcels: recordsOf('c'), next: '8' });
  answer(200, { parcels: recordsOf('d') });
  const pages: string[][] = [];
  const list = await listSavedParcels({ onPage: (soFar) => pages.push(idsOf(soFar)) });
  expect(idsOf(list)).toEqual(['a', 'b', 'c', 'd']);
  expect(pages).toEqual([
    ['a', 'b'],
    ['a', 'b', 'c'],
  ]);
  expect(fetch.mock.calls.map(([path]) => path)).toEqual([
    '/api/saved-parcels',
    '/api/saved-parcels?after=7_x%2Fy',
    '/api/saved-parcels?after=8',
  ]);
});

test('a page that fails fails the list: half a list must not count as the whole', async () => {
  answer(200, { parcels: recordsOf('a'), next: '1' });
  answer(503, { message: 'Busy.' });
  await expect(listSavedParcels()).rejects.toThrow('Busy.');
});

test('a list that is no longer wanted asks for no further page', async () => {
  const abort = new AbortController();
  const onPage = vi.fn();
  fetch.mockImplementationOnce(async () => {
    abort.abort(new Error('No longer wanted'));
    return Response.json({ parcels: recordsOf('a'), next: '1' });
  });
  await expect(listSavedParcels({ onPage, signal: abort.signal })).rejects.toThrow('No longer wanted');
  expect(fetch).toHaveBeenCalledOnce();
  expect(onPage).not.toHaveBeenCalled();
});

test.each([{ parcels: [{ id: 'a1' }] }, { parcels: [{ parcel_pin: '4645' }] }, { list: [] }])(
  'an answer that is not a list of saved parcels fails with a readable message: %j',
  async (body) => {
    answer(200, body);
    await expect(listSavedParcels()).rejects.toThrow('Received invalid parcel data from the server');
  },
);

const blank = {
  owner: '',
  add2: '',
  folder: '',
  color: '',
  city: '',
  state: '',
  zip: '',
  taxacres: 0,
  township: '',
  zoning: '',
  sale_date: '',
  sales_price: 0,
};

test('[V11] a record becomes a parcel whose unknown fields are blank or zero', async () => {
  answer(200, { parcels: [{ ...record, notes: 'By the lake' }] });
  expect(await listSavedParcels()).toEqual([
    {
      ...blank,
      id: 'a1',
      pin: '4645',
      name: 'Ada',
      add1: 'No Address',
      notes: 'By the lake',
      centroid_lat: 35.6,
      centroid_lon: -80.8,
    },
  ]);
});

const defaults = {
  ...blank,
  id: 'a1',
  pin: '4645',
  name: '',
  add1: '',
  notes: '',
  centroid_lat: null,
  centroid_lon: null,
};

test.each([
  ['missing', { id: 'a1', parcel_pin: '4645' }],
  [
    'null',
    {
      id: 'a1',
      parcel_pin: '4645',
      parcel_owner_name: null,
      parcel_address: null,
      parcel_centroid_lat: null,
      parcel_centroid_lon: null,
      notes: null,
    },
  ],
])('[V11] keys that are %s get their defaults, in the list and in what was just saved', async (_, bare) => {
  answer(200, { parcels: [bare] });
  expect(await listSavedParcels()).toEqual([defaults]);
  const { id: _id, ...body } = record;
  answer(201, bare);
  expect(await saveParcel(body)).toEqual(defaults);
});

test('[V11] a numeric id counts as its digits', async () => {
  answer(200, { parcels: [{ ...record, id: 42 }] });
  expect(await listSavedParcels()).toMatchObject([{ id: '42' }]);
});

test.each([
  ['its message', new Error('Not today.'), 'Not today.'],
  ['the default where the message is empty', new Error(''), 'the default'],
  ['the default where it is not an error at all', 'thrown text', 'the default'],
])('[V3] [V6] the message of a failure is %s', (_, error, words) => {
  expect(errorMessage(error, 'the default')).toBe(words);
});

test('[V2] saving posts the body and returns the saved parcel', async () => {
  const { id: _, ...body } = record;
  answer(201, record);
  expect(await saveParcel(body)).toMatchObject({ id: 'a1', pin: '4645' });
  expect(asked()).toEqual(['POST', '/api/saved-parcels', body]);
});

test('[V10] notes are sent with PUT, cleared ones as null', async () => {
  answer(200, record);
  await editSavedParcel({ id: 'a1', notes: 'New' });
  expect(asked()).toEqual(['PUT', '/api/saved-parcels/a1', { notes: 'New' }]);
  answer(200, record);
  await editSavedParcel({ id: 'a1', notes: null });
  expect(asked()).toEqual(['PUT', '/api/saved-parcels/a1', { notes: null }]);
});

test.each([
  ['a1-b_2', 'a1-b_2'],
  ['42', '42'],
  ['0042', '42'],
  ['12345678901234567890', '12345678901234567890'],
  ['a/../b', 'a%2F..%2Fb'],
])('[V6] the id %s is deleted at /%s', async (id, sent) => {
  answer(204);
  await deleteSavedParcel(id);
  expect(asked()).toEqual(['DELETE', `/api/saved-parcels/${sent}`, undefined]);
});
