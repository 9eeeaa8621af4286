// @ts-check
// `npm run test:faults`: the fault tests in their long form, and a table of their figures. `npm run test:long` has the short form.
import './node-version.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIsFresh } from './build-stamp.mjs';

const root = join(import.meta.dirname, '..');

/** @type {(args: string[], env?: Record<string, string>) => number} */
function run(args, env) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return status ?? 1;
}

// Commands are killed as they are shipped; from the sources each start would take seconds.
if (!buildIsFresh(root) && run(['scripts/build.mjs']) !== 0) process.exit(1);

const folder = mkdtempSync(join(tmpdir(), 'platbook-figures-'));
const file = join(folder, 'figures');
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'long', '--no-file-parallelism'];
const filters = process.argv.slice(2);
const status = run([...vitest, ...(filters.length > 0 ? filters : ['test/faults'])], {
  FAULTS: 'long',
  FAULTS_FIGURES: file,
});

/** @type {{ what: string, times: string, result: string }[]} */
const figures = existsSync(file)
  ? readFileSync(file, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
rmSync(folder, { recursive: true });
const width = (/** @type {'what' | 'times'} */ key) =>
  Math.max(0, ...figures.map((figure) => figure[key].length));
const [what, times] = [width('what'), width('times')];
console.log(`\n${'what'.padEnd(what)}  ${'how often'.padEnd(times)}  result`);
for (const figure of figures) {
  console.log(`${figure.what.padEnd(what)}  ${figure.times.padEnd(times)}  ${figure.result}`);
}
const fuzzed = figures.filter((figure) => figure.what.startsWith('fuzz: '));
const cases = fuzzed.reduce((sum, figure) => sum + Number.parseInt(figure.times, 10), 0);
console.log(`\n${cases.toLocaleString('en-US')} fuzzed cases in all.`);
console.log(status === 0 ? 'All held.' : 'SOMETHING DID NOT HOLD: see above.');
process.exit(status);
