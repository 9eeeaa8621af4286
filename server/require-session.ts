// The one door: who is asking, by the session they present.
import type { FastifyRequest } from 'fastify';
import { messages } from '../contract/messages.ts';
import { Failure } from './failure.ts';

export type Person = { userId: string };
/** Each authentication provider brings its own. */
export type Identify = (request: FastifyRequest) => Promise<Person | undefined>;
export type RequireSession = (request: FastifyRequest) => Promise<Person>;
/** Lets a reader of parcels pass, or throws. */
export type RequireReader = (request: FastifyRequest) => Promise<unknown>;

function cookieNamed(name: string, header: string | undefined): string | undefined {
  const pair = header?.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}

/** Cookies ride along on requests that another site provokes, so they open nothing that changes anything. */
function presentedCookies({ method, headers }: FastifyRequest): (string | undefined)[] {
  if (method !== 'GET' && method !== 'HEAD') return [];
  return ['session_jwt', 'session_token'].map((name) => cookieNamed(name, headers.cookie));
}

/** Session JWTs and session tokens, in the order in which they are to be tried. */
export function presentedCredentials(request: FastifyRequest): string[] {
  const { headers } = request;
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  const all = [bearer, headers['x-session-token'], ...presentedCookies(request)];
  return [...new Set(all)].filter((text): text is string => typeof text === 'string' && text !== '');
}

/** A session token is never mistaken for one: base64url has no dot. */
export function isJwt(credential: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential);
}

export function requireSessionOf(identify: Identify): RequireSession {
  return async (request) => {
    const person = await identify(request);
    if (!person) throw new Failure(401, messages.authenticationRequired);
    return person;
  };
}
