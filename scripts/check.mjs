// @ts-check
// `npm run check`: format, lint, types, import rules and unit tests.
import { conclude, runStages } from './run-steps.mjs';
import { quickStages } from './steps.mjs';

conclude(await runStages(quickStages));
