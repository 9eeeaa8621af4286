// Builds the browser application from web/ into dist/web, and serves it while developing.
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { createIdResolver, defineConfig, type Plugin } from 'vite';

const serverUrl = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

/**
 * Resolves one package with the export condition `development`, in builds for production too. Its production files
 * leave out the checks of their inputs; see docs/decisions/0012-stytch-development-build.md.
 */
function developmentBuildOf(name: string): Plugin {
  let resolve: ReturnType<typeof createIdResolver>;
  return {
    name: `development-build-of:${name}`,
    enforce: 'pre',
    configResolved(config) {
      resolve = createIdResolver(config, { conditions: ['development', 'import', 'module', 'browser'] });
    },
    async resolveId(source, importer) {
      if (source === name) return resolve(this.environment, source, importer);
    },
  };
}

export default defineConfig({
  root: 'web',
  plugins: [developmentBuildOf('@stytch/react'), react(), tailwindcss()],
  resolve: { alias: [{ find: /^zod$/, replacement: join(import.meta.dirname, 'web/zod-without-eval.ts') }] },
  server: {
    proxy: {
      '/api': serverUrl,
      '/tiles': serverUrl,
      '/config.json': serverUrl,
      '/healthz': serverUrl,
      '/sdk': serverUrl,
      '/v1': serverUrl,
      '/inbox': serverUrl,
      '/start/': serverUrl,
      // Written out, because the short form hides from the server by which name it was asked for its addresses.
      '/styles': { target: serverUrl },
      '/maps': serverUrl,
      '/geocoding': serverUrl,
      '/events': serverUrl,
    },
  },
  // Known from the start: a dependency found only while a page runs makes Vite reload it, in the middle of a test.
  optimizeDeps: {
    include: [
      '@tanstack/react-query',
      '@tanstack/react-virtual',
      // Of the worker that reads files.
      '@rgrove/parse-xml',
      'fflate',
      'shpjs',
      'lucide-react',
      'maplibre-gl',
      '@radix-ui/react-dialog',
      '@radix-ui/react-dropdown-menu',
      'react',
      'react-dom',
      'react-dom/client',
      'react-router',
      'uplot',
      'zod/v4',
      'zod/v4/core',
      'zustand',
    ],
  },
  worker: { format: 'es' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    // Every asset is a file of its own, with its own cache entry and nothing for a strict policy to refuse.
    assetsInlineLimit: 0,
    // The map library is over any warning's limit by itself, and cannot be split further.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        // Apart from our code, so that they stay cached when only our code has changed.
        codeSplitting: {
          groups: [
            { name: 'maplibre', test: /node_modules\/maplibre-gl\// },
            { name: 'react', test: /node_modules\/(react|react-dom|react-router|scheduler)\// },
          ],
        },
      },
    },
  },
});
