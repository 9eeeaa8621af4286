// Bundles the service worker of the built pages, which names all of their files: a browser that has it opens them without a connection.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * @param {{ root: string, folder: string }} places `folder` holds the built pages.
 */
export async function bundleServiceWorker({ root, folder }) {
  const files = readdirSync(join(folder, 'assets')).map((name) => `/assets/${name}`);
  // The names of assets change with their content; the page's does not.
  const version = createHash('sha256')
    .update(readFileSync(join(folder, 'index.html')))
    .update(files.join());
  const define = {
    BUILT_FILES: JSON.stringify(files.toSorted()),
    BUILD_NAME: JSON.stringify(version.digest('base64url').slice(0, 12)),
  };
  const bundle = await rolldown({
    input: join(root, 'web/offline/service-worker.ts'),
    tsconfig: false,
    transform: { target: 'es2023', define },
  });
  // A script, not a module: not every browser takes a module as a service worker.
  await bundle.write({ file: join(folder, 'service-worker.js'), format: 'iife', minify: true });
  await bundle.close();
}
