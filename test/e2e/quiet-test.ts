// The Playwright `test` under all others: it fails on any message in the console of its pages, and on any uncaught error,
// unless the test says beforehand which ones it provokes.
import { type Browser, test as base, expect } from '@playwright/test';

/** Says that pages may write such messages from now on. A message reads `warning: The map reports: … (address of its source)`. */
export type AllowMessages = (...messages: readonly RegExp[]) => void;

type Consoles = {
  /** What the pages of a browser write from now on. */
  watch: (browser: Browser) => void;
  written: string[];
};

/** What browsers write of a request that failed, or was answered with an error. */
export const failedRequest = (path: string) =>
  new RegExp(`^error: Failed to load resource: .* \\(https?://[^/]+${path}`);
/** What the map writes of its tiles and layers (M15). */
export const MAP_REPORT = /^warning: The map reports:/;

/** What the sign-in library writes by itself where its provider refuses, or is away. */
export const OF_STYTCH = /^(error|warning): %c\[Stytch\]/;

/** What no page can help: WebGL is drawn by the processor here, and tests that look at pixels read them back. */
const OF_THE_MACHINE = [
  /^warning: \[\.WebGL-0x[0-9a-f]+\]GL Driver Message \(OpenGL, Performance, GL_CLOSE_PATH_NV, High\): GPU stall due to ReadPixels/,
  // Settings logs: so it is specified (N2).
  /^info: Settings /,
  // playwright.config.ts says why.
  /^warning: Service Worker registration blocked by Playwright/,
];

export const test = base.extend<{ allowMessages: AllowMessages }, { consoles: Consoles }>({
  consoles: [
    async ({ browser }, use) => {
      const written: string[] = [];
      const watch = (watched: Browser) =>
        void watched.on('context', (context) => {
          context.on('console', (message) =>
            written.push(`${message.type()}: ${message.text()} (${message.location().url})`),
          );
          context.on('weberror', (event) => written.push(`uncaught: ${event.error()}`));
        });
      watch(browser);
      await use({ watch, written });
    },
    { scope: 'worker', auto: true },
  ],
  allowMessages: [
    async ({ consoles: { written } }, use) => {
      const allowed = [...OF_THE_MACHINE];
      await use((...messages) => void allowed.push(...messages));
      const unexpected = written.splice(0).filter((text) => !allowed.some((message) => message.test(text)));
      // Reports show the first line alone.
      expect(unexpected, `messages in the console: ${unexpected.join(' ')}`).toEqual([]);
    },
    { auto: true },
  ],
});
