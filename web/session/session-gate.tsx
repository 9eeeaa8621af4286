// Shows a page to those it is for, and sends the others to where they belong.
import { useStytch } from '@stytch/react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Navigate } from 'react-router';
import { SessionOpening } from './session-opening.tsx';

type SessionState = 'unknown' | 'signed-in' | 'signed-out';

/** Asked of the client itself: the library's own hook misses a session that ends just before it begins to listen. */
function useSessionState(): SessionState {
  const { session: client, onStateChange } = useStytch();
  return useSyncExternalStore(onStateChange, () => {
    const { session, fromCache } = client.getInfo();
    if (session) return 'signed-in';
    // A cookie without a remembered session: the provider is being asked.
    return fromCache ? 'unknown' : 'signed-out';
  });
}

type SessionGateProps = {
  admits: Exclude<SessionState, 'unknown'>;
  /** Where everybody else goes. */
  otherwise: string;
  children: ReactNode;
};

export function SessionGate({ admits, otherwise, children }: SessionGateProps) {
  const state = useSessionState();
  if (state === 'unknown') return <SessionOpening />;
  if (state !== admits) return <Navigate to={otherwise} replace />;
  return children;
}
