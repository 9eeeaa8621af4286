// The state of the session for React: whether somebody is signed in, and a check with the provider on demand.
import { useStytch } from '@stytch/react';
import { useCallback, useSyncExternalStore } from 'react';
import type { SessionClient } from './session-client.ts';

export type SessionState = 'unknown' | 'signed-in' | 'signed-out';

/** Reads the client directly: the library's own hooks miss changes made just before they subscribe. */
export function useClientState<State extends string>(read: (client: SessionClient) => State): State {
  const client = useStytch();
  return useSyncExternalStore(client.onStateChange, () => read(client));
}

function sessionState(client: SessionClient): SessionState {
  const { session, fromCache } = client.session.getInfo();
  if (session) return 'signed-in';
  // There is a cookie but no cached session: the client is asking the provider.
  return fromCache ? 'unknown' : 'signed-out';
}

export const useSessionState = (): SessionState => useClientState(sessionState);

/** For a page whose call got a 401. The client drops a session that has ended, which leads to /login. */
export function useCheckSession(): () => void {
  const client = useStytch();
  return useCallback(() => {
    client.session.authenticate().catch((error: unknown) => console.warn('The session was refused.', error));
  }, [client]);
}
