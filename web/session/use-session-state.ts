// Whether somebody is signed in, as far as is known now.
import { useStytch } from '@stytch/react';
import { useSyncExternalStore } from 'react';
import type { SessionClient } from './session-client.ts';

export type SessionState = 'unknown' | 'signed-in' | 'signed-out';

/** Of the client itself: the library's own hooks miss what changes just before they begin to listen. */
export function useClientState<State extends string>(read: (client: SessionClient) => State): State {
  const client = useStytch();
  return useSyncExternalStore(client.onStateChange, () => read(client));
}

function sessionState(client: SessionClient): SessionState {
  const { session, fromCache } = client.session.getInfo();
  if (session) return 'signed-in';
  // A cookie without a remembered session: the provider is being asked.
  return fromCache ? 'unknown' : 'signed-out';
}

export const useSessionState = (): SessionState => useClientState(sessionState);
