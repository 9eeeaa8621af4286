// A sign-in link: parsed from the address, redeemed once, and the route to go to next.
import { StytchAPIError } from '@stytch/react';
import { SESSION_MINUTES } from '../../contract/limits.ts';
import type { SignInReason } from '../../contract/sign-in-reason.ts';
import { type SessionClient, withTimeout } from './session-client.ts';
import { forgetSignIn } from './stored-session.ts';

/** A little longer than the server's own time-out. */
const REDEEM_TIMEOUT_MS = 35_000;

export type SignInLink = { type: 'magic_links' | 'oauth'; token: string };
export type NextRoute = { to: '/' } | { to: '/login'; reason: SignInReason };

const failureReasons = {
  magic_links: { refused: 'link-refused', unanswered: 'link-unanswered' },
  oauth: { refused: 'oauth-expired', unanswered: 'oauth-failed' },
} as const;

export function readSignInLink(search: string): SignInLink | undefined {
  const parameters = new URLSearchParams(search);
  const token = parameters.get('token');
  const type = parameters.get('stytch_token_type');
  if (!token || (type !== 'magic_links' && type !== 'oauth')) return undefined;
  return { type, token };
}

type Redemption = { client: SessionClient; link: SignInLink; onSuccess?: (() => void) | undefined };

const redemptions = new Map<string, Promise<NextRoute>>();

/** Idempotent per token: a link can be redeemed once, but React runs effects twice while developing. */
export function redeemSignInLink(redemption: Redemption): Promise<NextRoute> {
  const { token } = redemption.link;
  const nextRoute = redemptions.get(token) ?? authenticate(redemption);
  redemptions.set(token, nextRoute);
  return nextRoute;
}

async function authenticate({ client, link, onSuccess }: Redemption): Promise<NextRoute> {
  try {
    const { session } = await withTimeout(REDEEM_TIMEOUT_MS, askProvider(client, link));
    if (!session) throw new Error('The provider answered without a session.');
  } catch (error) {
    console.warn('The sign-in link failed.', error);
    forgetSignIn(client);
    const { refused, unanswered } = failureReasons[link.type];
    return { to: '/login', reason: error instanceof StytchAPIError ? refused : unanswered };
  }
  onSuccess?.();
  return { to: '/' };
}

async function askProvider(
  client: SessionClient,
  { type, token }: SignInLink,
): Promise<{ session: unknown }> {
  const options = { session_duration_minutes: SESSION_MINUTES };
  if (type === 'oauth') return client.oauth.authenticate(token, options);
  return client.magicLinks.authenticate(token, options);
}
