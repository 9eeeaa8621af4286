import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { runStages } from './run-steps.mjs';

const root = join(import.meta.dirname, '..');
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platbook-steps-'));
  vi.spyOn(console, 'log').mockReturnValue();
});
afterAll(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

/** A step that creates a file of its name, waits for other steps' files, and fails if `missing` exists already. */
function step(title: string, { awaits = '', missing = '', exitCode = 0 } = {}) {
  const script = join(folder, `${title}.mjs`);
  const path = (name: string) => JSON.stringify(join(folder, name));
  writeFileSync(
    script,
    `import { existsSync, writeFileSync } from 'node:fs';
    if (${missing !== ''} && existsSync(${path(missing)})) process.exit(1);
    writeFileSync(${path(title)}, '');
    while (${awaits !== ''} && !existsSync(${path(awaits)})) await new Promise((done) => setTimeout(done, 5));
    process.exit(${exitCode});`,
  );
  return { title, script: relative(root, script), args: [] };
}

test('steps of a stage run side by side, stages one after the other, and all run though one fails', async () => {
  const tally = await runStages(
    [
      [step('a', { awaits: 'b', missing: 'd', exitCode: 3 }), step('b', { awaits: 'a' }), step('c')],
      [step('d')],
    ],
    { passed: 1, failed: [{ name: 'before', reason: 'not there' }], skipped: [], files: [] },
  );
  expect(tally).toEqual({
    passed: 4,
    failed: [
      { name: 'before', reason: 'not there' },
      { name: 'a', reason: 'ended with exit code 3' },
    ],
    skipped: [],
    files: [],
  });
  expect(existsSync(join(folder, 'd'))).toBe(true);
});

test('a runner that leaves no report has failed', async () => {
  const { passed, failed } = await runStages([[{ ...step('e'), reporter: 'vitest' as const }]]);
  expect(passed).toBe(0);
  expect(failed).toEqual([
    { name: 'e', reason: expect.stringMatching(/^reported no test, without a readable report/) },
  ]);
});

test('a file over its budget has failed, unless everything took as long', async () => {
  const report = (seconds: number) => ({
    name: join(root, 'geo/slow.test.ts'),
    status: 'passed',
    startTime: 0,
    endTime: seconds * 1000,
    assertionResults: [{ fullName: 'passes', status: 'passed' }],
  });
  const reporting = (name: string, seconds: number[]) => {
    const script = join(folder, name);
    writeFileSync(
      script,
      `import { writeFileSync } from 'node:fs';
      const file = process.argv.at(-1).replace('--outputFile.json=', '');
      writeFileSync(file, ${JSON.stringify(JSON.stringify({ testResults: seconds.map(report) }))});`,
    );
    return { title: 'f', script: relative(root, script), args: [], reporter: 'vitest' as const };
  };
  const runner = reporting('runner.mjs', [61, 59]);
  const { passed, failed } = await runStages([[{ ...runner, fileSecondsMax: 60 }]]);
  expect(passed).toBe(2);
  expect(failed).toEqual([{ name: 'geo/slow.test.ts', reason: 'took 61 s; the budget of a file is 60 s' }]);

  // Node.js alone takes more than ten times as long as these two files.
  const quick = reporting('quick.mjs', [0.002, 0.001]);
  const { failed: failedWhenBusy } = await runStages([[{ ...quick, fileSecondsMax: 0.001 }]]);
  expect(failedWhenBusy).toEqual([]);
});
