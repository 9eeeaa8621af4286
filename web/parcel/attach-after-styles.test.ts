import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HOVER_REATTACH_MS } from '../../contract/limits.ts';
import { attachAfterStyles } from './attach-after-styles.ts';

/** As much of a map as listeners need. */
function fakeMap() {
  const listeners = new Set<() => void>();
  const map = {
    on: (_type: string, listener: () => void) => listeners.add(listener),
    off: (_type: string, listener: () => void) => listeners.delete(listener),
  };
  return {
    map: map as unknown as Parameters<typeof attachAfterStyles>[0],
    listeners,
    loadStyle: () => {
      for (const listener of listeners) listener();
    },
  };
}

let attached = 0;
const attach = () => {
  attached++;
  return () => {
    attached--;
  };
};

beforeEach(() => {
  attached = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('[S4] listeners attach again 50 ms after a style has loaded', () => {
  const { map, loadStyle } = fakeMap();
  attachAfterStyles(map, attach);
  expect(attached).toBe(1);
  loadStyle();
  expect(attached).toBe(0);
  vi.advanceTimersByTime(HOVER_REATTACH_MS - 1);
  expect(attached).toBe(0);
  vi.advanceTimersByTime(1);
  expect(attached).toBe(1);
  expect(HOVER_REATTACH_MS).toBe(50);
});

test('[S4] two styles in quick succession leave one set of listeners', () => {
  const { map, loadStyle } = fakeMap();
  attachAfterStyles(map, attach);
  loadStyle();
  vi.advanceTimersByTime(HOVER_REATTACH_MS / 2);
  loadStyle();
  vi.runAllTimers();
  expect(attached).toBe(1);
});

test('whatever was attached goes, also in the pause, and twice leaves nothing', () => {
  const { map, loadStyle, listeners } = fakeMap();
  for (const isPausing of [false, true]) {
    const stop = attachAfterStyles(map, attach);
    if (isPausing) loadStyle();
    stop();
    vi.runAllTimers();
    expect(attached).toBe(0);
  }
  expect(listeners.size).toBe(0);
});
