// A Vite plugin for tests: worker threads and child processes run bundled JavaScript, as they do in a build. From the TypeScript
// sources each would start three times as slowly, and a test often starts several.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vitest/config';
import { testServerFolder } from '../scripts/build-stamp.mjs';
import { bundleServer } from '../scripts/bundle-server.mjs';

const root = join(import.meta.dirname, '..');

export async function bundledWorkers(): Promise<Plugin> {
  const folder = testServerFolder(root);
  if (!existsSync(folder)) {
    const cache = dirname(folder);
    rmSync(cache, { recursive: true, force: true });
    mkdirSync(cache, { recursive: true });
    // Renamed when it is complete, so that an interrupted run leaves no half of it.
    await bundleServer({ root, folder: `${folder}.new` });
    renameSync(`${folder}.new`, folder);
  }
  return {
    name: 'bundled-workers',
    enforce: 'pre',
    transform: {
      filter: { id: /\.ts$/, code: 'import.meta.url' },
      handler: (code, id) => ({
        code: code.replace(/\bnew URL\('(\.[^']+)\.ts', import\.meta\.url\)/g, (asWritten, path) => {
          const source = relative(root, join(dirname(id), path))
            .split(sep)
            .join('/');
          const bundled = join(folder, `${source}.js`);
          // Tests have workers of their own, too.
          return existsSync(bundled) ? `new URL('${pathToFileURL(bundled).href}')` : asWritten;
        }),
        map: null,
      }),
    },
  };
}
