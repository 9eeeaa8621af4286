// The sign-in provider's client library, pointed at the provider that the server names.
import { createStytchClient, type StytchClientOptions } from '@stytch/react';
import type { ClientConfig } from '../../contract/client-config.ts';

export type SessionClient = ReturnType<typeof createStytchClient>;
export type AuthConfig = ClientConfig['auth'];

/** Missing from the library's types. Used verbatim; the typed settings accept https addresses only. */
type Endpoints = { endpoints?: { testAPIURL: string; liveAPIURL: string } };

export function createSessionClient({ publicToken, apiUrl }: AuthConfig): SessionClient {
  const options: StytchClientOptions & Endpoints = {
    cookieOptions: { opaqueTokenCookieName: 'session_token', jwtCookieName: 'session_jwt', path: '/' },
  };
  if (apiUrl !== null) options.endpoints = { testAPIURL: location.origin, liveAPIURL: location.origin };
  return createStytchClient(publicToken, options);
}

let client: SessionClient | undefined;

/** A singleton: two clients would both refresh the session in the background. */
export function sessionClient(auth: AuthConfig): SessionClient {
  client ??= createSessionClient(auth);
  return client;
}

/** Rejects after a time-out: the client library has none of its own. */
export async function withTimeout<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${timeoutMs / 1000} seconds.`)), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
