// Who is signed in, in words for a button, and the way out.
import { type User, useStytch, useStytchUser } from '@stytch/react';
import { useCallback, useState } from 'react';
import { logOut } from './log-out.ts';

export function accountLabel(user: Pick<User, 'emails'> | null): string {
  const emails = user?.emails ?? [];
  const shown = emails.find(({ verified }) => verified) ?? emails[0];
  return shown?.email ?? 'User';
}

export type Account = { label: string; leaving: boolean; logOut: () => void };

export function useAccount(): Account {
  const client = useStytch();
  const { user } = useStytchUser();
  const [leaving, setLeaving] = useState(false);
  const leave = useCallback(async () => {
    setLeaving(true);
    await logOut(client);
  }, [client]);
  return { label: accountLabel(user), leaving, logOut: leave };
}
