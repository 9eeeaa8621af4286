// Loads the sign-in provider's client library, in the build that the application ships, into an empty page.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import type { StytchClient } from '@stytch/react';

/** The build that vite.config.ts resolves: the export condition `development`. */
const packageFolder = join(import.meta.dirname, '../../node_modules/@stytch/react');
const { exports } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
const entry = join(packageFolder, exports['./headless'].import.development);
const folder = dirname(entry);

type Library = { StytchClient: new (publicToken: unknown, options?: object) => StytchClient };
declare global {
  interface Window {
    library: Library;
    /** Made by `openLibrary`. */
    client: StytchClient;
  }
}

type Options = { origin: string; publicToken: string };

/** The library's calls go to `origin`: a real server, or an address that the test answers with routes. */
export async function openLibrary(page: Page, { origin, publicToken }: Options): Promise<void> {
  await page.route(`${origin}/library/**`, async (route) => {
    const file = new URL(route.request().url()).pathname.replace('/library/', '');
    await route.fulfill({ contentType: 'text/javascript', body: await readFile(join(folder, file)) });
  });
  await page.route(`${origin}/empty`, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(`${origin}/empty`);
  await page.evaluate(
    async ({ url, token }) => {
      window.library = await import(url);
      const endpoints = { testAPIURL: location.origin, liveAPIURL: location.origin };
      window.client = new window.library.StytchClient(token, { endpoints });
    },
    { url: `${origin}/library/${basename(entry)}`, token: publicToken },
  );
}
