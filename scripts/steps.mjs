// @ts-check
// The stages that `npm run check` and `npm test` consist of.

/** @typedef {import('./run-steps.mjs').Step} Step */
/** @typedef {import('./run-steps.mjs').Stage} Stage */

const vitest = 'node_modules/vitest/vitest.mjs';

/** @type {(title: string, project: string) => Step} */
const vitestStep = (title, project) => ({
  title,
  script: vitest,
  args: ['run', '--project', project],
  reporter: 'vitest',
});

/** @type {Stage} Fast enough to run before every commit. The longest first, the others beside it. */
const quickStage = [
  vitestStep('Unit tests, import rules, docs', 'unit'),
  {
    title: 'Format and lint',
    script: 'node_modules/@biomejs/biome/bin/biome',
    args: ['ci', '--colors=off', '.'],
  },
  ...['server', 'web', 'web-tests', 'e2e'].map((project) => ({
    title: `Types: ${project}`,
    script: 'node_modules/typescript/bin/tsc',
    // Incremental: only what changed since the last run is checked again.
    args: [
      ...['-p', `tsconfig.${project}.json`],
      ...['--incremental', '--tsBuildInfoFile', `node_modules/.cache/tsc/${project}.tsbuildinfo`],
    ],
  })),
];

/** @type {Stage[]} */
export const quickStages = [quickStage];

/** @type {Stage[]} */
export const fullStages = [
  // Not beside the command line's tests, which serve dist/ if it is there.
  [...quickStage, { title: 'Build', script: 'scripts/build.mjs', args: [] }],
  [
    vitestStep('The whole county and the command line', 'whole'),
    vitestStep('Stores, on SQLite and on PostgreSQL', 'store'),
    { title: 'The demo county for whole pages', script: 'scripts/make-test-county.mjs', args: [] },
  ],
  // Starts on the county that the stage before has made.
  [{ title: 'The release archive', script: 'scripts/check-archive.mjs', args: [] }],
  // Alone: a browser that has to share its cores is slow to paint, and these tests wait for what is painted.
  [vitestStep('Components, in the browser', 'component')],
  [
    {
      title: 'Whole pages, in the browser',
      script: 'node_modules/@playwright/test/cli.js',
      args: ['test'],
      reporter: 'playwright',
    },
  ],
];
