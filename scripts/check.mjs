// @ts-check
// npm run check: format, lint, types, import rules and unit tests.
import { conclude, runSteps } from './run-steps.mjs';
import { quickSteps } from './steps.mjs';

conclude(await runSteps(quickSteps));
