// How much code a command loads before it does anything: all of it together takes seconds of every start.
import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { bundledPackages } from '../scripts/bundle-server.mjs';

const root = join(import.meta.dirname, '..');

/** The files and packages that a file loads, directly or not; types and import() load nothing. */
function loadedBy(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, target] of text.matchAll(/^(?:import|export) (?!type )[^;]*?from '([^']+)';$/gms)) {
    if (target!.startsWith('.')) loadedBy(normalize(join(dirname(file), target!)), found);
    else if (!target!.startsWith('node:')) found.add(target!);
  }
  return found;
}

/** What `platbook start` loads before it serves, with either database. */
const startFiles = [
  'cli/start.ts',
  'server/app.ts',
  'server/maps/open-maps.ts',
  'store/sqlite/open-sqlite-stores.ts',
  'store/sqlite/place-file-store.ts',
  'store/postgres/open-postgres-stores.ts',
  'store/sqlite/accounts-worker.ts',
  'store/sqlite/parcel-reader-worker.ts',
  'store/sqlite/place-reader-worker.ts',
  'demo/imagery/painted-imagery.ts',
];

const folders = (file: string) => new Set([...loadedBy(file)].map((path) => path.split('/')[0]!));

test('platbook --help loads no package, and no other folder than runtime', () => {
  expect([...folders('cli/main.ts')].sort()).toEqual(['cli', 'runtime']);
});

test('platbook sources loads no database before it knows which, and neither the importer nor the demo county', () => {
  const loaded = [...loadedBy('cli/sources.ts')];
  expect(
    loaded.filter((path) => /postgres|open-sqlite|^demo|^gazetteer|^import\/(readers|arcgis)/.test(path)),
  ).toEqual([]);
});

test('platbook import --help loads no reader', () => {
  expect([...loadedBy('cli/import.ts')].filter((path) => /^import\/readers|^demo|gdal/.test(path))).toEqual(
    [],
  );
});

test('platbook start loads neither the importer nor the demo county nor the code that draws maps', () => {
  const parts = new Set([...folders('cli/start.ts'), ...folders('server/app.ts')]);
  expect(parts).toContain('fastify');
  for (const part of ['demo', 'import', 'gazetteer']) expect(parts).not.toContain(part);
});

test('platbook start loads no package for pictures, mail or sign-in providers before the first of them is asked for', () => {
  const parts = new Set([...folders('cli/start.ts'), ...folders('server/app.ts')]);
  for (const part of ['sharp', 'nodemailer', 'openid-client', 'postgres']) expect(parts).not.toContain(part);
});

test('the threads that read parcels, places and accounts load no schema', () => {
  for (const thread of ['parcel-reader', 'place-reader', 'accounts']) {
    expect(folders(`store/sqlite/${thread}-worker.ts`)).not.toContain('zod');
  }
});

test('the packages that a start loads are in the bundle, except the native one', () => {
  const packages = startFiles.flatMap((file) => [...loadedBy(file)]).filter((path) => !path.endsWith('.ts'));
  expect([...new Set(packages)].sort()).toEqual(['@photostructure/sqlite', ...bundledPackages].sort());
});
