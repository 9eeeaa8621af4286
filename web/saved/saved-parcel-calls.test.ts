import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../test/memory-storage.ts';
import { deleteSavedParcel, editNotes, listSavedParcels, saveParcel } from './saved-parcel-calls.ts';

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

test('[V10] the list is read from the parcels of the answer', async () => {
  answer(200, { parcels: [record] });
  expect(await listSavedParcels()).toMatchObject([{ id: 'a1', pin: '4645', name: 'Ada', notes: '' }]);
  expect(asked()).toEqual(['GET', '/api/saved-parcels', undefined]);
});

test('an answer that is no list of saved parcels is a failure', async () => {
  answer(200, { parcels: [{ id: 'a1' }] });
  await expect(listSavedParcels()).rejects.toThrow();
});

test('[V2] saving posts the body and gives what was saved', async () => {
  const { id: _, ...body } = record;
  answer(201, record);
  expect(await saveParcel(body)).toMatchObject({ id: 'a1', pin: '4645' });
  expect(asked()).toEqual(['POST', '/api/saved-parcels', body]);
});

test('[V10] notes are put, cleared ones as null', async () => {
  answer(200, record);
  await editNotes({ id: 'a1', notes: 'New' });
  expect(asked()).toEqual(['PUT', '/api/saved-parcels/a1', { notes: 'New' }]);
  answer(200, record);
  await editNotes({ id: 'a1', notes: null });
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
