// @ts-check
// Fills in the proofs of docs/requirements.md: how many tests carry a requirement's number, and where. Run by `npm run docs`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** @typedef {{ file: string, numbers: string[] }} NumberedTest */

const root = join(import.meta.dirname, '..');
const notSources = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results']);
const pagePath = 'docs/requirements.md';

/** A string that begins with bracketed numbers, such as '[P1] [P2] …', is a title: of a test, a table of tests, a group. */
const numberedTitle = /['"`]((?:\[[A-Z]\d+\] ?)+)/g;
const row = /^\| ([A-Z]\d+) \| (.*) \|[^|]*\|$/gm;

/**
 * @param {string} source
 * @param {string} file
 * @returns {NumberedTest[]}
 */
export function findNumberedTests(source, file) {
  return [...source.matchAll(numberedTitle)].map(([, numbers = '']) => ({
    file,
    numbers: [...numbers.matchAll(/[A-Z]\d+/g)].map(([number]) => number),
  }));
}

/** @returns {NumberedTest[]} All that `npm test` runs. */
export function allNumberedTests() {
  return testFilesIn(root).flatMap((file) => findNumberedTests(readFileSync(join(root, file), 'utf8'), file));
}

/**
 * @param {string} folder
 * @returns {string[]} Paths from the root.
 */
function testFilesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return entry.name.startsWith('.') || notSources.has(entry.name) ? [] : testFilesIn(path);
    }
    const isShort = /\.test\.tsx?$/.test(entry.name) && !entry.name.includes('.long.test.');
    return isShort ? [relative(root, path).replaceAll('\\', '/')] : [];
  });
}

/**
 * @param {string} page
 * @returns {string[]} The numbers that have a row on the page.
 */
export function requirementNumbers(page) {
  return [...page.matchAll(row)].map(([, number = '']) => number);
}

/**
 * The page with its last column filled in; the texts stay as they are.
 * @param {string} page
 * @param {NumberedTest[]} tests
 */
export function fillInTests(page, tests) {
  return page.replace(row, (_, number, text) => {
    const folders = tests.filter(({ numbers }) => numbers.includes(number)).map(({ file }) => dirname(file));
    return `| ${number} | ${text} | ${folders.length} in \`${mostFrequent(folders)}/\` |`;
  });
}

/** @param {string[]} words The first in the alphabet among equals. */
function mostFrequent(words) {
  const count = (/** @type {string} */ word) => words.filter((other) => other === word).length;
  return words.toSorted((one, other) => count(other) - count(one) || (one < other ? -1 : 1))[0] ?? '-';
}

export function readRequirementsPage() {
  return readFileSync(join(root, pagePath), 'utf8');
}

if (process.argv[1] === import.meta.filename) {
  const page = readRequirementsPage();
  const tests = allNumberedTests();
  writeFileSync(join(root, pagePath), fillInTests(page, tests));
  console.log(`${pagePath}: ${requirementNumbers(page).length} requirements, ${tests.length} tests.`);
}
