// @ts-check
// The stages that `npm run check`, `npm test` and `npm run test:long` consist of.

/** @typedef {import('./run-steps.mjs').Step} Step */
/** @typedef {import('./run-steps.mjs').Stage} Stage */

/** @type {(title: string, projects: string[], fileSecondsMax: number) => Step} */
const vitest = (title, projects, fileSecondsMax) => ({
  title,
  script: 'node_modules/vitest/vitest.mjs',
  args: ['run', ...projects.flatMap((project) => ['--project', project])],
  reporter: 'vitest',
  fileSecondsMax,
});

/** @type {(title: string, project: string, fileSecondsMax: number) => Step} */
const playwright = (title, project, fileSecondsMax) => ({
  title,
  script: 'node_modules/@playwright/test/cli.js',
  args: ['test', '--project', project],
  reporter: 'playwright',
  fileSecondsMax,
});

/** @type {Step} */
const lint = {
  title: 'Format and lint',
  script: 'node_modules/@biomejs/biome/bin/biome',
  args: ['ci', '--colors=off', '.'],
};

/** @type {Step[]} */
const types = ['server', 'web', 'web-tests', 'e2e'].map((project) => ({
  title: `Types: ${project}`,
  script: 'node_modules/typescript/bin/tsc',
  // Incremental: only what changed since the last run is checked again.
  args: [
    ...['-p', `tsconfig.${project}.json`],
    ...['--incremental', '--tsBuildInfoFile', `node_modules/.cache/tsc/${project}.tsbuildinfo`],
  ],
}));

/** @type {Step} */
const build = { title: 'Build', script: 'scripts/build.mjs', args: ['--if-stale'] };
/** @type {Step} */
const county = { title: 'The demo county', script: 'scripts/make-test-county.mjs', args: [] };

/** @type {Stage[]} Fast enough to run before every commit. */
export const quickStages = [[vitest('Unit tests, import rules, docs', ['unit'], 60), lint, ...types]];

/** @type {Stage[]} */
export const testStages = [
  // The command line's tests run the build, which makes the county.
  [build, lint],
  [county, ...types],
  [vitest('Unit tests, both databases, the command line', ['unit', 'store', 'built'], 60)],
  // Alone: a browser that has to share its cores is slow to paint, and these tests wait for what is painted.
  [vitest('Components, in the browser', ['component'], 60)],
  [playwright('Whole pages, in the browser', 'short', 240)],
];

/** @type {Stage[]} What takes long: faults, fuzzing, kills, matrices of formats, deployment, Firefox. */
export const longStages = [
  [build],
  [county],
  [vitest('Faults, fuzzing, matrices, deployment', ['long'], 900)],
  // Starts on the county.
  [{ title: 'The release archive', script: 'scripts/check-archive.mjs', args: [] }],
  [playwright('More whole pages', 'long', 900)],
];
