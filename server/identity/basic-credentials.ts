// What the client library sends as basic authentication: the public token, and the session token where it has one.
import type { FastifyRequest } from 'fastify';
import { ProviderError } from './provider-error.ts';

type Request = Pick<FastifyRequest, 'headers'>;

/** Throws where the public token is not this provider's. Without a session the library sends the public token twice. */
export function requireClient(
  { headers }: Request,
  publicToken: string,
): { sessionToken: string | undefined } {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const [user, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (user !== publicToken) throw new ProviderError('unauthorized_credentials');
  const password = rest.join(':');
  return { sessionToken: password === publicToken || password === '' ? undefined : password };
}

/** Throws where there is none, with an error at which the library gives its session up. */
export function requireSessionToken(request: Request, publicToken: string): string {
  const { sessionToken } = requireClient(request, publicToken);
  if (sessionToken === undefined) throw new ProviderError('unauthorized_credentials');
  return sessionToken;
}
