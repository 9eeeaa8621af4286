// Signs in as a user does: the login page, the mail, the link in it.
import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { SESSION_MINUTES } from '../../contract/limits.ts';
import { CHALLENGE, VERIFIER } from '../sdk-client.ts';
import { inboxOf } from './running-server.ts';

export const newEmail = (): string => `${randomUUID()}@example.org`;

export async function askForLink(page: Page, { url, email }: { url: string; email: string }): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Get Magic Link' }).click();
  await page.getByText('Email sent! Check your inbox to log in.').waitFor();
}

/** Opens the newest mail, and returns its sign-in link. */
export async function openMail(page: Page, { url, email }: { url: string; email: string }) {
  await page.goto(inboxOf(url));
  // Not by the mouse: the mail of other tests moves the list down while it is shown.
  await page.getByRole('link', { name: email }).first().dispatchEvent('click');
  return page.getByRole('link', { name: '/authenticate?' });
}

type SigningIn = {
  url: string;
  email?: string;
  /** Where it must end. */
  place?: string;
};

export async function signIn(page: Page, { url, email = newEmail(), place = '/' }: SigningIn) {
  await askForLink(page, { url, email });
  await (await openMail(page, { url, email })).click();
  await page.waitForURL(`${url}${place}`);
}

/** The state of a browser's context. */
export const SIGNED_OUT = { cookies: [], origins: [] };

/** Signs somebody in at each server without a page: the cookies, for the context of a browser. */
export async function signedInState(urls: string[], email = newEmail()) {
  const cookies = await Promise.all(urls.map((url) => sessionCookies(url, email)));
  return { cookies: cookies.flat(), origins: [] };
}

async function sessionCookies(url: string, email: string) {
  const { auth } = await (await fetch(`${url}/config.json`)).json();
  const call = async (path: string, body: object) => {
    const authorization = `Basic ${btoa(`${auth.publicToken}:${auth.publicToken}`)}`;
    const headers = { authorization, 'content-type': 'application/json', 'user-agent': CHROME };
    const answer = await fetch(`${url}/sdk/v1${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()).data;
  };
  await call('/magic_links/email/login_or_create', { email, code_challenge: CHALLENGE });
  const read = async (path: string) => (await fetch(new URL(path, url))).text();
  const [, mail] = new RegExp(`href="([^"]+)"><strong>[^<]*</strong>\\s*<span>${email}<`).exec(
    await read(inboxOf(url)),
  )!;
  const [, token] = /[?&;]token=([\w-]+)/.exec(await read(mail!))!;
  const session = await call('/magic_links/authenticate', {
    token,
    code_verifier: VERIFIER,
    session_duration_minutes: SESSION_MINUTES,
  });
  const { hostname: domain } = new URL(url);
  const expires = Date.now() / 1000 + SESSION_MINUTES * 60;
  return (['session_token', 'session_jwt'] as const).map((name) => {
    return { name, value: session[name] as string, domain, path: '/', expires, ...LAX };
  });
}

/** People see in which browsers they are signed in. */
const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const LAX = { httpOnly: false, secure: false, sameSite: 'Lax' } as const;
