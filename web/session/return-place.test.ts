import fc from 'fast-check';
import { beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../../test/memory-storage.ts';
import { storedJwt } from '../../test/stored-jwt.ts';
import { arriveAtPlace, forgetPlace, leaveNoPlace, rememberPlace, returnPlace } from './return-place.ts';
import { storeSession } from './stored-session.ts';

const link = { search: '?pin=4631', hash: '#15/35.62/-80.86' };
const start = { pathname: '/', search: '', hash: '' };
const HOUR_MS = 60 * 60 * 1000;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', memoryStorage());
  forgetPlace();
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
    vi.useRealTimers();
  };
});

test('[A10] a person who opened a link lands there after signing in; everybody else at the start', () => {
  expect(returnPlace()).toEqual(start);
  rememberPlace(link);
  expect(returnPlace()).toEqual({ pathname: '/', ...link });
  forgetPlace();
  expect(returnPlace()).toEqual(start);
});

test('[A10] a second tab on the way finds the place, too, half a minute after the first has arrived at most', () => {
  rememberPlace(link);
  arriveAtPlace();
  vi.advanceTimersByTime(29_999);
  expect(returnPlace()).toMatchObject(link);
  arriveAtPlace();
  vi.advanceTimersByTime(1);
  expect(returnPlace()).toEqual(start);
  localStorage.setItem('return_to', 'no place');
  arriveAtPlace();
  expect(localStorage.getItem('return_to')).toBeNull();
});

test('the bare page on the way to the login page does not replace a link', () => {
  rememberPlace(link);
  rememberPlace({ search: '', hash: '' });
  expect(returnPlace()).toMatchObject(link);
});

test('a place is forgotten after an hour, and one from the future counts for nothing', () => {
  rememberPlace(link);
  vi.advanceTimersByTime(HOUR_MS - 1);
  expect(returnPlace()).toMatchObject(link);
  vi.advanceTimersByTime(1);
  expect(returnPlace()).toEqual(start);
  rememberPlace(link);
  vi.setSystemTime(Date.now() - 1);
  expect(returnPlace()).toEqual(start);
});

test('[A14] after a deliberate log-out nothing is remembered until the map is open again', () => {
  rememberPlace(link);
  leaveNoPlace();
  rememberPlace(link);
  expect(returnPlace()).toEqual(start);
  forgetPlace();
  rememberPlace(link);
  expect(returnPlace()).toMatchObject(link);
});

test('whatever stands in the storage, the place is on this server, on the page of the map', () => {
  const at = Date.now();
  const texts = fc.oneof(
    fc.string(),
    fc.constantFrom('//evil.example', 'https://evil.example', '/\\evil', '@evil'),
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.record({ search: texts, hash: texts, at: fc.constant(at) }).map((entry) => JSON.stringify(entry)),
      ),
      (stored) => {
        localStorage.setItem('return_to', stored);
        const { pathname, search, hash } = returnPlace();
        const url = new URL(`${pathname}${search}${hash}`, 'https://atlas.example.org');
        expect([url.origin, url.pathname]).toEqual(['https://atlas.example.org', '/']);
      },
    ),
  );
});

test('a browser that blocks its storage leads to the start', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse });
  rememberPlace(link);
  expect(returnPlace()).toEqual(start);
  expect(forgetPlace).not.toThrow();
});

test('[A10] where somebody was whose session has ended is for nobody else', () => {
  const tokens = { session_token: 'token', session_jwt: storedJwt('ada') };
  const session = { getInfo: () => ({ session: {}, fromCache: false }), getTokens: () => tokens };
  storeSession({ session } as unknown as Parameters<typeof storeSession>[0]);
  rememberPlace(link);
  expect(returnPlace()).toMatchObject(link);
  localStorage.setItem('session_jwt', storedJwt('bob'));
  expect(returnPlace()).toEqual(start);
});
