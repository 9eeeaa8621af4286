// The two ways to run the command line, on a copy of scripts/ beside a stand-in for the build.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { files as hashedFiles, folders as hashedFolders, hashSources, stampBuild } from './build-stamp.mjs';
import { packagesAreFresh, testPackages } from './packages.mjs';

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
    // Where a test has put an npm of its own.
    env: { ...process.env, PATH: `${join(folder, 'bin')}${delimiter}${process.env.PATH}` },
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

/** Stands in for npm, and installs what stands in for the packages that build. Keeps what it was given. */
const npm = `#!${process.execPath}
const { appendFileSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { dirname, join } = require('node:path');
if (process.argv[2] === 'config') process.exit(console.log('https://packages.example.org/npm/'));
const write = (path, text) => (mkdirSync(dirname(path), { recursive: true }), writeFileSync(path, text));
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
appendFileSync(join(__dirname, '..', 'calls.txt'), JSON.stringify({ packages, devDependencies }) + '\\n');
write('node_modules/rolldown/package.json', '{"type": "module", "exports": "./index.js"}');
write('node_modules/rolldown/index.js', ${JSON.stringify(`import { cpSync } from 'node:fs';
const write = ({ dir }) => dir && cpSync(import.meta.dirname + '/../../main.js', dir + '/cli/main.js');
export const rolldown = () => ({ write, close() {} });`)});
write('node_modules/vite/bin/vite.js', ${JSON.stringify(`const { mkdirSync, writeFileSync } = require('node:fs');
mkdirSync('dist/web/assets', { recursive: true });
writeFileSync('dist/web/index.html', '');`)});
`;

describe('npm start in a clean clone', () => {
  const packages = {
    'node_modules/zod': { version: '4.0.0', integrity: 'sha512-zod' },
    'node_modules/geotiff/node_modules/@types/node': { version: '20.0.0', dev: true },
    'node_modules/got': { name: 'is-plain-obj', version: '1.1.0' },
  };
  const devDependencies = { vite: '8', vitest: '4' };
  const calls = () => readFileSync(join(folder, 'calls.txt'), 'utf8').trimEnd().split('\n');

  beforeEach(() => {
    write('package.json', JSON.stringify({ type: 'module', devDependencies }));
    write('package-lock.json', JSON.stringify({ packages: { '': { devDependencies }, ...packages } }));
    write('.npmrc', '');
    write('vite.config.ts', '');
    write('bin/package.json', '{"type": "commonjs"}');
    write('bin/npm', npm);
    chmodSync(join(folder, 'bin/npm'), 0o755);
    write('main.js', `console.log('got', ...process.argv.slice(2));`);
  });

  test('says how long each phase took, and how long all of them', async () => {
    const { code, output } = await finish('platbook.mjs', []);
    expect(code).toBe(0);
    const lines = output
      .replaceAll(/\d+\.\d/g, 'N')
      .trimEnd()
      .split('\n');
    expect(lines.slice(0, 4)).toEqual([
      'Installing packages: they are missing, or package-lock.json has changed.',
      'Installed packages in N s.',
      'Building: there is no build yet, or the sources have changed.',
      'Built the server in N s.',
    ]);
    // These two run side by side.
    expect(lines.slice(4, 7).sort()).toEqual([
      'Built the pages in N s.',
      'Prepared the county and its maps in N s.',
      'got prepare',
    ]);
    expect(lines.slice(7)).toEqual(['All of it in N s.', 'got']);
    expect((await finish('platbook.mjs', [])).output).toBe('got\n');
  });

  test('npm is told where each package is, by a copy of the lock file, and what only tests need is left out', async () => {
    const before = readFileSync(join(folder, 'package-lock.json'), 'utf8');
    await finish('platbook.mjs', ['start']);
    expect(calls()).toHaveLength(1);
    const given = JSON.parse(calls()[0]!);
    expect(given.devDependencies).toEqual({ vite: '8' });
    expect(given.packages).toEqual({
      '': { devDependencies: { vite: '8' } },
      'node_modules/zod': {
        ...packages['node_modules/zod'],
        resolved: 'https://packages.example.org/npm/zod/-/zod-4.0.0.tgz',
      },
      'node_modules/geotiff/node_modules/@types/node': {
        ...packages['node_modules/geotiff/node_modules/@types/node'],
        resolved: 'https://packages.example.org/npm/@types/node/-/node-20.0.0.tgz',
      },
      'node_modules/got': {
        ...packages['node_modules/got'],
        resolved: 'https://packages.example.org/npm/is-plain-obj/-/is-plain-obj-1.1.0.tgz',
      },
    });
    expect(readFileSync(join(folder, 'package-lock.json'), 'utf8')).toBe(before);
    // Enough for a start, and not for the tests.
    expect(packagesAreFresh(folder, { withTests: false })).toBe(true);
    expect(packagesAreFresh(folder)).toBe(false);
    write('package-lock.json', before.replace('4.0.0', '4.0.1'));
    expect(packagesAreFresh(folder, { withTests: false })).toBe(false);
  });

  test('where a registry has other addresses, npm finds them itself', async () => {
    write(
      'bin/npm',
      npm.replace(
        'appendFileSync(',
        `if (process.cwd() !== dirname(__dirname)) process.exit(1);\nappendFileSync(`,
      ),
    );
    const { code } = await finish('platbook.mjs', []);
    expect(code).toBe(0);
    expect(JSON.parse(calls()[0]!).packages['node_modules/zod']).toEqual(packages['node_modules/zod']);
  });

  test('nothing that is built, and nothing that builds it, loads a package that only tests get', () => {
    const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(testPackages.filter((name) => !(name in devDependencies) || name in dependencies)).toEqual([]);
    const folders = hashedFolders.flatMap((name) =>
      readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).map((file) => join(name, file)),
    );
    const sources = [...folders, ...hashedFiles].filter(
      (file) => /\.(tsx?|mjs|css)$/.test(file) && !/\.(test|d)\.tsx?$/.test(file),
    );
    expect(sources.length).toBeGreaterThan(500);
    const loads = sources.filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      // Types are gone from what is built.
      const imports = text.matchAll(/(?:^import (?!type\b)|^} |^@)[^'"\n]*['"]([^.'"][^'"]*)['"]/gm);
      return [...imports].some(([, name]) =>
        testPackages.some((one) => name === one || name!.startsWith(`${one}/`)),
      );
    });
    expect(loads).toEqual([]);
  });
});
