import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PARCEL_CACHE_MAX, PARCEL_CACHE_TTL_MS } from '../../contract/limits.ts';
import { exampleParcel } from '../../test/example-parcel.ts';
import { memoryStorage } from '../../test/memory-storage.ts';
import * as cache from './parcel-cache.ts';

const parcel = exampleParcel();
const VERSION = '1';
const cachedParcel = (pin: string) => cache.cachedParcel(pin, VERSION);
const cacheParcel = (seen: typeof parcel) => cache.cacheParcel(seen, VERSION);
const stored = () => JSON.parse(localStorage.getItem('parcelCache') ?? '{}');

let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('localStorage', memoryStorage());
  warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  warn.mockRestore();
});

describe('the cache of parcels', () => {
  test('[S13] stores a parcel with a timestamp under its PIN, in local storage', () => {
    cacheParcel(parcel);
    expect(stored()).toEqual({ [parcel.pin]: { data: parcel, timestamp: Date.now(), version: VERSION } });
    expect(cachedParcel(parcel.pin)).toEqual(parcel);
    expect(cachedParcel('another')).toBeUndefined();
  });

  test('a parcel of another version of the parcels is never shown, and makes room for those of this one', () => {
    cacheParcel(parcel);
    expect(cache.cachedParcel(parcel.pin, '2')).toBeUndefined();
    cache.cacheParcel(exampleParcel({ pin: 'another' }), '2');
    expect(Object.keys(stored())).toEqual(['another']);
    // A tab that has not noticed the import yet.
    expect(cachedParcel('another')).toBeUndefined();
  });

  test('a parcel that was cached without a version is not shown', () => {
    const entry = { data: parcel, timestamp: Date.now() };
    localStorage.setItem('parcelCache', JSON.stringify({ [parcel.pin]: entry }));
    expect(cachedParcel(parcel.pin)).toBeUndefined();
    expect(cache.cachedParcel(parcel.pin, undefined)).toBeUndefined();
  });

  test('while the server has no parcels nothing is cached', () => {
    cache.cacheParcel(parcel, undefined);
    expect(stored()).toEqual({});
  });

  test('[S13] keeps it for 10 minutes', () => {
    expect(PARCEL_CACHE_TTL_MS).toBe(10 * 60_000);
    cacheParcel(parcel);
    vi.advanceTimersByTime(PARCEL_CACHE_TTL_MS - 1);
    expect(cachedParcel(parcel.pin)).toEqual(parcel);
    vi.advanceTimersByTime(1);
    expect(cachedParcel(parcel.pin)).toBeUndefined();
  });

  test('[S13] caching a parcel again restarts its 10 minutes', () => {
    cacheParcel(parcel);
    vi.advanceTimersByTime(PARCEL_CACHE_TTL_MS - 1);
    cacheParcel({ ...parcel, name: 'NEW' });
    vi.advanceTimersByTime(PARCEL_CACHE_TTL_MS - 1);
    expect(cachedParcel(parcel.pin)).toMatchObject({ name: 'NEW' });
  });

  test('[S13] holds at most 1000; the oldest is evicted', () => {
    const entry = (n: number) => [
      `p${n}`,
      { data: exampleParcel({ pin: `p${n}` }), timestamp: Date.now() - n, version: VERSION },
    ];
    const full = Object.fromEntries(Array.from({ length: PARCEL_CACHE_MAX }, (_, n) => entry(n)));
    localStorage.setItem('parcelCache', JSON.stringify(full));
    cacheParcel(parcel);
    expect(PARCEL_CACHE_MAX).toBe(1000);
    expect(Object.keys(stored())).toHaveLength(PARCEL_CACHE_MAX);
    expect(cachedParcel(parcel.pin)).toEqual(parcel);
    expect(cachedParcel(`p${PARCEL_CACHE_MAX - 2}`)).toBeDefined();
    expect(cachedParcel(`p${PARCEL_CACHE_MAX - 1}`)).toBeUndefined();
  });

  test('[S13] all-digit PINs are evicted by age, like all others', () => {
    // Objects list integer keys first and in numeric order, whatever their age.
    for (const pin of ['9', '1', 'a']) {
      cacheParcel(exampleParcel({ pin }));
      vi.advanceTimersByTime(1);
    }
    expect(['9', '1', 'a'].map((pin) => cachedParcel(pin)?.pin)).toEqual(['9', '1', 'a']);
  });

  test('a PIN may have the name of an inherited property, such as constructor', () => {
    expect(cachedParcel('constructor')).toBeUndefined();
    expect(cachedParcel('__proto__')).toBeUndefined();
    cacheParcel(exampleParcel({ pin: 'constructor' }));
    expect(cachedParcel('constructor')).toMatchObject({ pin: 'constructor' });
  });

  test.each(['{', 'null', '[]', '"text"', '{"p":1}', '{"p":{"data":{}}}'])(
    '[S13] an unreadable cache is logged and counts as empty: %s',
    (broken) => {
      localStorage.setItem('parcelCache', broken);
      expect(cachedParcel('p')).toBeUndefined();
      expect(warn).toHaveBeenCalledOnce();
      cacheParcel(parcel);
      expect(cachedParcel(parcel.pin)).toEqual(parcel);
    },
  );

  test('an entry whose data is not that parcel is ignored', () => {
    const timestamp = Date.now();
    localStorage.setItem(
      'parcelCache',
      JSON.stringify({
        odd: { data: { pin: 'odd' }, timestamp, version: VERSION },
        other: { data: parcel, timestamp, version: VERSION },
      }),
    );
    expect(cachedParcel('odd')).toBeUndefined();
    expect(cachedParcel('other')).toBeUndefined();
  });

  test('a parcel cached without units, county fields and origin is still read', () => {
    const { more: _more, units: _units, lot: _lot, origin: _origin, ...older } = parcel;
    const entry = { data: older, timestamp: Date.now(), version: VERSION };
    localStorage.setItem('parcelCache', JSON.stringify({ [parcel.pin]: entry }));
    expect(cachedParcel(parcel.pin)).toEqual(parcel);
  });

  test('units, county fields and origin are cached', () => {
    const condominium = exampleParcel({
      more: [['Deed Book', '1234']],
      units: [{ pin: '46-1', name: 'ADA', site_address: null }],
      lot: '46',
      origin: { name: 'iredell', title: 'Iredell County', date: '2026-06-03' },
    });
    cacheParcel(condominium);
    expect(cachedParcel(condominium.pin)).toEqual(condominium);
  });

  test('clock skew: an entry from the future is ignored', () => {
    const timestamp = Date.now() + 60_000;
    localStorage.setItem(
      'parcelCache',
      JSON.stringify({ [parcel.pin]: { data: parcel, timestamp, version: VERSION } }),
    );
    expect(cachedParcel(parcel.pin)).toBeUndefined();
  });

  test('[S13] full storage is logged and leaves the cache empty', () => {
    cacheParcel(parcel);
    const full = vi.fn(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.stubGlobal('localStorage', { ...localStorage, setItem: full });
    cacheParcel(exampleParcel({ pin: 'another' }));
    expect(warn).toHaveBeenCalledOnce();
    expect(stored()).toEqual({});
  });

  test('[S13] disabled storage is logged, and nothing breaks', () => {
    const closed = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: closed, setItem: closed, removeItem: closed });
    cacheParcel(parcel);
    expect(cachedParcel(parcel.pin)).toBeUndefined();
    expect(warn).toHaveBeenCalled();
  });
});
