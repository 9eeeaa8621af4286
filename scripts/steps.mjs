// @ts-check
// The steps that `npm run check` and `npm test` consist of.

/** @typedef {import('./run-steps.mjs').Step} Step */

const vitest = 'node_modules/vitest/vitest.mjs';

/** @type {Step[]} What is fast enough to run before every commit. */
export const quickSteps = [
  {
    title: 'Format and lint',
    script: 'node_modules/@biomejs/biome/bin/biome',
    args: ['ci', '--colors=off', '.'],
  },
  ...['server', 'web', 'web-tests', 'e2e'].map((project) => ({
    title: `Types: ${project}`,
    script: 'node_modules/typescript/bin/tsc',
    args: ['-p', `tsconfig.${project}.json`],
  })),
  {
    title: 'Unit tests and import rules',
    script: vitest,
    args: ['run', '--project', 'unit'],
    reporter: 'vitest',
  },
];

/** @type {Step[]} */
export const fullSteps = [
  ...quickSteps,
  {
    title: 'The whole county and the command line',
    script: vitest,
    args: ['run', '--project', 'whole'],
    reporter: 'vitest',
  },
  {
    title: 'Stores, on SQLite and on PostgreSQL',
    script: vitest,
    args: ['run', '--project', 'store'],
    reporter: 'vitest',
  },
  {
    title: 'Components, in the browser',
    script: vitest,
    args: ['run', '--project', 'component'],
    reporter: 'vitest',
  },
  { title: 'Build', script: 'scripts/build.mjs', args: [] },
  {
    title: 'Browser tests',
    script: 'node_modules/@playwright/test/cli.js',
    args: ['test'],
    reporter: 'playwright',
  },
];
