// @ts-check
// The demo county for tests and benchmarks, made once by `platbook demo` and kept until a source that makes it changes.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine, hashSources } from './build-stamp.mjs';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/test-county');
const lock = join(cache, 'lock');
const LOCK_POLL_MS = 200;
const makers = {
  folders: ['basemap', 'cli', 'contract', 'demo', 'gazetteer', 'geo', 'import', 'layers', 'runtime', 'store'],
  files: ['package-lock.json'],
};

/**
 * Parcels may be read in this folder. Tests that start a server copy it: a data folder serves one process at a time.
 * @returns {string} A data folder with the demo county of the present sources.
 */
export function makeTestCounty() {
  const folder = join(cache, hashSources(root, makers).slice(0, 16));
  mkdirSync(cache, { recursive: true });
  while (!existsSync(folder)) {
    if (!tryToLock()) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOCK_POLL_MS);
      continue;
    }
    try {
      if (!existsSync(folder)) make(folder);
    } finally {
      rmSync(lock, { force: true });
    }
  }
  return folder;
}

/** @param {string} folder */
function make(folder) {
  for (const name of readdirSync(cache)) {
    if (join(cache, name) !== lock) rmSync(join(cache, name), { recursive: true, force: true });
  }
  // Renamed when it is complete, so that an interrupted run leaves no half of it.
  const unfinished = `${folder}.new`;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--max-semi-space-size=64', commandLine(root), 'demo'],
    {
      cwd: root,
      env: { ...process.env, DATA_DIR: unfinished, DATABASE_URL: '' },
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`The demo county could not be made:\n${stdout}${stderr}`);
  renameSync(unfinished, folder);
}

/** Threads and processes wait for the one that makes it. The lock of a process that has ended does not count. */
function tryToLock() {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isHeld()) rmSync(lock, { force: true });
    return false;
  }
}

function isHeld() {
  try {
    // Empty for the moment between making and writing it.
    const holder = readFileSync(lock, 'utf8');
    return holder === '' || process.kill(Number(holder), 0);
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

if (process.argv[1] === import.meta.filename) makeTestCounty();
