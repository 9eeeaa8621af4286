// @ts-check
// `npm run check`: format, lint, types, import rules and unit tests.
import { ensurePackages } from './prepare.mjs';
import { conclude, runStages } from './run-steps.mjs';
import { quickStages } from './steps.mjs';

// A start has installed no more than it needs.
ensurePackages();
conclude(await runStages(quickStages));
