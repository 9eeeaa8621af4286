// @ts-check
// Runs the stages of the tests, all of them even if some fail, names the slowest files, and sums up in the last line.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyTally, readPlaywrightReport, readVitestReport } from './read-reports.mjs';

/** @typedef {import('./read-reports.mjs').Tally} Tally */
/**
 * @typedef {{
 *   title: string,
 *   script: string,
 *   args: string[],
 *   reporter?: 'vitest' | 'playwright',
 *   fileSecondsMax?: number,
 * }} Step A test file that takes longer than its budget has failed. It is several times what a quiet machine takes. On a busy one
 *   everything takes longer: then a tenth of the run is the budget.
 */
/** @typedef {Step[]} Stage Steps that may run side by side. The next stage starts when all of them have ended. */

const root = join(import.meta.dirname, '..');

/** A step that takes longer hangs: no step takes half as long, even on a busy machine. */
const STEP_TIMEOUT_MS = 30 * 60_000;

const SLOWEST_SHOWN = 10;
const FILE_SHARE_MAX = 0.1;

/** Two fill each other's pauses on two cores. More would only fight for them, and for memory. */
const STEPS_AT_ONCE = 2;

const readers = { vitest: readVitestReport, playwright: readPlaywrightReport };

/**
 * @param {Stage[]} stages
 * @param {Tally} before What was settled before the first step.
 * @returns {Promise<Tally>}
 */
export async function runStages(stages, before = emptyTally()) {
  const startedMs = performance.now();
  const reports = mkdtempSync(join(tmpdir(), 'platbook-reports-'));
  const tallies = [before];
  try {
    for (const [index, stage] of stages.entries()) {
      tallies.push(...(await runStage(stage, join(reports, String(index)))));
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  const files = tallies.flatMap((tally) => tally.files);
  const runSeconds = (performance.now() - startedMs) / 1000;
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: [...tallies.flatMap(({ failed }) => failed), ...overBudget(files, runSeconds)],
    skipped: tallies.flatMap(({ skipped }) => skipped),
    files,
  };
}

/**
 * @param {Tally['files']} files
 * @param {number} runSeconds
 * @returns {Tally['failed']}
 */
function overBudget(files, runSeconds) {
  return files.flatMap(({ name, seconds, secondsMax = Number.POSITIVE_INFINITY }) => {
    if (seconds <= Math.max(secondsMax, runSeconds * FILE_SHARE_MAX)) return [];
    return [{ name, reason: `took ${seconds.toFixed(0)} s; the budget of a file is ${secondsMax} s` }];
  });
}

/**
 * Starts the steps in their order, each as soon as another has ended.
 * @param {Stage} stage
 * @param {string} reportName
 * @returns {Promise<Tally[]>} In the order of the steps.
 */
async function runStage(stage, reportName) {
  /** @type {Tally[]} */
  const tallies = [];
  const waiting = [...stage.entries()];
  const runUntilDone = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [index, step] = next;
      tallies[index] = await runStep(step, `${reportName}-${index}.json`);
    }
  };
  await Promise.all(Array.from({ length: STEPS_AT_ONCE }, runUntilDone));
  return tallies;
}

/**
 * Prints the slowest files, what failed and what was skipped, then the totals as the last line.
 * @param {Tally} total
 */
export function conclude({ passed, failed, skipped, files }) {
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, SLOWEST_SHOWN);
  console.log(`\nThe slowest files, of ${files.length}:`);
  for (const { name, seconds } of slowest) console.log(`${seconds.toFixed(1).padStart(8)} s  ${name}`);
  for (const { name, reason } of skipped) console.log(`\nSKIPPED  ${name}\n         ${reason}`);
  for (const { name, reason } of failed) console.log(`\nFAILED   ${name}\n         ${reason}`);
  console.log(`\n${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
  process.exitCode = failed.length > 0 ? 1 : 0;
}

/**
 * @param {Step} step
 * @param {string} reportFile
 * @returns {Promise<Tally>}
 */
async function runStep(step, reportFile) {
  const budget = step.fileSecondsMax ? ` (${step.fileSecondsMax} s a file)` : '';
  console.log(`── ${step.title}${budget}`);
  const startedMs = performance.now();
  const { ending, output } = await run(step, reportFile);
  const tally = tallyOf({ step, reportFile, ending });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  const skipped = tally.skipped.length > 0 ? `, ${tally.skipped.length} skipped` : '';
  const counts = `${tally.passed} passed, ${tally.failed.length} failed${skipped}`;
  // All at once, at the end: the output of steps that run side by side must not mix.
  if (tally.failed.length > 0) console.log(`\n${output.trimEnd()}\n`);
  console.log(`   ${step.title}: ${counts} (${seconds} s)`);
  return tally;
}

/**
 * @param {Step} step
 * @param {string} reportFile
 * @returns {Promise<{ ending: string | undefined, output: string }>} The ending is undefined if all went well.
 */
function run({ script, args, reporter }, reportFile) {
  const reportArgs = {
    vitest: ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`],
    playwright: ['--reporter=list,json'],
  };
  const child = spawn(
    process.execPath,
    [join(root, script), ...args, ...(reporter ? reportArgs[reporter] : [])],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
      timeout: STEP_TIMEOUT_MS,
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ ending: error.message, output }));
    child.once('close', (code, signal) => {
      if (signal !== null) resolve({ ending: `ended by ${signal}`, output });
      else resolve({ ending: code === 0 ? undefined : `ended with exit code ${code}`, output });
    });
  });
}

/**
 * @param {{ step: Step, reportFile: string, ending: string | undefined }} run
 * @returns {Tally}
 */
function tallyOf({ step, reportFile, ending }) {
  const failure = { name: step.title, reason: ending ?? 'reported no test' };
  if (!step.reporter) {
    return ending === undefined ? { ...emptyTally(), passed: 1 } : { ...emptyTally(), failed: [failure] };
  }
  /** @type {Tally} */
  let tally;
  try {
    tally = readers[step.reporter](JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch (error) {
    const reason = `${failure.reason}, without a readable report: ${/** @type {Error} */ (error).message}`;
    return { ...emptyTally(), failed: [{ name: step.title, reason }] };
  }
  tally.files = tally.files.map((file) => ({ ...file, secondsMax: step.fileSecondsMax }));
  // An error outside of any test makes the runner fail without a line in its report. A run without tests proves nothing.
  const provedNothing = tally.passed + tally.failed.length + tally.skipped.length === 0;
  if ((ending !== undefined && tally.failed.length === 0) || provedNothing) tally.failed.push(failure);
  return tally;
}
