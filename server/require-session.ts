// Session guards: who is asking, by the credentials that a request carries.
import type { FastifyRequest } from 'fastify';
import { messages } from '../contract/messages.ts';
import { Failure } from './failure.ts';

export type Person = { userId: string };
/** Finds the person behind the first credential that is valid. Each authentication provider has its own. */
export type Identify = (
  request: FastifyRequest,
  credentials: readonly string[],
) => Promise<Person | undefined>;
/** Throws a 401 where nobody is signed in. */
export type RequireSession = (request: FastifyRequest) => Promise<Person>;
/** Throws a 401 where parcels may not be read. */
export type RequireReader = (request: FastifyRequest) => Promise<unknown>;

type SessionGuards = {
  /** Accepts a cookie too: tiles and images are requested by the browser, which sends no bearer token. */
  requireSession: RequireSession;
  /** Accepts a bearer token only. The session token header is a fallback for a bearer JWT that has expired. */
  requireBearer: RequireSession;
};

export function createSessionGuards(identify: Identify): SessionGuards {
  async function identifyOrRefuse(
    request: FastifyRequest,
    credentials: (string | undefined)[],
  ): Promise<Person> {
    const distinct = [...new Set(credentials)].filter((text): text is string => Boolean(text));
    const person = await identify(request, distinct);
    if (!person) throw new Failure(401, messages.authenticationRequired);
    return person;
  }

  return {
    requireSession: (request) =>
      identifyOrRefuse(request, [
        bearerToken(request),
        sessionTokenHeader(request),
        ...sessionCookies(request),
      ]),
    requireBearer: (request) => {
      const bearer = bearerToken(request);
      return identifyOrRefuse(request, bearer === undefined ? [] : [bearer, sessionTokenHeader(request)]);
    },
  };
}

function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

function sessionTokenHeader({ headers }: FastifyRequest): string | undefined {
  return headers['x-session-token']?.toString();
}

/** CSRF: a browser also sends cookies with requests that another site causes, so they count for GET and HEAD only. */
function sessionCookies({ method, headers }: FastifyRequest): (string | undefined)[] {
  if (method !== 'GET' && method !== 'HEAD') return [];
  return ['session_jwt', 'session_token'].map((name) => cookieNamed(name, headers.cookie));
}

function cookieNamed(name: string, header: string | undefined): string | undefined {
  const pair = header?.split(';').find((part) => part.trimStart().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}

/** Tells a JWT from a session token, which is base64url and has no dots. */
export function isJwt(credential: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential);
}
