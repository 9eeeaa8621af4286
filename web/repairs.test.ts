import { beforeEach, expect, test, vi } from 'vitest';
import { createRepairs, isTransient } from './repairs.ts';

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test('what failed is tried again after 2 s, then with delays that double up to a minute', () => {
  const repairs = createRepairs();
  const at: number[] = [];
  const start = Date.now();
  const repair = () => {
    at.push((Date.now() - start) / 1000);
    repairs.needs('tiles', repair);
  };
  repairs.needs('tiles', repair);
  vi.advanceTimersByTime(250_000);
  expect(at).toEqual([2, 6, 14, 30, 62, 122, 182, 242]);
});

test('many failures at the same time are one attempt, each of them repaired once', () => {
  const repairs = createRepairs();
  const old = vi.fn();
  const tiles = vi.fn();
  const style = vi.fn();
  repairs.needs('tiles', old);
  vi.advanceTimersByTime(1000);
  repairs.needs('tiles', tiles);
  repairs.needs('style', style);
  vi.advanceTimersByTime(600_000);
  expect([old, tiles, style].map((repair) => repair.mock.calls.length)).toEqual([0, 1, 1]);
});

test('a repair that throws does not stop the others', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const repairs = createRepairs();
  const style = vi.fn();
  repairs.needs('tiles', () => {
    throw new Error('Style is not done loading');
  });
  repairs.needs('style', style);
  vi.advanceTimersByTime(2000);
  expect(style).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test('back online, it runs at once, and begins with short delays again', () => {
  const repairs = createRepairs();
  const repair = vi.fn(() => repairs.needs('tiles', repair));
  repairs.needs('tiles', repair);
  vi.advanceTimersByTime(30_000);
  expect(repair).toHaveBeenCalledTimes(4);
  repairs.runNow();
  expect(repair).toHaveBeenCalledTimes(5);
  vi.advanceTimersByTime(2000);
  expect(repair).toHaveBeenCalledTimes(6);
});

test('what only a server that is back can repair waits for it', () => {
  const repairs = createRepairs();
  const style = vi.fn();
  repairs.needsOnceBack('style', style);
  vi.advanceTimersByTime(600_000);
  expect(style).not.toHaveBeenCalled();
  repairs.runNow();
  repairs.runNow();
  expect(style).toHaveBeenCalledTimes(1);
});

test('a call is repeated where no answer came, or the server is down or busy; never where it was refused', () => {
  expect([undefined, 0, 408, 429, 500, 502, 503].every(isTransient)).toBe(true);
  expect([400, 401, 403, 404, 410, 414].some(isTransient)).toBe(false);
});

test('nothing runs where nothing failed, and where it is no longer wanted', () => {
  const repairs = createRepairs();
  const repair = vi.fn();
  repairs.runNow();
  repairs.needs('details', repair);
  repairs.needsOnceBack('style', repair);
  repairs.drop('details');
  repairs.drop('style');
  repairs.runNow();
  repairs.needs('details', repair);
  repairs.needsOnceBack('style', repair);
  repairs.clear();
  repairs.runNow();
  vi.advanceTimersByTime(100_000);
  expect(repair).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('a failure long after the last one is tried again soon', () => {
  const repairs = createRepairs();
  const repair = vi.fn();
  for (let outage = 0; outage < 5; outage++) {
    repairs.needs('tiles', repair);
    vi.advanceTimersByTime(2000);
    expect(repair).toHaveBeenCalledTimes(outage + 1);
    vi.advanceTimersByTime(61_000);
  }
});
