// Shows a page to those it is for, and sends the others to where they belong.
import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { SessionOpening } from './session-opening.tsx';
import { type SessionState, useSessionState } from './use-session-state.ts';

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
