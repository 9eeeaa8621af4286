import { describe, expect, test } from 'vitest';
import { fillInTests, findNumberedTests } from './list-requirements.mjs';

/** Sources with # for [, or this file's own strings would count as numbered titles. */
const titlesIn = (source: string) => findNumberedTests(source.replaceAll('#', '['), 'a.test.ts');

describe('titles with requirement numbers', () => {
  test('are found in plain tests, with all of their numbers', () => {
    expect(titlesIn("test('#P1] #V10] it\\'s there', () => {});")).toEqual([
      { file: 'a.test.ts', numbers: ['P1', 'V10'], title: "it's there" },
    ]);
  });

  test('are found after tables and on lines of their own', () => {
    const source =
      "test.each([\n  1,\n])('#P1] %d', () => {});\n\ntest.each([2])(\n  `#P2] %d`,\n  () => {},\n);\n";
    expect(titlesIn(source).map(({ title, numbers }) => [title, numbers])).toEqual([
      ['%d', ['P1']],
      ['%d', ['P2']],
    ]);
  });

  test('are named with the groups they stand in, and no group that has ended', () => {
    const source = [
      "describe('an ended group', () => {",
      "  test('x', () => {});",
      '});',
      '',
      "describe('#P1] a group', () => {",
      "  describe.each(kinds)('on %s', () => {",
      "    test('#P2] inside', () => {});",
      '  });',
      '});',
      '',
      "test('#P3] outside', () => {});",
    ].join('\n');
    expect(titlesIn(source).map(({ title }) => title)).toEqual([
      'a group',
      'a group › on %s › inside',
      'outside',
    ]);
  });

  test('a string with a number elsewhere is no title', () => {
    expect(titlesIn("expect(list#P1]).toBe('see #P1]');")).toEqual([]);
  });
});

test('the page keeps its texts, and old lists give way to new ones', () => {
  const page = '# Page\n\n## P. Calls\n\n### P1\n\nOne.\n\n### P2\n\nTwo,\nlonger.\n';
  const one = { file: 'a.test.ts', numbers: ['P1'], title: 'stale' };
  const other = { file: 'b.test.ts', numbers: ['P1', 'P2'], title: 'a *new* one' };
  const filled = fillInTests(fillInTests(page, [one]), [other]);
  expect(filled).toBe(
    [
      '# Page\n\n## P. Calls\n\n### P1\n\nOne.\n',
      '<details>\n<summary>1 test</summary>\n\n- `b.test.ts`: a \\*new\\* one\n\n</details>\n',
      '### P2\n\nTwo,\nlonger.\n',
      '<details>\n<summary>1 test</summary>\n\n- `b.test.ts`: a \\*new\\* one\n\n</details>\n',
    ].join('\n'),
  );
});
