// Who is signed in, in words for a button, and the way out.
import { type User, useStytch } from '@stytch/react';
import { useCallback, useState } from 'react';
import { logOut } from './log-out.ts';
import type { SessionClient } from './session-client.ts';
import { useClientState, useSessionState } from './use-session-state.ts';

type UserState = { user: Pick<User, 'emails'> | null; fromCache: boolean };

export function accountLabel({ user, fromCache }: UserState): string {
  // The provider is still being asked who it is.
  if (!user && fromCache) return 'Loading...';
  const emails = user?.emails ?? [];
  const shown = emails.find(({ verified }) => verified) ?? emails[0];
  return shown?.email ?? 'User';
}

const labelOf = ({ user }: SessionClient) => accountLabel(user.getInfo());

export type Account = {
  label: string;
  isSignedIn: boolean;
  isLeaving: boolean;
  /** Settles once the session is forgotten, whatever the provider said. */
  logOut: () => Promise<void>;
};

export function useAccount(): Account {
  const client = useStytch();
  const label = useClientState(labelOf);
  const isSignedIn = useSessionState() === 'signed-in';
  const [isLeaving, setLeaving] = useState(false);
  const leave = useCallback(async () => {
    setLeaving(true);
    await logOut(client);
  }, [client]);
  return { label, isSignedIn, isLeaving, logOut: leave };
}
