// Installs the npm packages and builds dist/ where either is missing or out of date.
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIsFresh } from './build-stamp.mjs';
import { installPackages, packagesAreFresh } from './packages.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

function fail(line) {
  console.error(`platbook: ${line}`);
  process.exit(1);
}

export function ensurePackages() {
  if (packagesAreFresh(root)) return;
  console.error('Installing packages: they are missing, or package-lock.json has changed.');
  if (installPackages(root) !== 0) fail('The packages could not be installed; npm says why above.');
}

export function ensureBuild() {
  if (buildIsFresh(root)) return;
  console.error('Building: there is no build yet, or the sources have changed.');
  const { status } = spawnSync(process.execPath, [join(root, 'scripts', 'build.mjs')], { stdio: 'inherit' });
  if (status !== 0) fail('The build failed; the lines above say why.');
}
