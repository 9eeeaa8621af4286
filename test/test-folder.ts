// A temporary folder for the tests of one file, removed after them.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';

export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'platbook-test-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Every test finds it empty. */
export function emptyFolder(): string {
  const folder = testFolder();
  afterEach(() => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  });
  return folder;
}
