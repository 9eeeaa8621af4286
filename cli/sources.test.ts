// platbook remove, on a terminal and from a script.
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSqliteParcels } from '../store/sqlite/open-sqlite-stores.ts';
import { loadParcels, testParcels } from '../test/app-under-test.ts';
import { callPlatbook } from '../test/call-platbook.ts';
import { testFolder } from '../test/test-folder.ts';

const dataDir = testFolder();
beforeEach(async () => {
  const parcels = await openSqliteParcels({ dataDir });
  await loadParcels(parcels, testParcels);
  await parcels.close();
});
afterEach(() => void vi.restoreAllMocks());

const remove = (...options: string[]) => callPlatbook(['remove', 'test', ...options], { DATA_DIR: dataDir });
const isLoaded = async () =>
  (await callPlatbook(['sources'], { DATA_DIR: dataDir })).stdout.startsWith('test:');

/** A terminal on which somebody types this line. */
function onTerminal(line: string): void {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  stdin.write(`${line}\n`);
  vi.spyOn(process, 'stdin', 'get').mockReturnValue(stdin as unknown as typeof process.stdin);
}

test.each(['', 'n', 'yess'])('on a terminal a county stays where the answer is %j', async (answer) => {
  onTerminal(answer);
  const { code, stdout, stderr } = await remove();
  expect({ code, stdout }).toEqual({ code: 1, stdout: 'Nothing was removed.\n' });
  expect(stderr).toBe(`Remove ${testParcels.length} parcels of test? (y/n) `);
  expect(await isLoaded()).toBe(true);
});

test('on a terminal yes removes it', async () => {
  onTerminal('y');
  const { code, stdout } = await remove();
  expect(code).toBe(0);
  expect(stdout).toContain('were removed; none are left, and the map stays empty until platbook import');
  expect(await isLoaded()).toBe(false);
});

test('--yes asks nothing, and neither does a script', async () => {
  onTerminal('n');
  expect(await remove('--yes')).toMatchObject({ code: 0, stdout: expect.stringContaining('were removed') });
  vi.restoreAllMocks();
  const parcels = await openSqliteParcels({ dataDir });
  await loadParcels(parcels, testParcels);
  await parcels.close();
  expect(process.stdin.isTTY).toBeFalsy();
  expect(await remove()).toMatchObject({ code: 0, stdout: expect.stringContaining('were removed') });
});
