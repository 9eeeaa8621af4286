// Who is signed in, in words for a button, and the way out.
import { type User, useStytch, useStytchSession, useStytchUser } from '@stytch/react';
import { useCallback, useState } from 'react';
import { logOut } from './log-out.ts';

type UserState = { user: Pick<User, 'emails'> | null; isInitialized: boolean };

export function accountLabel({ user, isInitialized }: UserState): string {
  if (!isInitialized) return 'Loading...';
  const emails = user?.emails ?? [];
  const shown = emails.find(({ verified }) => verified) ?? emails[0];
  return shown?.email ?? 'User';
}

export type Account = {
  label: string;
  isSignedIn: boolean;
  isLeaving: boolean;
  /** Settles once the session is forgotten, whatever the provider said. */
  logOut: () => Promise<void>;
};

export function useAccount(): Account {
  const client = useStytch();
  const userState = useStytchUser<false>();
  const { session } = useStytchSession();
  const [isLeaving, setLeaving] = useState(false);
  const leave = useCallback(async () => {
    setLeaving(true);
    await logOut(client);
  }, [client]);
  return { label: accountLabel(userState), isSignedIn: session !== null, isLeaving, logOut: leave };
}
