import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isRunning } from '../test/is-running.ts';
import { testFolder } from '../test/test-folder.ts';
import { guardProcess } from './guarded-process.ts';

const folder = testFolder();

async function childThat(does: string) {
  const path = join(folder, `${Math.random()}.cjs`);
  await writeFile(path, does);
  return fork(path, { execArgv: [], stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
}

const BEATS = 'setInterval(() => process.send("alive"), 50);';
const ENOUGH = 2e9;

test('a child that takes more memory than it may is ended', async () => {
  const child = await childThat(`${BEATS} globalThis.held = Buffer.alloc(400e6, 1);`);
  const guard = guardProcess(child, { memoryMax: 300e6 });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(guard.reason()).toBe('memory');
});

test('what the child has started counts, and is ended with it', async () => {
  const hold =
    'process.send(process.pid); globalThis.held = Buffer.alloc(400e6, 1); setInterval(() => {}, 1000);';
  const child = await childThat(
    `${BEATS} const { spawn } = require('node:child_process');
     spawn(process.execPath, ['-e', ${JSON.stringify(hold)}], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }).on('message', (pid) => process.send({ pid }));`,
  );
  const guard = guardProcess(child, { memoryMax: 350e6 });
  let pid = 0;
  child.on('message', (message) => {
    if (typeof message === 'object') pid = (message as { pid: number }).pid;
  });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(guard.reason()).toBe('memory');
  expect(pid).toBeGreaterThan(0);
  await expect.poll(() => isRunning(pid)).toBe(false);
});

test('a child that gives no sign of life any more is ended', async () => {
  const child = await childThat('process.send("alive", () => { for (;;); });');
  const guard = guardProcess(child, { memoryMax: ENOUGH, silenceMs: 1000 });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(guard.reason()).toBe('silence');
});

test('a child that works is left alone, and its own end is no reason', async () => {
  const child = await childThat(`${BEATS} setTimeout(() => process.exit(3), 2500);`);
  const guard = guardProcess(child, { memoryMax: ENOUGH, silenceMs: 1500 });
  expect(await once(child, 'exit')).toEqual([3, null]);
  expect(guard.reason()).toBeUndefined();
});
