// `npm start` and `npm run platbook -- COMMAND`: installs and builds if needed, then runs the platbook command line.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { forwardSignals } from './forward-signals.mjs';
import { ensureBuild, ensurePackages, root } from './prepare.mjs';

ensurePackages();
ensureBuild();

const main = join(root, 'dist', 'server', 'cli', 'main.js');
const platbook = spawn(process.execPath, ['--enable-source-maps', main, ...process.argv.slice(2)], {
  stdio: 'inherit',
});
forwardSignals([platbook]);
platbook.once('exit', (code, signal) => {
  // A process ended by a signal has no exit code; shells report 128 plus the signal's number.
  process.exit(code ?? 128 + constants.signals[signal]);
});
