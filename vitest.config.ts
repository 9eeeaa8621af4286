// Unit tests stand beside their file; the store suite and the browser tests have their own projects.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,geo,county,import,store,server,cli,web,test,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['store/**/*.store.test.ts', 'test/e2e/**', 'test/faults/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'store',
          include: ['store/**/*.store.test.ts', 'test/faults/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
