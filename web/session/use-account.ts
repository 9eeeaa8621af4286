// The signed-in account: its label for a button, and logging out.
import { type User, useStytch } from '@stytch/react';
import { useCallback, useState } from 'react';
import { flushSync } from 'react-dom';
import { stopReading } from '../call-server.ts';
import { endSessionLater } from './pending-revocations.ts';
import { leaveNoPlace } from './return-place.ts';
import { type SessionClient, withTimeout } from './session-client.ts';
import { forgetSession, storedTokens } from './stored-session.ts';
import { useClientState, useSessionState } from './use-session.ts';

/** Logging out must not hang on a server that does not answer. */
const REVOKE_TIMEOUT_MS = 5000;

type UserState = { user: Pick<User, 'emails'> | null; fromCache: boolean };

export function accountLabel({ user, fromCache }: UserState): string {
  // The client is still asking the provider.
  if (!user && fromCache) return 'Loading...';
  const emails = user?.emails ?? [];
  const shown = emails.find(({ verified }) => verified) ?? emails[0];
  return shown?.email ?? 'User';
}

const labelOf = ({ user }: SessionClient) => accountLabel(user.getInfo());

export type LogOutOptions = {
  /** Whether this server is the provider, so that a revocation that failed can be tried again without the session. */
  canEndLater?: boolean;
  /** Clears what this browser keeps of the person. */
  forgetPerson?: () => void;
};

/** Ends the session even where revoking it fails. The session gate then leads to /login. */
export async function logOut(
  { session }: Pick<SessionClient, 'session'>,
  { canEndLater = false, forgetPerson = () => {} }: LogOutOptions = {},
): Promise<void> {
  leaveNoPlace();
  const { token } = storedTokens();
  try {
    await withTimeout(REVOKE_TIMEOUT_MS, session.revoke({ forceClear: true }));
  } catch (error) {
    console.warn('The session could not be revoked with the provider; it is forgotten here.', error);
    if (canEndLater && token !== undefined && !hasEnded(error)) await endSessionLater(token);
  }
  forgetPerson();
  forgetSession();
  if (session.getSync()) dropCookiesAndReload();
}

const ENDED_TYPES = ['session_not_found', 'unauthorized_credentials', 'user_unauthenticated'];

/** The provider has answered that there is no such session. */
function hasEnded(error: unknown): boolean {
  return ENDED_TYPES.includes(Object(error).error_type);
}

/** The library drops its session only after an answer. Without the cookies the next page starts signed out. */
function dropCookiesAndReload(): void {
  for (const name of ['session_token', 'session_jwt']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the asynchronous Cookie Store API is missing in some browsers
    document.cookie = `${name}=; Max-Age=0; path=/`;
  }
  location.replace('/login');
}

export type Account = {
  label: string;
  isSignedIn: boolean;
  isLeaving: boolean;
  /** Resolves once the session is forgotten, also where the provider refused. `forgetPerson` as in LogOutOptions. */
  logOut: (forgetPerson: () => void) => Promise<void>;
};

export function useAccount({ canEndLater = false }: Pick<LogOutOptions, 'canEndLater'> = {}): Account {
  const client = useStytch();
  const label = useClientState(labelOf);
  const isSignedIn = useSessionState() === 'signed-in';
  const [isLeaving, setLeaving] = useState(false);
  const leave = useCallback(
    (forgetPerson: () => void) => {
      // The map goes first, and what it still asks for: nothing of it may meet the session that has ended.
      flushSync(() => setLeaving(true));
      stopReading();
      return logOut(client, { canEndLater, forgetPerson });
    },
    [client, canEndLater],
  );
  return { label, isSignedIn, isLeaving, logOut: leave };
}
