// Documentation tests: the pages agree with the code, and the generated ones are up to date.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { functionNames } from '../import/fields/expression.ts';
import { VERSION } from '../runtime/version.ts';
import {
  allNumberedTests,
  fillInTests,
  readRequirementsPage,
  requirementNumbers,
} from '../scripts/list-requirements.mjs';
import { fillInPackages, readThirdPartyPage } from '../scripts/list-third-party.mjs';
import { releases } from './releases/folder-of-release.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const pages = [
  ...readdirSync(root),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => join('docs', file)),
].filter((file) => file.endsWith('.md'));

/** Paths as the pages write them: in backticks, with a slash or a file ending. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([a-z.][\w.*-]*(?:\/[\w.*-]*)+|[\w-]+\.(?:ts|mjs|json|md))`/g)].map(
    ([, path]) => path!,
  );
}

describe('the documentation', () => {
  test('[IMP-6] the import guide names every function of --map', () => {
    const guide = read('docs/importing.md');
    const missing = functionNames.filter((name) => !new RegExp(`\`${name}[(\`]`).test(guide));
    expect(functionNames.length).toBeGreaterThan(10);
    expect(missing).toEqual([]);
  });

  test.each([
    ['docs/architecture.md', 20],
    ['CONTRIBUTING.md', 10],
  ])('%s names folders and files, and all of them exist', (page, pathsMin) => {
    const paths = pathsIn(read(page));
    expect(paths.length).toBeGreaterThan(pathsMin);
    expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });

  test('every link from page to page leads somewhere', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, target]) => target!)
        .filter((target) => !existsSync(join(root, page, '..', target)))
        .map((target) => `${page}: ${target}`),
    );
    expect(broken).toEqual([]);
  });

  test('every npm script that a page names exists', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run ([\w:-]+)/g)].map(([, script]) => script!),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((script) => !(script in scripts))).toEqual([]);
  });

  test('one version of Node.js is advised everywhere, and CI tries it', () => {
    const advised = [
      ['Dockerfile', /^ARG NODE_IMAGE=node:(\d+)-/m],
      ['scripts/node-version.mjs', /NODE_ADVISED = (\d+)/],
      ['README.md', /Needed: Node\.js (\d+)/],
      ['docs/operating.md', /Node\.js must be installed[^:]*: version (\d+)/],
      ['CONTRIBUTING.md', /^Node\.js (\d+) and npm/m],
      ['.ci/run', /npm run test:node(\d+)/],
      ['package.json', /"test:node\d+": "node scripts\/on-node\.mjs (\d+)/],
    ] as const;
    expect(advised.map(([file, pattern]) => [file, pattern.exec(read(file))?.[1]])).toEqual(
      advised.map(([file]) => [file, '24']),
    );
  });

  test('one version is named everywhere, and every released one is upgraded by the tests', () => {
    const headings = [...read('CHANGELOG.md').matchAll(/^## (\S+) \((.+)\)$/gm)];
    const versions = headings.map(([, version]) => version);
    const { version } = JSON.parse(read('package.json'));
    const image = /image: platbook:(\S+)/.exec(read('compose.yaml'))?.[1];
    expect([VERSION, versions[0], image]).toEqual([version, version, version]);
    const released = headings.filter(([, , day]) => /^\d{4}-\d\d-\d\d$/.test(day!)).map(([, name]) => name);
    expect(released.length).toBeGreaterThan(0);
    expect(releases).toEqual(expect.arrayContaining(released));
    const kept = readdirSync(join(root, 'test/releases')).filter((name) => name.endsWith('.tgz'));
    expect(kept.sort()).toEqual(releases.map((name) => `${name}.tgz`).sort());
  });

  test('every dependency has a line in docs/dependencies.md', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    const page = read('docs/dependencies.md');
    const rows = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name!);
    expect(rows.sort()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).sort());
  });
});

describe('docs/requirements.md', () => {
  const page = readRequirementsPage();
  const tests = allNumberedTests();
  const numbers = requirementNumbers(page);

  test('names the tests as they are now (if not: npm run docs)', () => {
    expect(page).toBe(fillInTests(page, tests));
  });

  test('every requirement has at least one test', () => {
    const proved = new Set(tests.flatMap((numbered) => numbered.numbers));
    expect(numbers.length).toBeGreaterThan(90);
    expect(numbers.filter((number) => !proved.has(number))).toEqual([]);
  });

  test('no test names a requirement that does not exist', () => {
    const unknown = tests.filter((numbered) => numbered.numbers.some((number) => !numbers.includes(number)));
    expect(unknown).toEqual([]);
  });

  test('no number is given twice, and none is missing in a row', () => {
    const expected = numbers.map((number, index) => {
      const previous = numbers[index - 1];
      return previous?.[0] === number[0] ? `${number[0]}${Number(previous!.slice(1)) + 1}` : `${number[0]}1`;
    });
    expect(numbers).toEqual(expected);
  });
});

describe('THIRD-PARTY.md', () => {
  const page = readThirdPartyPage();

  test('names the packages as they are now (if not: npm run docs)', () => {
    expect(page).toBe(fillInPackages(page));
  });

  test('every package has a license that a free program may contain', () => {
    const licenses = [...page.matchAll(/^\| `[^`]+` \| [\d.]+ \| ([^|]+) \|/gm)].map(
      ([, license]) => license!,
    );
    expect(licenses.length).toBeGreaterThan(100);
    const free =
      /^\(?(MIT|MIT-0|ISC|BSD|BSL-1\.0|Apache-2\.0|BlueOak|CC-BY-4\.0|CC0|OFL-1\.1|Unlicense|LGPL|see its text)/;
    expect(licenses.filter((license) => !free.test(license))).toEqual([]);
  });
});
