// Bundles the server's code into a folder, with the packages that every start loads: reading some 500 files one by one
// is half of the work of a start.
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { rolldown } from 'rolldown';

/**
 * What a start loads, with all that these packages load themselves. Other packages stay where npm has put them: they are
 * loaded when they are first needed, and some find their own files by the place of their code.
 */
export const bundledPackages = [
  '@fastify/proxy-addr',
  '@fastify/static',
  '@protomaps/basemaps',
  'fastify',
  'jose',
  'lru-cache',
  'pmtiles',
  'postgres',
  'zod',
];

/** Fastify loads these for route schemas and for requests made by tests. The server has neither. */
const neverLoaded = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request'];

const isPackage = (id) => !id.startsWith('.') && !isAbsolute(id);
const isBundled = (id) => bundledPackages.some((name) => id === name || id.startsWith(`${name}/`));

/** A worker's or a child process's file, named relative to ours, becomes an entry point of its own. */
function ownEntryPoints(root) {
  return {
    name: 'own-entry-points',
    transform: {
      filter: { id: /\.ts$/, code: 'import.meta.url' },
      handler(code, id) {
        const withUrls = code.replace(/\bnew URL\('(\.[^']+\.ts)', import\.meta\.url\)/g, (_, path) => {
          const source = join(dirname(id), path);
          const fileName = relative(root, source).replaceAll(sep, '/').replace(/\.ts$/, '.js');
          const file = this.emitFile({ type: 'chunk', id: source, fileName });
          return `new URL(import.meta.ROLLUP_FILE_URL_${file})`;
        });
        // Found only when the worker is started, otherwise.
        if (/\.ts\W+import\.meta\.url/.test(withUrls))
          this.error(`Not understood: write new URL('./x.ts', import.meta.url) on one line, in ${id}.`);
        // No line has moved, so the source map needs no change.
        return { code: withUrls, map: null };
      },
    },
  };
}

export async function bundleServer({ root, folder }) {
  const bundle = await rolldown({
    cwd: root,
    input: { 'cli/main': join(root, 'cli/main.ts') },
    platform: 'node',
    tsconfig: false,
    transform: { target: 'es2023' },
    external: (id, importer) =>
      id.startsWith('node:') ||
      neverLoaded.includes(id) ||
      // What a bundled package loads is bundled, too: npm may have put it where only that package finds it.
      (isPackage(id) && !isBundled(id) && !importer?.includes('node_modules')),
    plugins: [ownEntryPoints(root)],
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    // One folder below, as cli/ is: cli/start.ts finds the pages from there.
    chunkFileNames: 'parts/[name].js',
    sourcemap: true,
    // Node.js reads every source map at the start; names and lines are all that it shows.
    sourcemapExcludeSources: true,
    comments: { legal: true, annotation: false, jsdoc: false },
  });
  await bundle.close();
}
