// @ts-check
// Lists under each requirement of docs/requirements.md the tests whose titles carry its number. Run by `npm run docs`.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** @typedef {{ file: string, title: string, numbers: string[] }} NumberedTest */

const root = join(import.meta.dirname, '..');
const notSources = new Set(['node_modules', 'dist', 'data', 'coverage', 'test-results']);
const pagePath = 'docs/requirements.md';

/** A string that begins with bracketed numbers, such as '[P1] [P2] …', is a title: of a test, a table of tests, a group. */
const numberedTitle = /(['"`])((?:\[[A-Z]\d+\] ?)+)((?:\\[\s\S]|(?!\1)[^\\])*)\1/g;

/**
 * @param {string} source
 * @param {string} file
 * @returns {NumberedTest[]}
 */
export function findNumberedTests(source, file) {
  return [...source.matchAll(numberedTitle)].map(({ index, 2: numbers = '', 3: title = '' }) => ({
    file,
    numbers: [...numbers.matchAll(/[A-Z]\d+/g)].map(([number]) => number),
    title: [...groupsAround(source, index), titleText(title)].join(' › '),
  }));
}

/**
 * The titles of the describe blocks around a title, outermost first, found by the formatter's indentation.
 * @param {string} source
 * @param {number} at
 */
function groupsAround(source, at) {
  const lines = source.slice(0, at).split('\n');
  const ownLine = /** @type {string} */ (lines.pop());
  // A title on a line of its own is an argument, one step deeper than its call.
  let indent = indentOf(ownLine) - (ownLine.trim() === '' ? 2 : 0);
  const groups = [];
  for (const line of lines.reverse()) {
    if (line.trim() === '' || indentOf(line) >= indent) continue;
    indent = indentOf(line);
    const group = /^\s*(?:describe\b|\]).*?\((['"`])((?:\\.|(?!\1)[^\\])*)\1/.exec(line);
    if (group?.[2]) groups.unshift(titleText(group[2].replace(/^(?:\[[A-Z]\d+\] ?)+/, '')));
  }
  return groups;
}

/** @param {string} line */
function indentOf(line) {
  return line.length - line.trimStart().length;
}

/** @param {string} literal What stands between the quotes. */
function titleText(literal) {
  return literal
    .replace(/\\(['"`])/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
}

/** @returns {NumberedTest[]} All of the project's, by file and in their order there. */
export function allNumberedTests() {
  return testFilesIn(root)
    .sort()
    .flatMap((file) => findNumberedTests(readFileSync(join(root, file), 'utf8'), file));
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
    return /\.test\.tsx?$/.test(entry.name) ? [relative(root, path).replaceAll('\\', '/')] : [];
  });
}

/**
 * @param {string} page
 * @returns {string[]} The numbers that have a heading on the page.
 */
export function requirementNumbers(page) {
  return [...page.matchAll(/^### ([A-Z]\d+)$/gm)].map(([, number = '']) => number);
}

/**
 * The page with its lists of tests replaced; the texts stay as they are.
 * @param {string} page
 * @param {NumberedTest[]} tests
 */
export function fillInTests(page, tests) {
  const texts = page.replace(/\n<details>\n[\s\S]*?<\/details>\n/g, '');
  return texts.replace(/^### ([A-Z]\d+)\n([\s\S]*?)(?=\n#|$(?![\s\S]))/gm, (_, number, text) => {
    const found = tests.filter(({ numbers }) => numbers.includes(number));
    return `### ${number}\n${text.trimEnd()}\n\n${listOf(found)}\n`;
  });
}

/** @param {NumberedTest[]} tests */
function listOf(tests) {
  const rows = tests.map(({ file, title }) => `- \`${file}\`: ${escapeMarkdown(title)}`);
  const count = tests.length === 1 ? '1 test' : `${tests.length} tests`;
  return ['<details>', `<summary>${count}</summary>`, '', ...rows, '', '</details>'].join('\n');
}

/** @param {string} text */
function escapeMarkdown(text) {
  return text.replace(/[\\`*_<>[\]|~]/g, '\\$&');
}

export function readRequirementsPage() {
  return readFileSync(join(root, pagePath), 'utf8');
}

if (process.argv[1] === import.meta.filename) {
  const page = readRequirementsPage();
  const tests = allNumberedTests();
  writeFileSync(join(root, pagePath), fillInTests(page, tests));
  const numbers = requirementNumbers(page);
  const proved = new Set(tests.flatMap((test) => test.numbers));
  const unproved = numbers.filter((number) => !proved.has(number));
  console.log(`${pagePath}: ${numbers.length} requirements, ${tests.length} tests.`);
  if (unproved.length > 0) console.log(`Without a test: ${unproved.join(', ')}.`);
}
