import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PARCEL_CALL_TIMEOUT_MS } from '../../contract/limits.ts';
import { messages } from '../../contract/messages.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import { fetchParcel, fetchParcelGeometry } from './call-parcels.ts';

const parcel = exampleParcel();
const question = { pin: parcel.pin, clickedAt: parcel.centroid };

const fetching = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', fetching);
  vi.stubGlobal('localStorage', memoryStorage());
});
afterEach(() => {
  fetching.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const answer = (body: BodyInit | null, init?: ResponseInit) =>
  fetching.mockImplementation(async () => new Response(body, init));
const asked = () => fetching.mock.calls.map(([address, request]) => ({ address, ...request }));
const failure = () => fetchParcel(question).catch((error: Error) => error.message);

describe('a call for a parcel', () => {
  test('[S11] asks for it by its PIN, whatever is in the PIN', async () => {
    answer(JSON.stringify(exampleParcel({ pin: 'a/b ?#%' })));
    await fetchParcel({ ...question, pin: 'a/b ?#%' });
    expect(asked()[0]!.address).toBe('/api/parcels/a%2Fb%20%3F%23%25');
  });

  test('[S11] brings the parcel, if it is the one that was asked for', async () => {
    answer(JSON.stringify(parcel));
    expect(await fetchParcel(question)).toEqual(parcel);
    answer(JSON.stringify({ ...parcel, pin: 'another' }));
    expect(await failure()).toBe('Received invalid parcel data from the server');
    answer('null');
    expect(await failure()).toBe(messages.parcelInvalid);
  });

  test('[S14] is JSON, with credentials, and with both tokens where they are stored', async () => {
    answer(JSON.stringify(parcel));
    await fetchParcel(question);
    vi.stubGlobal('localStorage', memoryStorage({ session_jwt: 'a.b.c', session_token: 'secret' }));
    await fetchParcel(question);
    const [signedOut, signedIn] = asked();
    expect(signedOut).toMatchObject({
      headers: { 'Content-Type': 'application/json' },
      credentials: 'include',
    });
    expect(Object.keys(signedOut!.headers!)).toEqual(['Content-Type']);
    expect(signedIn).toMatchObject({
      headers: {
        'Content-Type': 'application/json',
        Authorization: 'Bearer a.b.c',
        'X-Session-Token': 'secret',
      },
      credentials: 'include',
    });
  });

  test('[S14] [S15] ends after 60 seconds, and says so', async () => {
    vi.useFakeTimers();
    fetching.mockImplementation(
      (_address, request) =>
        new Promise((_resolve, reject) => {
          request!.signal!.addEventListener('abort', () => reject(request!.signal!.reason));
        }),
    );
    const outcome = failure();
    await vi.advanceTimersByTimeAsync(PARCEL_CALL_TIMEOUT_MS - 1);
    expect(asked()[0]!.signal!.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await outcome).toBe('Request timed out. The server took too long to respond.');
    expect(PARCEL_CALL_TIMEOUT_MS).toBe(60_000);
  });

  test('[S14] ends after 60 seconds too where only the body is missing', async () => {
    vi.useFakeTimers();
    fetching.mockImplementation(async (_address, request) => {
      const stalled = new ReadableStream({
        start: (stream) =>
          request!.signal!.addEventListener('abort', () => stream.error(new Error('aborted'))),
      });
      return new Response(stalled);
    });
    const outcome = failure();
    await vi.advanceTimersByTimeAsync(PARCEL_CALL_TIMEOUT_MS);
    expect(await outcome).toBe(messages.requestTimedOut);
  });

  test('[S14] leaves no timer behind', async () => {
    vi.useFakeTimers();
    answer(JSON.stringify(parcel));
    await fetchParcel(question);
    answer('', { status: 500 });
    await failure();
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each<[status: number, statusText: string, body: string, words: string]>([
    [401, 'Unauthorized', '{"message":"other words"}', 'Authentication required.'],
    [
      404,
      'Not Found',
      '{"message":"There is no parcel with this PIN."}',
      'There is no parcel with this PIN.',
    ],
    [503, 'Service Unavailable', '{}', 'API error 503'],
    [503, 'Service Unavailable', '{"message":""}', 'API error 503'],
    [503, 'Service Unavailable', '{"message":{"is":"odd"}}', 'API error 503'],
    [502, 'Bad Gateway', '<h1>Bad Gateway</h1>', 'Bad Gateway'],
    [500, 'Internal Server Error', '', 'Internal Server Error'],
    // HTTP/2 has no status texts.
    [502, '', '<h1>Bad Gateway</h1>', 'API error 502'],
  ])('[S15] a %d %s with the body %j reads: %s', async (status, statusText, body, words) => {
    answer(body, { status, statusText });
    expect(await failure()).toBe(words);
  });

  test('[S15] an empty body, one that is no JSON, and a server out of reach have their own words', async () => {
    answer('');
    expect(await failure()).toBe('Empty response received from API');
    answer('{"pin":');
    expect(await failure()).toBe('Invalid JSON response');
    fetching.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await failure()).toBe('Failed to load parcel details');
  });
});

describe('a call for the shape of a parcel', () => {
  const geometry = {
    type: 'MultiPolygon',
    coordinates: [
      [
        [
          [0, 0],
          [1, 0],
          [0, 1],
          [0, 0],
        ],
      ],
    ],
  };

  test('brings the whole geometry', async () => {
    answer(JSON.stringify({ type: 'Feature', id: 'a/b', properties: {}, geometry }));
    expect(await fetchParcelGeometry('a/b')).toEqual(geometry);
    expect(asked()[0]!.address).toBe('/api/parcels/feature/a%2Fb');
  });

  test('refuses what is no area', async () => {
    answer(JSON.stringify({ type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] } }));
    await expect(fetchParcelGeometry('a')).rejects.toThrow(messages.parcelInvalid);
  });
});
