// @ts-check
// `npm test`: installs what is missing, then runs all tests. Needs only Node.js and npm to begin with.
import './node-version.mjs';
import { join } from 'node:path';
import { installSystemParts } from './install-system-parts.mjs';
import { installPackages, packagesAreFresh } from './packages.mjs';
import { conclude, runStages } from './run-steps.mjs';
import { fullStages } from './steps.mjs';

const root = join(import.meta.dirname, '..');

console.log('── Programs and packages');
const missingParts = installSystemParts();
const packagesInstalled = packagesAreFresh(root) || installPackages(root) === 0;

/** @type {import('./read-reports.mjs').Tally} */
const before = { passed: 0, failed: [...missingParts], skipped: [] };
if (packagesInstalled) {
  conclude(await runStages(fullStages, before));
} else {
  before.failed.push({ name: 'npm packages', reason: 'npm ci failed; it says why above' });
  conclude(before);
}
