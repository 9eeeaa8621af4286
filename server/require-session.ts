// Session guards: who is asking, by the credentials that a request carries.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { messages } from '../contract/messages.ts';
import { Failure } from './failure.ts';

export type Person = { userId: string };
/** Each authentication provider has its own. */
export type Identify = {
  /** Finds the person behind the first credential that is valid. */
  find(request: FastifyRequest, credentials: readonly string[]): Promise<Person | undefined>;
  /** The person behind a credential that needs no look-up. Undefined where one is needed. */
  recall(credential: string): Person | undefined;
};
/** Throws a 401 where nobody is signed in. */
export type RequireSession = (request: FastifyRequest) => Person | Promise<Person>;
/** Throws a 401 where parcels may not be read. */
export type RequireReader = (request: FastifyRequest) => unknown;

type SessionGuards = {
  /** Accepts a cookie too: tiles and images are requested by the browser, which sends no bearer token. */
  requireSession: RequireSession;
  /** Accepts a bearer token only. The session token header is a fallback for a bearer JWT that has expired. */
  requireBearer: RequireSession;
  /** Whether requireSession would let a GET pass, as far as is known without a look-up. */
  isSessionKnown(headers: IncomingHttpHeaders): boolean;
};

export function createSessionGuards(identify: Identify): SessionGuards {
  async function identifyOrRefuse(request: FastifyRequest, credentials: string[]): Promise<Person> {
    const person = await identify.find(request, [...new Set(credentials)]);
    if (!person) throw new Failure(401, messages.authenticationRequired);
    return person;
  }

  function personBehind(request: FastifyRequest, credentials: string[]): Person | Promise<Person> {
    const known = credentials[0] === undefined ? undefined : identify.recall(credentials[0]);
    return known ?? identifyOrRefuse(request, credentials);
  }

  return {
    requireSession: (request) =>
      personBehind(request, [...headerCredentials(request.headers), ...sessionCookies(request)]),
    requireBearer: (request) => {
      const hasBearer = bearerToken(request.headers) !== undefined;
      return personBehind(request, hasBearer ? headerCredentials(request.headers) : []);
    },
    isSessionKnown: (headers) => {
      const isKnown = (credential: string) => identify.recall(credential) !== undefined;
      return cookieCredentials(headers.cookie).some(isKnown) || headerCredentials(headers).some(isKnown);
    },
  };
}

function headerCredentials(headers: IncomingHttpHeaders): string[] {
  const sessionToken = headers['x-session-token']?.toString();
  return [bearerToken(headers), sessionToken].filter((text): text is string => Boolean(text));
}

function bearerToken({ authorization }: IncomingHttpHeaders): string | undefined {
  return authorization === undefined ? undefined : /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** CSRF: a browser also sends cookies with requests that another site causes, so they count for GET and HEAD only. */
function sessionCookies({ method, headers }: FastifyRequest): string[] {
  return method === 'GET' || method === 'HEAD' ? cookieCredentials(headers.cookie) : [];
}

function cookieCredentials(header: string | undefined): string[] {
  const found: string[] = [];
  if (header === undefined) return found;
  const pairs = header.split(';');
  for (const name of ['session_jwt=', 'session_token=']) {
    const value = pairs
      .find((pair) => pair.trimStart().startsWith(name))
      ?.trim()
      .slice(name.length);
    if (value) found.push(value);
  }
  return found;
}

/** Tells a JWT from a session token, which is base64url and has no dots. */
export function isJwt(credential: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential);
}
