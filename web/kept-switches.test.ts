import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../test/memory-storage.ts';

const load = async () => {
  vi.resetModules();
  return import('./kept-switches.ts');
};

beforeEach(() => void vi.stubGlobal('localStorage', memoryStorage()));
afterEach(() => {
  vi.unstubAllGlobals();
  // The next file of this worker must not find a switch as the last test has left it.
  vi.resetModules();
});

test('switches are on at first, and stay as they were left', async () => {
  const first = await load();
  expect(first.isSwitchedOn('side-lengths')).toBe(true);
  first.keepSwitch('side-lengths', false);
  expect(first.isSwitchedOn('side-lengths')).toBe(false);
  const next = await load();
  expect(next.isSwitchedOn('side-lengths')).toBe(false);
  expect(next.isSwitchedOn('snap-to-parcels')).toBe(true);
});

test.each(['{', 'null', '[1]', '{"side-lengths":"no"}'])(
  '%s in storage counts as nothing',
  async (stored) => {
    localStorage.setItem('switches', stored);
    expect((await load()).isSwitchedOn('side-lengths')).toBe(true);
  },
);

test('without storage a switch counts until the page is closed', async () => {
  vi.stubGlobal('localStorage', undefined);
  const switches = await load();
  switches.keepSwitch('snap-to-parcels', false);
  expect(switches.isSwitchedOn('snap-to-parcels')).toBe(false);
});
