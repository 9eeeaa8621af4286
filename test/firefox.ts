// Firefox in browser tests, where it is installed: Chromium runs all of them, and `npm test` installs no second browser.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { launch, type Page } from 'puppeteer-core';
import { findProgram } from './find-program.ts';

const firefox = findProgram(['firefox', 'firefox-esr']);
const xvfb = findProgram(['Xvfb']);

/** Why there is no Firefox to test with, or undefined. */
export const firefoxObstacle: string | undefined =
  firefox === undefined
    ? 'Firefox is not installed. On Debian: apt-get install firefox-esr xvfb'
    : xvfb === undefined
      ? 'Firefox has WebGL only on a screen, and Xvfb is not installed: apt-get install xvfb'
      : undefined;

type Display = { name: string; stop: () => Promise<void> };

/** A screen in memory. It chooses a free number and tells it. */
async function openDisplay(): Promise<Display> {
  const server = spawn(xvfb!, ['-displayfd', '3', '-screen', '0', '1024x768x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const exited = once(server, 'exit');
  const [number] = await Promise.race([
    once(server.stdio[3] as Readable, 'data'),
    exited.then(() => Promise.reject(new Error('Xvfb ended before it had a screen.'))),
  ]);
  return {
    name: `:${String(number).trim()}`,
    async stop() {
      server.kill();
      await exited;
    },
  };
}

/** Over WebDriver BiDi: Playwright drives only a Firefox that it has patched. */
export async function withFirefox(act: (page: Page) => Promise<void>): Promise<void> {
  const display = await openDisplay();
  try {
    const browser = await launch({
      browser: 'firefox',
      executablePath: firefox!,
      headless: false,
      env: { ...process.env, DISPLAY: display.name },
      // Small, because every pixel is drawn by the processor.
      defaultViewport: { width: 640, height: 480 },
      // Firefox would refuse WebGL without a graphics card.
      extraPrefsFirefox: { 'webgl.force-enabled': true },
    });
    try {
      await act(await browser.newPage());
    } finally {
      await browser.close();
    }
  } finally {
    await display.stop();
  }
}
