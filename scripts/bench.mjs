// `npm run bench`: all benchmarks. `npm run bench -- NAME`: one of them. `npm run bench -- --help` tells the rest.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { forwardSignals } from './forward-signals.mjs';
import { ensureBuild, ensurePackages, root } from './prepare.mjs';

ensurePackages();
await ensureBuild();
const bench = spawn(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
});
forwardSignals([bench]);
bench.once('exit', (code, signal) => {
  process.exit(code ?? 128 + constants.signals[signal]);
});
