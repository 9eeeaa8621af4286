// The pages that describe the house must describe the house that stands.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const pages = ['README.md', ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })]
  .filter((file) => file.endsWith('.md'))
  .map((file) => (file === 'README.md' ? file : join('docs', file)));

/** Paths as the pages write them: in backticks, with a slash or a file ending. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([a-z.][\w.*-]*(?:\/[\w.*-]*)+|[\w-]+\.(?:ts|mjs|json|md))`/g)].map(
    ([, path]) => path!,
  );
}

describe('the documentation', () => {
  test('docs/architecture.md names rooms and files, and all of them exist', () => {
    const paths = pathsIn(read('docs/architecture.md'));
    expect(paths.length).toBeGreaterThan(20);
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

  test('every dependency has earned its line', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));
    const page = read('docs/dependencies.md');
    const rows = [...page.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name!);
    expect(rows.sort()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).sort());
  });
});
