// @ts-check
// Runs steps one after another, whatever fails, and ends with one line that sums them up.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlaywrightReport, readVitestReport } from './read-reports.mjs';

/** @typedef {import('./read-reports.mjs').Tally} Tally */
/** @typedef {{ title: string, script: string, args: string[], reporter?: 'vitest' | 'playwright' }} Step */

const root = join(import.meta.dirname, '..');

/** Nothing here takes half as long, even on a busy machine; what does has hung. */
const STEP_TIMEOUT_MS = 30 * 60_000;

const readers = { vitest: readVitestReport, playwright: readPlaywrightReport };

/**
 * @param {Step[]} steps
 * @param {Tally} before What was settled before the first step.
 * @returns {Promise<Tally>}
 */
export async function runSteps(steps, before = { passed: 0, failed: [], skipped: [] }) {
  const reports = mkdtempSync(join(tmpdir(), 'platbook-reports-'));
  /** @type {Tally} */
  const total = { passed: before.passed, failed: [...before.failed], skipped: [...before.skipped] };
  try {
    for (const step of steps) {
      const tally = await runStep(step, join(reports, 'report.json'));
      total.passed += tally.passed;
      total.failed.push(...tally.failed);
      total.skipped.push(...tally.skipped);
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  return total;
}

/**
 * Prints what failed and what was skipped, then the line that everything ends with.
 * @param {Tally} total
 */
export function conclude({ passed, failed, skipped }) {
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
  console.log(`\n── ${step.title}`);
  rmSync(reportFile, { force: true });
  const startedMs = performance.now();
  const { ending, output } = await run(step, reportFile);
  const tally = tallyOf({ step, reportFile, ending });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  if (tally.failed.length > 0) console.log(output.trimEnd());
  const skipped = tally.skipped.length > 0 ? `, ${tally.skipped.length} skipped` : '';
  console.log(`   ${tally.passed} passed, ${tally.failed.length} failed${skipped} (${seconds} s)`);
  return tally;
}

/**
 * @param {Step} step
 * @param {string} reportFile
 * @returns {Promise<{ ending: string | undefined, output: string }>} The ending is undefined where all went well.
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
    return ending === undefined
      ? { passed: 1, failed: [], skipped: [] }
      : { passed: 0, failed: [failure], skipped: [] };
  }
  /** @type {Tally} */
  let tally;
  try {
    tally = readers[step.reporter](JSON.parse(readFileSync(reportFile, 'utf8')));
  } catch (error) {
    const reason = `${failure.reason}, without a readable report: ${/** @type {Error} */ (error).message}`;
    return { passed: 0, failed: [{ name: step.title, reason }], skipped: [] };
  }
  // Errors outside any test end a runner badly without being in its report, and a suite without tests proves nothing.
  const provedNothing = tally.passed + tally.failed.length + tally.skipped.length === 0;
  if ((ending !== undefined && tally.failed.length === 0) || provedNothing) tally.failed.push(failure);
  return tally;
}
