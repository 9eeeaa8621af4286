// Provides the session client to the pages, and redirects users who may not see a page.
import { StytchProvider } from '@stytch/react';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { SignInReason } from '../../contract/sign-in-reason.ts';
import { forgetAnswers } from '../kept-answers.ts';
import { LoadingScreen } from '../ui/notice.tsx';
import { retryPendingRevocations } from './pending-revocations.ts';
import { isLeavingOnPurpose, rememberPlace, returnPlace } from './return-place.ts';
import { type AuthConfig, sessionClient } from './session-client.ts';
import { keepSessionStored, personBefore, reloadWhenSignedOutElsewhere } from './stored-session.ts';
import { type SessionState, useSessionState } from './use-session.ts';

export function SessionProvider({ auth, children }: { auth: AuthConfig; children: ReactNode }) {
  const client = sessionClient(auth);
  useEffect(() => keepSessionStored(client), [client]);
  useEffect(reloadWhenSignedOutElsewhere, []);
  // Only this server knows sessions by their hashes.
  const isOurs = auth.apiUrl !== null;
  useEffect(() => (isOurs ? retryPendingRevocations() : undefined), [isOurs]);
  return <StytchProvider stytch={client}>{children}</StytchProvider>;
}

export function SessionLoading() {
  return <LoadingScreen title="Initializing Session..." />;
}

type SessionGateProps = {
  admits: Exclude<SessionState, 'unknown'>;
  /** Where everybody else is redirected to. */
  otherwise: '/' | '/login';
  children: ReactNode;
};

export function SessionGate({ admits, otherwise, children }: SessionGateProps) {
  const state = useSessionState();
  if (state === 'unknown') return <SessionLoading />;
  if (state === admits) return children;
  return otherwise === '/login' ? <ToLogin /> : <Navigate to={returnPlace()} replace />;
}

function ToLogin() {
  const { search, hash } = useLocation();
  const [reason] = useState(() => reasonToSignIn({ isLink: search !== '' || hash !== '' }));
  // Before the effect of Navigate, which changes the address.
  useLayoutEffect(() => rememberPlace(location), []);
  // A session that has ended by itself leaves nothing to the next person either.
  useEffect(() => void forgetAnswers(), []);
  return <Navigate to="/login" replace state={reason} />;
}

/** What the login page says to somebody who did not want to come there. */
function reasonToSignIn({ isLink }: { isLink: boolean }): SignInReason | undefined {
  if (isLeavingOnPurpose()) return undefined;
  if (personBefore() !== undefined) return 'session-ended';
  return isLink ? 'place-asked' : undefined;
}
