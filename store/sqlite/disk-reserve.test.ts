// Tests the room that is kept for ending sessions. test/faults/full-disk.long.test.ts has a disk that is really full.
import { existsSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { testFolder } from '../../test/test-folder.ts';
import { fillReserve, RESERVE_FILE, withReserve } from './disk-reserve.ts';

test('[SEC-13] on a full disk the reserve is released, and filled again', () => {
  const dataDir = testFolder();
  const path = join(dataDir, RESERVE_FILE);
  fillReserve(dataDir);
  const { size, mode, blocks } = statSync(path);
  expect([size, mode & 0o077]).toEqual([1024 * 1024, 0]);
  // Of real bytes: a sparse file would keep no room.
  expect(blocks * 512).toBeGreaterThanOrEqual(size);
  truncateSync(path, 1000);
  fillReserve(dataDir);
  expect(statSync(path).size).toBe(size);

  const makeRoom = vi.fn();
  const endSession = () => {
    if (existsSync(path)) throw new Error('database or disk is full');
    return 'ended';
  };
  expect(withReserve({ dataDir, makeRoom }, endSession)).toBe('ended');
  expect(makeRoom).toHaveBeenCalledTimes(1);
  expect(statSync(path).size).toBe(size);

  const fail = () => {
    throw new Error('no such table');
  };
  expect(() => withReserve({ dataDir, makeRoom }, fail)).toThrow('no such table');
  expect(makeRoom).toHaveBeenCalledTimes(1);
  rmSync(dataDir, { recursive: true });
});
