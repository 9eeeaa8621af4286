// Builds the browser application from web/ into dist/web, and serves it while developing.
import { join } from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const serverUrl = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  resolve: {
    alias: [
      {
        // The library's production files leave out its checks of what it is called with, to save 1 KB.
        find: /^@stytch\/react$/,
        replacement: join(import.meta.dirname, 'node_modules/@stytch/react/dist/esm-dev/index.mjs'),
      },
    ],
  },
  server: {
    proxy: {
      '/api': serverUrl,
      '/tiles': serverUrl,
      '/config.json': serverUrl,
      '/healthz': serverUrl,
      '/sdk': serverUrl,
      '/v1': serverUrl,
      '/inbox': serverUrl,
      // Written out, because the short form hides from the server by which name it was asked for its addresses.
      '/styles': { target: serverUrl },
      '/maps': serverUrl,
      '/geocoding': serverUrl,
      '/events': serverUrl,
    },
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
        // Apart from our code, so that it stays cached when only our code has changed.
        codeSplitting: { groups: [{ name: 'maplibre', test: /node_modules\/maplibre-gl\// }] },
      },
    },
  },
});
