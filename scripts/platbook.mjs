// `npm start` and `npm run platbook -- COMMAND`: installs and builds if needed, then runs the platbook command line.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { forwardSignals } from './forward-signals.mjs';
import { ensureBuild, ensurePackages, root, sayTime } from './prepare.mjs';

const words = process.argv.slice(2);

/** Runs a command of the build. Answers its exit code. */
function platbook(...args) {
  const main = join(root, 'dist', 'server', 'cli', 'main.js');
  const child = spawn(process.execPath, ['--enable-source-maps', main, ...args], { stdio: 'inherit' });
  const stopForwarding = forwardSignals([child]);
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      stopForwarding();
      // A process ended by a signal has no exit code; shells report 128 plus the signal's number.
      resolve(code ?? 128 + constants.signals[signal]);
    });
  });
}

let prepareCode = 0;
/** The county of a first start is made while the pages are built. */
async function prepareStart() {
  const begunMs = performance.now();
  prepareCode = await platbook('prepare');
  if (prepareCode === 0) sayTime('Prepared the county and its maps', begunMs);
}

const begunMs = performance.now();
const wasInstalled = ensurePackages({ withTests: false });
const isStart = words.every((word) => word === 'start');
const wasBuilt = await ensureBuild(isStart ? prepareStart : undefined);
if (prepareCode === 0 && (wasInstalled || wasBuilt)) sayTime('All of it', begunMs);
process.exit(prepareCode || (await platbook(...words)));
