// @ts-check
// npm test: installs what is missing, then proves everything. Needs nothing but Node and npm to begin with.
import { join } from 'node:path';
import { installSystemParts } from './install-system-parts.mjs';
import { installPackages, packagesAreFresh } from './packages.mjs';
import { conclude, runSteps } from './run-steps.mjs';
import { fullSteps } from './steps.mjs';

const root = join(import.meta.dirname, '..');

console.log('── What is needed');
const missingParts = installSystemParts();
const packagesInstalled = packagesAreFresh(root) || installPackages(root) === 0;

/** @type {import('./read-reports.mjs').Tally} */
const before = { passed: 0, failed: [...missingParts], skipped: [] };
if (packagesInstalled) {
  conclude(await runSteps(fullSteps, before));
} else {
  before.failed.push({ name: 'npm packages', reason: 'npm ci failed; it says why above' });
  conclude(before);
}
