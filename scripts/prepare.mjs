// Installs the npm packages and builds dist/ where either is missing or out of date.
import { dirname } from 'node:path';
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

/** `meanwhile` is run as soon as the server's part is there. */
export async function ensureBuild(meanwhile) {
  if (buildIsFresh(root)) return;
  console.error('Building: there is no build yet, or the sources have changed.');
  // Loads packages, so not before they are installed.
  const { build } = await import('./build.mjs');
  await build(meanwhile).catch((error) => fail(`The build failed: ${error.message}.`));
}
