// The link somebody arrives with: read from the address, spent once, and where that leads.
import { StytchAPIError } from '@stytch/react';
import { SESSION_MINUTES } from '../../contract/limits.ts';
import type { SignInReason } from '../../contract/sign-in-reason.ts';
import type { SessionClient } from './session-client.ts';
import { forgetSignIn } from './stored-session.ts';
import { within } from './within.ts';

/** A little longer than the server itself takes before it gives up. */
const ANSWER_WAIT_MS = 35_000;

export type SignInLink = { type: 'magic_links' | 'oauth'; token: string };
export type WayOn = { to: '/' } | { to: '/login'; reason: SignInReason };

export function readSignInLink(search: string): SignInLink | undefined {
  const parameters = new URLSearchParams(search);
  const token = parameters.get('token');
  const type = parameters.get('stytch_token_type');
  if (!token || (type !== 'magic_links' && type !== 'oauth')) return undefined;
  return { type, token };
}

type Arrival = { client: SessionClient; link: SignInLink; onSuccess?: (() => void) | undefined };

const arrivals = new Map<string, Promise<WayOn>>();

/** A link can be spent once, but the page may ask twice: React repeats effects while developing. */
export function followSignInLink(arrival: Arrival): Promise<WayOn> {
  const { token } = arrival.link;
  const wayOn = arrivals.get(token) ?? authenticate(arrival);
  arrivals.set(token, wayOn);
  return wayOn;
}

async function authenticate({ client, link, onSuccess }: Arrival): Promise<WayOn> {
  try {
    const { session } = await within(ANSWER_WAIT_MS, askProvider(client, link));
    if (!session) throw new Error('The provider answered without a session.');
  } catch (error) {
    console.warn('The link opened nothing.', error);
    forgetSignIn(client);
    return { to: '/login', reason: error instanceof StytchAPIError ? 'link-refused' : 'link-unanswered' };
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
