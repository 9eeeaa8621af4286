import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PARCEL_CALL_TIMEOUT_MS } from '../contract/limits.ts';
import { messages } from '../contract/messages.ts';
import { memoryStorage } from '../test/memory-storage.ts';
import { type CallFailure, callServer, onUnauthorized, stopReading } from './call-server.ts';

const fetch = vi.fn<typeof globalThis.fetch>();
const bothTokens = { session_jwt: 'a.b.c', session_token: 'secret' };

beforeEach(() => {
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('localStorage', memoryStorage(bothTokens));
});
afterEach(() => {
  fetch.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answer = (body: BodyInit | null, init?: ResponseInit) =>
  fetch.mockImplementation(async () => new Response(body, init));
const answerJson = (status: number, body?: unknown) =>
  answer(body === undefined ? null : JSON.stringify(body), { status });
const sent = () => fetch.mock.lastCall![1]!;

const askParcel = (signal?: AbortSignal) =>
  callServer({ kind: 'parcel', path: '/api/parcels/1', ...(signal && { signal }) });
const listSaved = () => callServer({ kind: 'saved-parcel', path: '/api/saved-parcels' });
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => expect.unreachable('the call went through'),
    (error: CallFailure) => ({ message: error.message, status: error.status }),
  );

/** Never answers, and fails like the browser's fetch when it is aborted. */
const neverAnswers = () =>
  fetch.mockImplementation(
    (_path, request) =>
      new Promise((_resolve, reject) => {
        request!.signal!.addEventListener('abort', () => reject(request!.signal!.reason));
      }),
  );

describe('the request', () => {
  test('[V12] a call carries both tokens, JSON and credentials', async () => {
    answerJson(200, { notes: 'New' });
    const given = await callServer({
      kind: 'saved-parcel',
      method: 'PUT',
      path: '/api/saved-parcels/7',
      body: { notes: 'New' },
    });
    expect(given).toEqual({ notes: 'New' });
    expect(fetch).toHaveBeenCalledExactlyOnceWith('/api/saved-parcels/7', {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        Authorization: 'Bearer a.b.c',
        'X-Session-Token': 'secret',
      },
      credentials: 'include',
      body: '{"notes":"New"}',
      signal: expect.any(AbortSignal),
    });
  });

  test.each([
    ['no token', {}, {}],
    ['the JWT alone', { session_jwt: 'a.b.c' }, { Authorization: 'Bearer a.b.c' }],
    ['the session token alone', { session_token: 'secret' }, { 'X-Session-Token': 'secret' }],
    ['both', bothTokens, { Authorization: 'Bearer a.b.c', 'X-Session-Token': 'secret' }],
  ])(
    '[S14] a parcel call with %s stored sends only that, as JSON, with credentials',
    async (_, stored, headers) => {
      vi.stubGlobal('localStorage', memoryStorage(stored));
      answerJson(200, {});
      await askParcel();
      expect(sent()).toMatchObject({ method: 'GET', credentials: 'include' });
      expect(sent().headers).toEqual({ 'Content-Type': 'application/json', ...headers });
    },
  );

  test.each([
    ['no token', {}],
    ['only the second token', { session_token: 'secret' }],
  ])(
    '[V12] with %s stored a saved-parcel call sends nothing and rejects with a message',
    async (_, stored) => {
      vi.stubGlobal('localStorage', memoryStorage(stored));
      expect(await failureOf(listSaved())).toEqual({ message: 'User not authenticated', status: undefined });
      expect(fetch).not.toHaveBeenCalled();
    },
  );
});

describe('time-out and abort', () => {
  test('[S14] [S15] a call is aborted after 60 seconds, with a message', async () => {
    vi.useFakeTimers();
    neverAnswers();
    const outcome = failureOf(askParcel());
    await vi.advanceTimersByTimeAsync(PARCEL_CALL_TIMEOUT_MS - 1);
    expect(sent().signal!.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toEqual({
      message: 'Request timed out. The server took too long to respond.',
      status: undefined,
    });
    expect(PARCEL_CALL_TIMEOUT_MS).toBe(60_000);
  });

  test('a saved-parcel call is aborted after 60 seconds, too', async () => {
    vi.useFakeTimers();
    neverAnswers();
    const outcome = failureOf(listSaved());
    await vi.advanceTimersByTimeAsync(PARCEL_CALL_TIMEOUT_MS);
    expect(await outcome).toEqual({ message: messages.requestTimedOut, status: undefined });
  });

  test('[S14] the time-out covers the body: a server that stalls after its headers is aborted, too', async () => {
    vi.useFakeTimers();
    fetch.mockImplementation(async (_path, request) => {
      const stalled = new ReadableStream({
        start: (stream) =>
          request!.signal!.addEventListener('abort', () => stream.error(new Error('aborted'))),
      });
      return new Response(stalled);
    });
    for (const call of [askParcel, listSaved]) {
      const outcome = failureOf(call());
      await vi.advanceTimersByTimeAsync(PARCEL_CALL_TIMEOUT_MS);
      expect(await outcome).toEqual({ message: messages.requestTimedOut, status: undefined });
    }
  });

  test('[S14] no timer is left behind', async () => {
    vi.useFakeTimers();
    answerJson(200, {});
    await askParcel();
    answer('', { status: 500 });
    await failureOf(askParcel());
    expect(vi.getTimerCount()).toBe(0);
  });

  test("[S3] the caller's signal aborts the request, and the call rejects with the signal's reason", async () => {
    neverAnswers();
    const caller = new AbortController();
    const call = askParcel(caller.signal);
    caller.abort();
    await expect(call).rejects.toBe(caller.signal.reason);
    expect(sent().signal!.aborted).toBe(true);

    fetch.mockClear();
    await expect(askParcel(caller.signal)).rejects.toBe(caller.signal.reason);
    expect(fetch).not.toHaveBeenCalled();
  });
});

test('[A14] a log-out stops what is being read, and no change', async () => {
  neverAnswers();
  const reads = [
    askParcel(),
    listSaved(),
    callServer({ kind: 'set', method: 'POST', path: '/api/parcels/set' }),
  ];
  const failures = reads.map(failureOf);
  const leaving = new AbortController();
  const { signal } = leaving;
  const change = callServer({ kind: 'drawing', method: 'POST', path: '/api/drawings', signal });
  const { signal: changing } = sent();
  stopReading();
  for (const failure of await Promise.all(failures)) expect(failure.message).toBe(messages.notSignedIn);
  expect(changing!.aborted).toBe(false);
  leaving.abort();
  await expect(change).rejects.toBe(signal.reason);
});

describe('the message of a failed parcel call', () => {
  test.each<[status: number, statusText: string, body: string, words: string]>([
    [401, 'Unauthorized', '{"message":"other words"}', 'Authentication required.'],
    [404, 'Not Found', '{"message":"There is no such PIN."}', 'There is no such PIN.'],
    [503, 'Service Unavailable', '{}', 'API error 503'],
    [503, 'Service Unavailable', '{"message":""}', 'API error 503'],
    [503, 'Service Unavailable', '{"message":{"is":"odd"}}', 'API error 503'],
    [502, 'Bad Gateway', '<h1>Bad Gateway</h1>', 'Bad Gateway'],
    [500, 'Internal Server Error', '', 'Internal Server Error'],
    // HTTP/2 has no status texts.
    [502, '', '<h1>Bad Gateway</h1>', 'API error 502'],
  ])('[S15] a %d %s with the body %j reads: %s', async (status, statusText, body, words) => {
    answer(body, { status, statusText });
    expect(await failureOf(askParcel())).toEqual({ message: words, status });
  });

  test('[S15] an empty body, a body that is not JSON, and an unreachable server each have their own message', async () => {
    answer('');
    expect(await failureOf(askParcel())).toEqual({
      message: 'Empty response received from API',
      status: 200,
    });
    answer(null, { status: 204 });
    expect(await failureOf(askParcel())).toMatchObject({ message: 'Empty response received from API' });
    answer('{"pin":');
    expect(await failureOf(askParcel())).toEqual({ message: 'Invalid JSON response', status: 200 });
    fetch.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await failureOf(askParcel())).toEqual({
      message: 'Failed to load parcel details',
      status: undefined,
    });
  });
});

describe('the message of a failed saved-parcel call', () => {
  test("[V12] a refusal has the server's message", async () => {
    answerJson(409, { message: 'Already there.' });
    expect(await failureOf(listSaved())).toEqual({ message: 'Already there.', status: 409 });
  });

  test.each([
    ['no message', { error: 'x' }],
    ['an empty message', { message: '' }],
    ['a message that is not text', { message: { a: 1 } }],
    ['null', null],
    ['no body', undefined],
  ])('[V12] a refusal with %s names its status', async (_, body) => {
    answerJson(503, body);
    expect(await failureOf(listSaved())).toEqual({ message: 'Request failed with status 503', status: 503 });
  });

  test('[V12] a 401 without a message names its status, too', async () => {
    answerJson(401, {});
    expect(await failureOf(listSaved())).toEqual({ message: 'Request failed with status 401', status: 401 });
  });

  test('[V12] an error page that is not JSON names its status', async () => {
    answer('<h1>Bad gateway</h1>', { status: 502 });
    expect(await failureOf(listSaved())).toMatchObject({ message: 'Request failed with status 502' });
  });

  test('an answer that is not JSON is a failure', async () => {
    answer('<html>', { status: 200 });
    expect(await failureOf(listSaved())).toEqual({ message: messages.answerNotJson, status: 200 });
  });

  test('an empty answer to a GET is a failure', async () => {
    answerJson(200);
    expect(await failureOf(listSaved())).toEqual({ message: messages.emptyAnswer, status: 200 });
  });

  test('the failure of an unreachable server has no status', async () => {
    fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    expect(await failureOf(listSaved())).toEqual({ message: messages.serverUnreachable, status: undefined });
  });

  test('[V10] a delete may be answered without a body', async () => {
    answerJson(204);
    expect(
      await callServer({ kind: 'saved-parcel', method: 'DELETE', path: '/api/saved-parcels/7' }),
    ).toBeUndefined();
  });
});

describe('a 401', () => {
  test.each([
    ['parcel', askParcel],
    ['saved-parcel', listSaved],
  ])('of a %s call calls the listener once, until it is removed', async (_, call) => {
    const checkSession = vi.fn();
    const stop = onUnauthorized(checkSession);
    answerJson(403, {});
    await failureOf(call());
    expect(checkSession).not.toHaveBeenCalled();
    answerJson(401, {});
    await failureOf(call());
    expect(checkSession).toHaveBeenCalledOnce();
    stop();
    await failureOf(call());
    expect(checkSession).toHaveBeenCalledOnce();
  });
});
