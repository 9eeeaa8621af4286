import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { ClientConfig } from '../contract/client-config.ts';
import { messages } from '../contract/messages.ts';
import { breakConnection, publicToken, stubProvider } from '../test/component/fake-provider.ts';
import { App } from './app.tsx';

const config: ClientConfig = {
  productName: 'Platbook',
  version: null,
  parcelAccess: 'signed-in',
  parcelSource: 'Some County',
  parcelCredit: 'Some County, as of 2026-06-03',
  parcelVersion: '1',
  view: null,
  counties: [],
  layers: [],
  maps: { provider: 'embedded', accessToken: null, apiUrl: null },
  auth: { publicToken, apiUrl: location.origin, inbox: false },
};

beforeEach(() => {
  const { href } = location;
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  return () => {
    history.replaceState(null, '', href);
    vi.restoreAllMocks();
  };
});

test('[A1] [A2] the page waits for its settings, says when the server does not answer, and opens /login after Try Again', async () => {
  let fail = () => {};
  const pending = new Promise<Response>((_, reject) => {
    fail = () => reject(new TypeError('Failed to fetch'));
  });
  const { answers } = stubProvider({
    '/config.json': () => pending,
    '/sessions/authenticate': breakConnection,
  });
  await render(<App />);
  await expect.element(page.getByRole('status')).toHaveTextContent('Initializing Session...');
  expect(document.querySelector('.spinner')).not.toBeNull();
  fail();
  await expect.element(page.getByText(messages.serverUnreachable)).toBeVisible();

  answers['/config.json'] = breakConnection;
  // Not before: a server that answers is found without the button, too.
  const answer = () => {
    answers['/config.json'] = () => Response.json(config);
  };
  document.addEventListener('pointerdown', answer, { capture: true, once: true });
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect.element(page.getByLabelText('E-mail address')).toBeVisible();
  expect(location.pathname).toBe('/login');
});

test('a browser without cookies gets a message', async () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false);
  stubProvider({ '/config.json': () => Response.json(config) });
  await render(<App />);
  await expect.element(page.getByText(messages.browserKeepsNothing)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
});
