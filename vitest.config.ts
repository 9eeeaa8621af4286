// The kinds of tests, by the names of their files; CONTRIBUTING.md says when to take which. `npm run check` runs the unit tests,
// `npm test` all but the long ones.
import { availableParallelism } from 'node:os';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { bundledWorkers } from './test/bundled-workers.ts';
import { findChromium, softwareDrawing } from './test/chromium.ts';

const plugins = [await bundledWorkers()];

export default defineConfig({
  test: {
    // Left to itself Vitest keeps a core free, which on two cores is half the machine.
    maxWorkers: availableParallelism(),
    projects: [
      {
        plugins,
        test: {
          name: 'unit',
          include: [
            '{contract,geo,runtime,gazetteer,basemap,layers,demo,store,import,server,cli,web,test,bench,scripts}/**/*.test.{ts,tsx}',
          ],
          exclude: [
            'web/**/*.component.test.tsx',
            '**/*.{store,built,long}.test.ts',
            'test/e2e/**',
            '**/node_modules/**',
          ],
          // No test leaves anything behind, so a thread goes on to the next file as it is: that halves the time.
          pool: 'threads',
          isolate: false,
          // A real store starts worker threads, which takes its time on a busy machine; no promise here is about time.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Panels, sheets, menus and forms in the real browser, with an empty map at most: a tenth of the time of a page.
        extends: './vite.config.ts',
        root: '.',
        // Prebundles every package of the application at once: one found later would reload the page under a test.
        optimizeDeps: { entries: ['web/main.tsx'] },
        test: {
          name: 'component',
          include: ['web/**/*.component.test.tsx'],
          setupFiles: ['test/component/component-page.ts'],
          // One page for all files, which loads every module and makes a map only once.
          isolate: false,
          // The default second is too short on a busy machine; no promise here is about time.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 60_000,
          browser: {
            enabled: true,
            headless: true,
            provider: playwright({
              // Every frame is dear: what moves would need many.
              contextOptions: { reducedMotion: 'reduce' },
              // The other projects run on a machine without one, too.
              launchOptions: { executablePath: findChromium() ?? 'chromium', args: softwareDrawing },
            }),
            instances: [{ browser: 'chromium' }],
            viewport: { width: 640, height: 480 },
            screenshotFailures: false,
          },
        },
      },
      {
        // Processes of the command line, and the demo county that it has made.
        plugins,
        test: {
          name: 'built',
          include: ['**/*.built.test.ts'],
          exclude: ['**/node_modules/**'],
          pool: 'threads',
          isolate: false,
          testTimeout: 300_000,
          // Where it is not made yet, the county takes a minute.
          hookTimeout: 600_000,
        },
      },
      {
        plugins,
        test: {
          name: 'store',
          include: ['**/*.store.test.ts'],
          globalSetup: ['test/postgres-global-setup.ts'],
          // As for unit tests. Each test has a folder or a database of its own.
          pool: 'threads',
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        // `npm run test:long`
        plugins,
        test: {
          name: 'long',
          include: ['**/*.long.test.ts'],
          exclude: ['test/e2e/**', '**/node_modules/**'],
          globalSetup: ['test/postgres-global-setup.ts'],
          testTimeout: 300_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
});
