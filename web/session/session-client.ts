// The provider's own client library, pointed at the provider that the server names.
import { createStytchClient, type StytchClientOptions } from '@stytch/react';
import type { ClientConfig } from '../../contract/client-config.ts';

export type SessionClient = ReturnType<typeof createStytchClient>;
export type AuthConfig = ClientConfig['auth'];

/** Missing from the library's types. Taken as it is given, where the settings that have types insist on https. */
type Endpoints = { endpoints?: { testAPIURL: string; liveAPIURL: string } };

export function createSessionClient({ publicToken, apiUrl }: AuthConfig): SessionClient {
  const options: StytchClientOptions & Endpoints = {
    cookieOptions: { opaqueTokenCookieName: 'session_token', jwtCookieName: 'session_jwt', path: '/' },
  };
  if (apiUrl !== null) options.endpoints = { testAPIURL: location.origin, liveAPIURL: location.origin };
  return createStytchClient(publicToken, options);
}

let client: SessionClient | undefined;

/** One for the life of the page: two would refresh the session against each other. */
export function sessionClient(auth: AuthConfig): SessionClient {
  client ??= createSessionClient(auth);
  return client;
}
