// Session guards: who is asking, by the credentials that a request carries.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { messages } from '../contract/messages.ts';
import { Failure } from './failure.ts';

export type Person = {
  userId: string;
  /** Undefined where the provider is not this server. */
  sessionId?: string;
};
/** Each authentication provider has its own. */
export type Identify = {
  /**
   * Finds the person behind the first credential that is valid. With `stopAtForged`, a credential counts only where those
   * before it are JWTs of this provider: they may have expired, but are not made up.
   */
  find(
    request: FastifyRequest,
    credentials: readonly string[],
    options?: { stopAtForged?: boolean },
  ): Promise<Person | undefined>;
  /** The person behind a credential that needs no look-up. Undefined where one is needed. */
  recall(credential: string): Person | undefined;
  /** Whether the session came to this browser by another site's hand. */
  isPlanted?(request: FastifyRequest, person: Person): boolean;
};
/** Throws a 401 where nobody is signed in. */
export type RequireSession = (request: FastifyRequest) => Person | Promise<Person>;
/** Throws a 401 where parcels may not be read. */
export type RequireReader = (request: FastifyRequest) => unknown;

/** What of a request's headers may name a session. */
type Credentials = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'> & {
  'x-session-token'?: string | string[] | undefined;
};

export type SessionGuards = {
  /** Accepts a cookie too: tiles and images are requested by the browser, which sends no bearer token. */
  requireSession: RequireSession;
  /** Accepts a bearer token only. The session token header is a fallback for a bearer JWT that has expired. */
  requireBearer: RequireSession;
  /** Whom requireSession would find for this GET, as far as is known without a look-up. */
  knownPerson(request: Pick<IncomingMessage, 'headers'>): Person | undefined;
};

export function createSessionGuards(identify: Identify): SessionGuards {
  async function identifyOrRefuse(
    request: FastifyRequest,
    credentials: string[],
    options: { stopAtForged?: boolean },
  ): Promise<Person> {
    const person = await identify.find(request, [...new Set(credentials)], options);
    if (!person) throw new Failure(401, messages.authenticationRequired);
    request.userId = person.userId;
    return person;
  }

  function personBehind(
    request: FastifyRequest,
    credentials: string[],
    options: { stopAtForged?: boolean } = {},
  ): Person | Promise<Person> {
    const known = credentials[0] === undefined ? undefined : identify.recall(credentials[0]);
    if (!known) return identifyOrRefuse(request, credentials, options);
    // For the log.
    request.userId = known.userId;
    return known;
  }

  function refusePlanted(request: FastifyRequest, person: Person): Person {
    if (identify.isPlanted?.(request, person)) throw new Failure(401, messages.authenticationRequired);
    return person;
  }

  const recall = (credential: string | undefined) =>
    isNamed(credential) ? identify.recall(credential) : undefined;

  return {
    requireSession: (request) => {
      const { headers } = request;
      const ofCookies = mayUseCookies(request) ? cookieCredentials(headers) : [];
      return personBehind(request, [...headerCredentials(headers), ...ofCookies]);
    },
    requireBearer: (request) => {
      const hasBearer = bearerToken(request.headers) !== undefined;
      const credentials = hasBearer ? headerCredentials(request.headers) : [];
      const person = personBehind(request, credentials, { stopAtForged: true });
      return person instanceof Promise
        ? person.then((found) => refusePlanted(request, found))
        : refusePlanted(request, person);
    },
    // One after the other, without a list of them: every tile asks.
    knownPerson: ({ headers }) =>
      recall(bearerToken(headers)) ??
      recall(headers['x-session-token']?.toString()) ??
      recall(cookieNamed('session_jwt=', headers)) ??
      recall(cookieNamed('session_token=', headers)),
  };
}

/** CSRF: a browser also sends cookies with requests that another site causes, so they count for GET and HEAD only. */
function mayUseCookies({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** JWTs and session tokens, in the order in which they count; before those in cookies. */
function headerCredentials(headers: Credentials): string[] {
  return [bearerToken(headers), headers['x-session-token']?.toString()].filter(isNamed);
}

function cookieCredentials(headers: Credentials): string[] {
  return [cookieNamed('session_jwt=', headers), cookieNamed('session_token=', headers)].filter(isNamed);
}

export const isNamed = (credential: string | undefined): credential is string => Boolean(credential);

function bearerToken({ authorization }: Credentials): string | undefined {
  return authorization === undefined ? undefined : /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** `start` is the name with its equals sign. Split into all its cookies, a header of a kilobyte would cost microseconds. */
export function cookieNamed(start: string, { cookie: header }: Credentials): string | undefined {
  if (header === undefined) return undefined;
  for (let at = header.indexOf(start); at >= 0; at = header.indexOf(start, at + 1)) {
    let before = at - 1;
    while (header[before] === ' ') before--;
    if (before >= 0 && header[before] !== ';') continue;
    const end = header.indexOf(';', at);
    return header.slice(at + start.length, end < 0 ? undefined : end).trimEnd();
  }
  return undefined;
}

/** Tells a JWT from a session token, which is base64url and has no dots. */
export function isJwt(credential: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]+$/.test(credential);
}
