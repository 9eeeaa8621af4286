// @ts-check
// The demo county for the browser tests, made once for each build: it takes longer than any of the tests.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/test-county');

/**
 * Tests copy the folder, because a data folder serves one process at a time.
 * @returns {string} A data folder with the demo county of the present build.
 */
export function makeTestCounty() {
  const build = readFileSync(join(root, 'dist/built-from'), 'utf8').slice(0, 16);
  const folder = join(cache, build);
  if (existsSync(folder)) return folder;
  rmSync(cache, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  // Renamed when it is complete, so that an interrupted run leaves no half of it.
  const unfinished = `${folder}.new`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/server/cli/main.js', 'demo'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: unfinished, DATABASE_URL: '' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The demo county could not be made:\n${stdout}${stderr}`);
  renameSync(unfinished, folder);
  return folder;
}

if (process.argv[1] === import.meta.filename) makeTestCounty();
