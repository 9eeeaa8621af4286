// Tells whether dist/ is up to date, by a hash of the sources it was built from.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const folders = [
  'basemap',
  'cli',
  'contract',
  'demo',
  'gazetteer',
  'geo',
  'import',
  'layers',
  'server',
  'store',
  'runtime',
  'web',
];
export const files = [
  'package-lock.json',
  'scripts/build.mjs',
  'scripts/bundle-server.mjs',
  'vite.config.ts',
];
const results = ['dist/server/cli/main.js', 'dist/web/index.html'];
const stampFile = 'dist/built-from';

function sourcesIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** Of all that is built, or of the rooms and files that are named. */
export function hashSources(root, of = { folders, files }) {
  const hash = createHash('sha256');
  const paths = [...of.files, ...of.folders.flatMap((folder) => sourcesIn(root, folder))].sort();
  for (const path of paths)
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0');
  return hash.digest('hex');
}

export function buildIsFresh(root) {
  return (
    [...results, stampFile].every((file) => existsSync(join(root, file))) &&
    readFileSync(join(root, stampFile), 'utf8') === hashSources(root)
  );
}

/** Where tests keep a bundle of the present server, which Vitest makes when it starts. */
export function testServerFolder(root) {
  return join(root, 'node_modules/.cache/test-server', hashSources(root).slice(0, 16));
}

/** The file of the command line: as it is built, or without a fresh build the bundle of the tests. */
export function commandLine(root) {
  return buildIsFresh(root) ? 'dist/server/cli/main.js' : join(testServerFolder(root), 'cli/main.js');
}

export function stampBuild(root, hash) {
  writeFileSync(join(root, stampFile), hash);
}
