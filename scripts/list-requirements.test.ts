import { expect, test } from 'vitest';
import { fillInTests, findNumberedTests } from './list-requirements.mjs';

/** Sources with # for [, or this file's own strings would count as numbered titles. */
const numbersIn = (source: string) =>
  findNumberedTests(source.replaceAll('#', '['), 'a.test.ts').map(({ numbers }) => numbers);

test('numbered titles are found in plain tests, tables and groups, with all of their numbers', () => {
  const source =
    "describe('#V1] a', () => {\n  test.each([\n  1,\n])('#P1] #V10] it\\'s %d', () => {});\n  test(\n    `#P2] b`,\n  );\n});";
  expect(numbersIn(source)).toEqual([['V1'], ['P1', 'V10'], ['P2']]);
  expect(numbersIn("expect(list#P1]).toBe('see #P1]');")).toEqual([]);
});

test('the page keeps its texts, and old proofs give way to new ones', () => {
  const page =
    '# Page\n\n| number | requirement | tests |\n|---|---|---|\n| P1 | One `|`. |  |\n| P2 | Two. |  |\n';
  const at = (file: string, ...numbers: string[]) => ({ file, numbers });
  const filled = fillInTests(fillInTests(page, [at('web/a.test.ts', 'P1')]), [
    at('web/a.test.ts', 'P1'),
    at('store/a.test.ts', 'P1', 'P2'),
    at('store/b.test.ts', 'P1'),
  ]);
  expect(filled).toBe(
    page
      .replace('One `|`. |  |', 'One `|`. | 3 in `store/` |')
      .replace('Two. |  |', 'Two. | 1 in `store/` |'),
  );
});
