import { beforeEach, expect, test, vi } from 'vitest';
import { type StyleLoading, styleLoading } from './style-loading.ts';

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

test('[M2] the words stay for 300 ms after the style has loaded', () => {
  loading.begin();
  expect(isLoading).toBe(true);
  loading.loaded();
  vi.advanceTimersByTime(299);
  expect(isLoading).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isLoading).toBe(false);
});

test('[M2] a style that never comes is waited for 10 seconds', () => {
  loading.begin();
  vi.advanceTimersByTime(9999);
  expect(isLoading).toBe(true);
  vi.advanceTimersByTime(1);
  expect(isLoading).toBe(false);
});

test('[M2] an error ends the words at once', () => {
  loading.begin();
  loading.failed();
  expect(isLoading).toBe(false);
});

test('[M2] a style chosen while another loads is waited for in its own right', () => {
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

test('nothing is told after the end', () => {
  loading.begin();
  loading.stop();
  vi.advanceTimersByTime(20_000);
  expect(isLoading).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});
