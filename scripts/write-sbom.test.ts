// The list of packages in the release archive.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeSbom, SBOM_FILE } from './write-sbom.mjs';

const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'));

test('[SEC-14] the SBOM has every package that the archive installs, as locked, and none that only a build needs', () => {
  const { packages } = read('package-lock.json') as {
    packages: Record<string, { version: string; dev?: boolean }>;
  };
  const { metadata, components } = makeSbom();
  expect(metadata.component.name).toBe('platbook');
  const listed = components.map(({ name, version }) => `${name}@${version}`);
  const named = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version, dev }]) => ({ id: `${path.replace(/^.*node_modules\//, '')}@${version}`, dev }));
  const installed = new Set(named.filter(({ dev }) => !dev).map(({ id }) => id));
  expect(installed.size).toBeGreaterThan(30);
  expect(new Set(listed)).toEqual(installed);
});

test('[SEC-14] npm pack writes the SBOM and takes it along', () => {
  const { files, scripts } = read('package.json');
  expect(files).toContain(SBOM_FILE);
  expect(scripts.prepack).toContain('scripts/write-sbom.mjs');
});
