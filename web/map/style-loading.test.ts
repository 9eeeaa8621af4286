import { beforeEach, expect, test, vi } from 'vitest';
import { type StyleLoading, styleLoading } from './style-switch.ts';

let isLoading: boolean;
let loading: StyleLoading;

beforeEach(() => {
  vi.useFakeTimers();
  isLoading = false;
  loading = styleLoading((now) => {
    isLoading = now;
  });
  return () => vi.useRealTimers();
});

test('[M2] the loading flag clears 300 ms after the style has loaded', () => {
  loading.begin();
  expect(isLoading).toBe(true);
  loading.loaded();
  vi.advanceTimersByTime(299);
  expect(isLoading).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isLoading).toBe(false);
});

test('[M2] the loading flag clears after a time-out of 10 s', () => {
  loading.begin();
  vi.advanceTimersByTime(9999);
  expect(isLoading).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isLoading).toBe(false);
});

test('[M2] an error clears the loading flag at once', () => {
  loading.begin();
  loading.failed();
  expect(isLoading).toBe(false);
});

test('[M2] a style chosen while another loads gets its own time-out', () => {
  loading.begin();
  vi.advanceTimersByTime(9000);
  loading.begin();
  vi.advanceTimersByTime(9000);
  expect(isLoading).toBe(true);
  loading.loaded();
  loading.begin();
  vi.advanceTimersByTime(300);
  expect(isLoading).toBe(true);
});

test('no timer runs after stop', () => {
  loading.begin();
  loading.stop();
  vi.advanceTimersByTime(20_000);
  expect(isLoading).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
