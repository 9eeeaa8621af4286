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

/**
 * Says how long a phase of a first start took, once it has ended.
 * @param {string} what
 * @param {number} sinceMs By performance.now().
 */
export function sayTime(what, sinceMs) {
  const seconds = (performance.now() - sinceMs) / 1000;
  // What else runs may be showing a bar on the terminal's last line.
  const clear = process.stderr.isTTY ? '\r\u001b[2K' : '';
  console.error(`${clear}${what} in ${seconds.toFixed(seconds < 10 ? 1 : 0)} s.`);
}

/** `withTests: false` leaves out what a start does without. Answers whether anything was missing. */
export function ensurePackages(options) {
  if (packagesAreFresh(root, options)) return false;
  console.error('Installing packages: they are missing, or package-lock.json has changed.');
  const begunMs = performance.now();
  if (installPackages(root, options) !== 0) fail('The packages could not be installed; npm says why above.');
  sayTime('Installed packages', begunMs);
  return true;
}

/** `meanwhile` is run as soon as the server's part is there. Answers whether there was anything to build. */
export async function ensureBuild(meanwhile) {
  if (buildIsFresh(root)) return false;
  console.error('Building: there is no build yet, or the sources have changed.');
  // Loads packages, so not before they are installed.
  const { build } = await import('./build.mjs');
  const begunMs = performance.now();
  const onServer = async () => {
    sayTime('Built the server', begunMs);
    await meanwhile?.();
  };
  const onPages = () => sayTime('Built the pages', begunMs);
  await build({ onServer, onPages }).catch((error) => fail(`The build failed: ${error.message}.`));
  return true;
}
