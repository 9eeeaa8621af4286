// platbook audit verify: the chain of the audit log, and what breaks it.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { callPlatbook } from '../test/call-platbook.ts';
import { emptyFolder } from '../test/test-folder.ts';
import { AUDIT_LOG_FILE, OLD_AUDIT_LOG_FILE, openAuditLog } from './audit-log.ts';

const dataDir = emptyFolder();
const path = join(dataDir, AUDIT_LOG_FILE);
const oldPath = join(dataDir, OLD_AUDIT_LOG_FILE);

const verify = () => callPlatbook(['audit', 'verify'], { DATA_DIR: dataDir });
const read = (file = path) => readFileSync(file, 'utf8');
const linesOf = (file = path) => read(file).trimEnd().split('\n');
function write(count: number): void {
  const log = openAuditLog({ dataDir });
  for (let at = 0; at < count; at++) log.event('user-banned', { userId: `user-${at}` });
}
async function expectWrong(file: string, line: number): Promise<void> {
  const { code, stdout, stderr } = await verify();
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(new RegExp(`^platbook: ${file}, line ${line} does not fit: .*\n$`));
}
async function expectRight(...said: RegExp[]): Promise<string> {
  const { code, stdout, stderr } = await verify();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const words of said) expect(stdout).toMatch(words);
  return stdout;
}

test('[SEC-14] the audit log names the user of the operating system, and who became that user by sudo', () => {
  vi.stubEnv('SUDO_USER', '');
  write(1);
  vi.stubEnv('SUDO_USER', 'ada');
  write(1);
  vi.unstubAllEnvs();
  const [plain, sudo] = linesOf().map((line) => JSON.parse(line));
  const osUser = userInfo().username;
  expect(plain).toMatchObject({ event: 'user-banned', userId: 'user-0', osUser });
  expect(plain).not.toHaveProperty('sudoUser');
  expect(sudo).toMatchObject({ osUser, sudoUser: 'ada' });
});

test('[SEC-14] audit verify counts right lines, and names the first that was changed, removed or added', async () => {
  expect(await verify()).toEqual({ code: 0, stdout: 'Nothing has been logged yet.\n', stderr: '' });
  write(5);
  await expectRight(/in order: 5 lines /);
  const lines = linesOf();
  const store = (changed: readonly string[]) => writeFileSync(path, `${changed.join('\n')}\n`);
  store(lines.with(2, lines[2]!.replace('user-2', 'user-9')));
  await expectWrong('audit.jsonl', 4);
  store(lines.toSpliced(1, 1));
  await expectWrong('audit.jsonl', 2);
  store(lines.slice(1));
  await expectWrong('audit.jsonl', 1);
  store(lines.toSpliced(3, 0, '{"event":"user-unbanned"}'));
  await expectWrong('audit.jsonl', 4);
  store(lines.toSpliced(3, 0, 'no JSON'));
  await expectWrong('audit.jsonl', 5);
  store(lines);
  await expectRight(/in order: 5 lines /);
  const { code, stderr } = await callPlatbook(['audit', 'read'], { DATA_DIR: dataDir });
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'platbook: Unknown: audit read. There is verify.\n' });
});

test('[SEC-14] the chain goes on in a new file, and the hash of the last line is said', async () => {
  write(2);
  // Past its 8 MB at once.
  appendFileSync(path, `{"previous":"`);
  const [, hash] = /last line: ([\da-f]{64})/.exec(await expectRight(/Cut .*: 1 line/))!;
  expect(hash).toHaveLength(64);
  truncateSync(path, read().lastIndexOf('\n') + 1);
  openAuditLog({ dataDir }).event('import-failed', { userId: 'long' });
  const long = linesOf()
    .at(-1)!
    .replace('"long"', `"${'x'.repeat(8 * 1024 * 1024)}"`);
  writeFileSync(path, `${linesOf().with(2, long).join('\n')}\n`);
  write(2);
  expect([linesOf(oldPath).length, linesOf().length]).toEqual([3, 2]);
  const right = await expectRight(/in order: 5 lines /);
  const [, last] = /last line: ([\da-f]{64})/.exec(right)!;
  write(1);
  expect(linesOf().at(-1)).toContain(`"previous":"${last}"`);
  const old = linesOf(oldPath);
  writeFileSync(oldPath, `${old.slice(0, -1).join('\n')}\n`);
  await expectWrong('audit.jsonl', 1);
  // What a second new file has put out of the old one is not missed.
  writeFileSync(oldPath, `${old.slice(1).join('\n')}\n`);
  await expectRight(/in order: 5 lines /);
});

test('[SEC-14] lines of older versions and a line that a crash has cut are said, and the chain goes on', async () => {
  writeFileSync(path, '{"event":"import-begun"}\n{"event":"import-ended"}\n');
  write(3);
  truncateSync(path, read().length - 20);
  const cut = await expectRight(/in order: 2 lines /, /older version/, /Cut .*: 1 line\./);
  expect(cut).toContain('2 lines of an older version');
  write(2);
  await expectRight(/in order: 4 lines /, /Cut .*: 1 line\./);
  expect(linesOf()).toHaveLength(7);
  const lines = linesOf();
  writeFileSync(path, `${lines.with(1, '{"event":"import-failed"}').join('\n')}\n`);
  await expectWrong('audit.jsonl', 3);
  // A cut line still carries the hash of the line before.
  writeFileSync(path, `${lines.toSpliced(3, 1).join('\n')}\n`);
  await expectWrong('audit.jsonl', 4);
});

test('[SEC-14] no made-up cut line, and no made-up old file, stands for lines that were removed', async () => {
  write(3);
  appendFileSync(path, 'x\n');
  write(2);
  await expectRight(/in order: 5 lines /, /Cut .*: 1 line\./);
  const lines = linesOf();
  writeFileSync(path, `${lines.slice(3).join('\n')}\n`);
  await expectWrong('audit.jsonl', 2);

  writeFileSync(oldPath, `${lines.slice(1, 3).join('\n')}\n`);
  await expectWrong('audit.old.jsonl', 1);
});

test('[SEC-14] processes that write at the same time make one chain', async () => {
  const module = new URL('./audit-log.ts', import.meta.url).href;
  const code = `const { openAuditLog } = await import(${JSON.stringify(module)});
    const log = openAuditLog({ dataDir: ${JSON.stringify(dataDir)} });
    console.log('ready');
    process.stdin.once('end', () => {
      for (let at = 0; at < 100; at++) log.event('backup-made', { count: at });
    }).resume();`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', code];
  const children = [1, 2, 3].map(() => spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] }));
  try {
    await Promise.all(children.map(({ stdout }) => once(stdout, 'data')));
    // None begins before all can.
    for (const { stdin } of children) stdin.end();
    await Promise.all(children.map((child) => once(child, 'exit')));
  } finally {
    for (const child of children) child.kill('SIGKILL');
  }
  expect(linesOf()).toHaveLength(300);
  await expectRight(/in order: 300 lines /);
});

test.skipIf(process.platform === 'win32')(
  '[SEC-14] the wrapper of the service hands on who used sudo',
  () => {
    // A stand-in for systemd-run prints its arguments.
    writeFileSync(join(dataDir, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o700 });
    const script = new URL('../deploy/platbook-admin', import.meta.url).pathname;
    const env = { PATH: `${dataDir}:${process.env.PATH}`, SUDO_USER: 'ada' };
    const { stdout } = spawnSync('sh', [script, 'users', 'list'], { env, encoding: 'utf8' });
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(['--setenv=SUDO_USER=ada', 'users', 'list']));
  },
);
