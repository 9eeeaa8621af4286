// @ts-check
// `npm test` and `npm run test:long`: installs what is missing, then runs the tests. Needs only Node.js and npm to begin with.
import './node-version.mjs';
import { join } from 'node:path';
import { installSystemParts, longSystemParts, systemParts } from './install-system-parts.mjs';
import { installPackages, packagesAreFresh } from './packages.mjs';
import { emptyTally } from './read-reports.mjs';
import { conclude, runStages } from './run-steps.mjs';
import { longStages, testStages } from './steps.mjs';

const root = join(import.meta.dirname, '..');

console.log('── Programs and packages');
const isLong = process.argv.includes('--long');
const missingParts = installSystemParts(isLong ? longSystemParts : systemParts);
const packagesInstalled = packagesAreFresh(root) || installPackages(root) === 0;

const before = { ...emptyTally(), failed: missingParts };
if (packagesInstalled) {
  conclude(await runStages(isLong ? longStages : testStages, before));
} else {
  before.failed.push({ name: 'npm packages', reason: 'npm ci failed; it says why above' });
  conclude(before);
}
