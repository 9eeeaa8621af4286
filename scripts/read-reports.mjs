// @ts-check
// Converts the reports of Vitest and Playwright into one form: how many passed, which failed or were skipped and why,
// and how long each file took.

import { relative } from 'node:path';

/** @typedef {{ name: string, reason: string }} Named */
/** @typedef {{ name: string, seconds: number, secondsMax?: number | undefined }} TestFile The most that it may take. */
/** @typedef {{ passed: number, failed: Named[], skipped: Named[], files: TestFile[] }} Tally */

/** @returns {Tally} */
export const emptyTally = () => ({ passed: 0, failed: [], skipped: [], files: [] });

/**
 * Vitest's JSON reporter.
 * @typedef {{
 *   fullName: string,
 *   status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo' | 'disabled',
 *   failureMessages?: string[] | null,
 * }} VitestTest
 * @typedef {{
 *   name: string,
 *   status: 'passed' | 'failed',
 *   message: string,
 *   startTime: number,
 *   endTime: number,
 *   assertionResults: VitestTest[],
 * }} VitestFile
 */

/**
 * @param {{ testResults: VitestFile[] }} report
 * @returns {Tally}
 */
export function readVitestReport({ testResults }) {
  const tally = emptyTally();
  for (const {
    name: path,
    status: fileStatus,
    message,
    startTime,
    endTime,
    assertionResults,
  } of testResults) {
    const file = relative(process.cwd(), path);
    tally.files.push({ name: file, seconds: (endTime - startTime) / 1000 });
    for (const { fullName, status, failureMessages } of assertionResults) {
      const name = `${file} › ${fullName}`;
      if (status === 'passed') tally.passed += 1;
      else if (status === 'failed') tally.failed.push({ name, reason: firstLine(failureMessages?.[0]) });
      else if (status === 'todo') tally.skipped.push({ name, reason: 'not written yet' });
      else tally.skipped.push({ name, reason: 'skipped by its file, or never reached' });
    }
    // A file that does not load, or whose set-up throws, has failed without any failed test.
    if (fileStatus === 'failed' && !assertionResults.some(({ status }) => status === 'failed')) {
      tally.failed.push({ name: file, reason: firstLine(message || 'its set-up or its tear-down threw') });
    }
  }
  return tally;
}

/**
 * Playwright's JSON reporter. A suite holds suites and specs; a spec holds one test for each browser project.
 * @typedef {{ type: string, description?: string }} Annotation
 * @typedef {{ message?: string, location?: { line: number } }} PlaywrightError
 * @typedef {{
 *   status: 'expected' | 'unexpected' | 'flaky' | 'skipped',
 *   annotations: Annotation[],
 *   results: { errors?: PlaywrightError[], duration?: number }[],
 * }} PlaywrightTest
 * @typedef {{ title: string, tests: PlaywrightTest[] }} Spec
 * @typedef {{ title: string, specs?: Spec[], suites?: Suite[] }} Suite
 */

/**
 * @param {{ suites: Suite[], errors: { message?: string }[] }} report
 * @returns {Tally}
 */
export function readPlaywrightReport({ suites, errors }) {
  const tally = emptyTally();
  for (const suite of suites) {
    const durations = testsIn(suite, '').flatMap(({ test }) =>
      test.results.map(({ duration = 0 }) => duration),
    );
    const ms = durations.reduce((sum, duration) => sum + duration, 0);
    tally.files.push({ name: `test/e2e/${suite.title}`, seconds: ms / 1000 });
  }
  for (const { name, test } of suites.flatMap((suite) => testsIn(suite, ''))) {
    if (test.status === 'expected') tally.passed += 1;
    else if (test.status === 'skipped') tally.skipped.push({ name, reason: skipReason(test) });
    // A flaky test counts as failed.
    else
      tally.failed.push({ name, reason: errorsInWords(test.results.flatMap(({ errors = [] }) => errors)) });
  }
  // Errors outside of any test: a file that does not load, servers that do not start.
  for (const { message } of errors) tally.failed.push({ name: 'Browser tests', reason: firstLine(message) });
  return tally;
}

/**
 * @param {Suite} suite
 * @param {string} path
 * @returns {{ name: string, test: PlaywrightTest }[]}
 */
function testsIn({ title, specs = [], suites = [] }, path) {
  const name = path ? `${path} › ${title}` : title;
  return [
    ...specs.flatMap((spec) => spec.tests.map((test) => ({ name: `${name} › ${spec.title}`, test }))),
    ...suites.flatMap((suite) => testsIn(suite, name)),
  ];
}

/**
 * After a time-out, the second one says in which line the test was waiting.
 * @param {PlaywrightError[]} errors
 */
function errorsInWords(errors) {
  const lines = errors.map(({ message, location }) =>
    location ? `${firstLine(message)} (line ${location.line})` : firstLine(message),
  );
  return lines.join(' ') || 'no message';
}

/** @param {PlaywrightTest} test */
function skipReason({ annotations }) {
  const note = annotations.find(({ type }) => type === 'skip' || type === 'fixme');
  if (!note) return 'not run';
  return note.description ?? 'skipped by its file';
}

/** @param {string | undefined} text */
function firstLine(text) {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it removes terminal colors
  const plain = (text ?? '').replace(/\u001b\[[0-9;]*m/g, '').trim();
  const [line = ''] = plain.split('\n');
  // Vitest reports a timeout with a placeholder in place of its message.
  if (line === 'Error: STACK_TRACE_ERROR') return 'timed out';
  return line || 'no message';
}
