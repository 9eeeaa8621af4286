// Browser tests: the built application, served by its own server, in the machine's real Chromium.
import { defineConfig } from '@playwright/test';
import { chromiumPath, softwareDrawing } from './test/chromium.ts';

export default defineConfig({
  testDir: 'test/e2e',
  // `npm test` runs the short ones, `npm run test:long` the others.
  projects: [
    { name: 'short', testMatch: '*.test.ts', testIgnore: '*.long.test.ts' },
    { name: 'long', testMatch: '*.long.test.ts' },
  ],
  globalSetup: './test/e2e/start-servers.ts',
  forbidOnly: process.env.CI !== undefined,
  retries: 0,
  // One more than the two cores this is meant for: a page often waits for what it has drawn to be shown.
  workers: 3,
  fullyParallel: true,
  // Frames are drawn by the processor here: waits end with what a user sees, and may take long to get there.
  timeout: 240_000,
  expect: { timeout: 120_000 },
  use: {
    launchOptions: { executablePath: chromiumPath(), args: softwareDrawing },
    // Small, because every pixel is drawn by the processor.
    viewport: { width: 640, height: 480 },
    // Every frame is dear: what moves would need many.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace records every frame, and doubles the time of each.
    screenshot: 'only-on-failure',
    // Requests that a service worker makes cannot be answered by a test. One test file is about it.
    serviceWorkers: 'block',
  },
});
