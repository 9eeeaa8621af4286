// The two ways to run the command line, on a copy of scripts/ beside a stand-in for the build.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashSources, stampBuild } from './build-stamp.mjs';

const root = join(import.meta.dirname, '..');

/** Prints its arguments; `wait` runs until a signal ends it, anything else ends with exit code 7. */
const standIn = `console.log('got', ...process.argv.slice(2));
if (process.argv[2] === 'wait') setInterval(() => {}, 1000);
else process.exitCode = 7;`;

let folder: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'platbook-scripts-'));
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
});
afterEach(() => rmSync(folder, { recursive: true }));

function run(script: string, args: string[]): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [join(folder, 'scripts', script), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  return { child, output: () => output };
}

async function finish(script: string, args: string[]) {
  const { child, output } = run(script, args);
  const [code] = await once(child, 'close');
  return { code, output: output() };
}

describe('the command of an installed package', () => {
  test('passes on arguments and the exit code', async () => {
    write('dist/server/cli/main.js', standIn);
    expect(await finish('bin.mjs', ['demo', '--help'])).toEqual({ code: 7, output: 'got demo --help\n' });
  });

  test('without a build says how to make one', async () => {
    const { code, output } = await finish('bin.mjs', ['start']);
    expect(output).toMatch(/^platbook: There is no build\. .*npm run build\n$/);
    expect(code).toBe(1);
  });

  test('is in the package, with all that it imports', () => {
    const { bin, files } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const source = readFileSync(join(root, bin.platbook), 'utf8');
    const imports = [...source.matchAll(/import '\.\/([^']+)'/g)].map(([, name]) => `scripts/${name}`);
    expect(imports).not.toEqual([]);
    expect(files).toEqual(expect.arrayContaining([bin.platbook, ...imports, 'dist/server', 'dist/web']));
  });
});

describe('npm run platbook, with packages and build up to date', () => {
  beforeEach(() => {
    for (const file of ['package-lock.json', 'node_modules/.package-lock.json'])
      write(file, '{"packages": {}}');
    write('vite.config.ts', '');
    write('dist/web/index.html', '');
    write('dist/server/cli/main.js', standIn);
    stampBuild(folder, hashSources(folder));
  });

  test('passes on arguments and the exit code', async () => {
    expect(await finish('platbook.mjs', ['demo', '--help'])).toEqual({
      code: 7,
      output: 'got demo --help\n',
    });
  });

  test('forwards a signal, and ends as the shell reports it', async () => {
    const { child, output } = run('platbook.mjs', ['wait']);
    await once(child.stdout!, 'data');
    child.kill('SIGTERM');
    const [code] = await once(child, 'close');
    expect({ code, output: output() }).toEqual({ code: 128 + 15, output: 'got wait\n' });
  });
});
