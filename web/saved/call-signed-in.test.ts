import { beforeEach, expect, test, vi } from 'vitest';
import { PARCEL_CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import { type CallFailure, callSignedIn } from './call-signed-in.ts';

const fetch = vi.fn<typeof globalThis.fetch>();
const tokens = { session_jwt: 'jwt', session_token: 'token' };

beforeEach(() => {
  fetch.mockReset();
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('localStorage', memoryStorage(tokens));
  return () => vi.unstubAllGlobals();
});

const answer = (status: number, body?: unknown) =>
  fetch.mockResolvedValueOnce(new Response(body === undefined ? null : JSON.stringify(body), { status }));
const list = () => callSignedIn({ method: 'GET', path: '/api/saved-parcels' });
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call went through'),
    (error: CallFailure) => ({ message: error.message, status: error.status }),
  );

test('[V12] a call carries both tokens, JSON and credentials', async () => {
  answer(200, { notes: 'New' });
  const given = await callSignedIn({ method: 'PUT', path: '/api/saved-parcels/7', body: { notes: 'New' } });
  expect(given).toEqual({ notes: 'New' });
  expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/saved-parcels/7', {
    method: 'PUT',
    headers: {
      'Content-Type': 'application/json',
      Authorization: 'Bearer jwt',
      'X-Session-Token': 'token',
    },
    credentials: 'include',
    body: '{"notes":"New"}',
    signal: expect.any(AbortSignal),
  });
});

test('[V12] without a stored token nothing is asked, and the words say why', async () => {
  vi.stubGlobal('localStorage', memoryStorage());
  expect(await failureOf(list())).toEqual({ message: 'User not authenticated', status: undefined });
  expect(fetch).not.toHaveBeenCalled();
});

test('[V12] a refusal is told in the words of the server', async () => {
  answer(409, { message: 'Already there.' });
  expect(await failureOf(list())).toEqual({ message: 'Already there.', status: 409 });
});

test.each([
  ['no message', { error: 'x' }],
  ['an empty message', { message: '' }],
  ['a message that is no text', { message: { a: 1 } }],
  ['null', null],
  ['no body', undefined],
])('[V12] a refusal with %s names its status', async (_, body) => {
  answer(503, body);
  expect(await failureOf(list())).toEqual({ message: 'Request failed with status 503', status: 503 });
});

test('[V12] an error page that is no JSON names its status', async () => {
  fetch.mockResolvedValueOnce(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(await failureOf(list())).toMatchObject({ message: 'Request failed with status 502' });
});

test('[V10] an answer without a body is one', async () => {
  answer(204);
  expect(await callSignedIn({ method: 'DELETE', path: '/api/saved-parcels/7' })).toBeUndefined();
});

test('an answer that is no JSON is a failure', async () => {
  fetch.mockResolvedValueOnce(new Response('<html>', { status: 200 }));
  expect(await failureOf(list())).toEqual({ message: messages.answerNotJson, status: 200 });
});

test('an answer that should say something and is empty is a failure', async () => {
  answer(200);
  expect(await failureOf(list())).toEqual({ message: 'Empty response received from API', status: 200 });
});

test('a server that cannot be reached has no status', async () => {
  fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  expect(await failureOf(list())).toEqual({ message: messages.serverUnreachable, status: undefined });
});

test('a server that falls silent in the middle of its answer is given up', async () => {
  const aborted = AbortSignal.abort();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(aborted);
  const body = new ReadableStream({ start: (stream) => stream.error(aborted.reason) });
  fetch.mockResolvedValueOnce(new Response(body, { status: 200 }));
  expect(await failureOf(list())).toEqual({ message: messages.requestTimedOut, status: undefined });
});

test('a server that stays silent is given up', async () => {
  const aborted = AbortSignal.abort();
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(aborted);
  fetch.mockRejectedValueOnce(aborted.reason);
  expect(await failureOf(list())).toEqual({ message: messages.requestTimedOut, status: undefined });
  expect(timeout).toHaveBeenCalledWith(PARCEL_CALL_TIMEOUT_MS);
  timeout.mockRestore();
});
