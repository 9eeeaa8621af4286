// `npm run bench`: all benchmarks, one after the other. `npm run bench -- NAME [arguments]`: one of them.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuild, ensurePackages, root } from './prepare.mjs';

const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -'.ts'.length))
  .sort();

const [wanted, ...args] = process.argv.slice(2);
if (wanted !== undefined && !names.includes(wanted)) {
  console.error(`There is no benchmark ${wanted}. There are: ${names.join(', ')}.`);
  process.exit(1);
}

ensurePackages();
ensureBuild();
for (const name of wanted === undefined ? names : [wanted]) {
  console.log(`\n── ${name}`);
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', `bench/${name}.ts`, ...args], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = status ?? 1;
}
