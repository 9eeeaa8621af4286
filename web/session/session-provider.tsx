// Gives the session to everything inside, and keeps what is stored of it in step.
import { StytchProvider } from '@stytch/react';
import { type ReactNode, useEffect } from 'react';
import { type AuthConfig, sessionClient } from './session-client.ts';
import { keepSessionStored, reloadWhenSignedOutElsewhere } from './stored-session.ts';

export function SessionProvider({ auth, children }: { auth: AuthConfig; children: ReactNode }) {
  const client = sessionClient(auth);
  useEffect(() => keepSessionStored(client), [client]);
  useEffect(reloadWhenSignedOutElsewhere, []);
  return <StytchProvider stytch={client}>{children}</StytchProvider>;
}
