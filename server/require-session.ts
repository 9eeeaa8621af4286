// Session guards: who is asking, by the credentials that a request carries.
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
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

/** What of a request's headers may name a session. */
export type Credentials = Pick<IncomingHttpHeaders, 'authorization' | 'cookie'> & {
  'x-session-token'?: string | string[] | undefined;
};

type SessionGuards = {
  /** Accepts a cookie too: tiles and images are requested by the browser, which sends no bearer token. */
  requireSession: RequireSession;
  /** Accepts a bearer token only. The session token header is a fallback for a bearer JWT that has expired. */
  requireBearer: RequireSession;
  /** Whether requireSession would let a GET with these pass, as far as is known without a look-up. */
  isSessionKnown(credentials: Credentials): boolean;
};

/** A few kilobytes each. */
const COOKIES_MAX = 2000;
/** The end of a cookie header tells browsers apart, and is found in a map ten times as fast as the whole. */
const KEY_LENGTH = 64;

/** A browser sends the same kilobyte of cookies with every tile: remembers which JWT was in it. */
function createCookieReader(): (credentials: Credentials) => string | undefined {
  const read = new LRUCache<string, { cookie: string; jwt: string }>({ max: COOKIES_MAX });
  return (credentials) => {
    const { cookie } = credentials;
    if (cookie === undefined) return undefined;
    const key = cookie.slice(-KEY_LENGTH);
    const known = read.get(key);
    if (known?.cookie === cookie) return known.jwt;
    const jwt = cookieNamed('session_jwt=', credentials);
    if (jwt) read.set(key, { cookie, jwt });
    return jwt;
  };
}

export function createSessionGuards(identify: Identify): SessionGuards {
  const cookieJwt = createCookieReader();
  async function identifyOrRefuse(request: FastifyRequest, credentials: string[]): Promise<Person> {
    const person = await identify.find(request, [...new Set(credentials)]);
    if (!person) throw new Failure(401, messages.authenticationRequired);
    return person;
  }

  const isKnown = (name: string | undefined) => Boolean(name) && identify.recall(name!) !== undefined;

  function personBehind(request: FastifyRequest, credentials: string[]): Person | Promise<Person> {
    const known = credentials[0] === undefined ? undefined : identify.recall(credentials[0]);
    return known ?? identifyOrRefuse(request, credentials);
  }

  return {
    requireSession: (request) => personBehind(request, sessionNames(request.headers, mayUseCookies(request))),
    requireBearer: (request) => {
      const hasBearer = bearerToken(request.headers) !== undefined;
      return personBehind(request, hasBearer ? sessionNames(request.headers, false) : []);
    },
    isSessionKnown: (credentials) =>
      // Nearly always the first, so the others are not even read.
      isKnown(cookieJwt(credentials)) || sessionNames(credentials, true).some(isKnown),
  };
}

/** CSRF: a browser also sends cookies with requests that another site causes, so they count for GET and HEAD only. */
function mayUseCookies({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** JWTs and session tokens, in the order in which they count. */
function sessionNames(credentials: Credentials, withCookies: boolean): string[] {
  const names = [bearerToken(credentials), credentials['x-session-token']?.toString()];
  if (withCookies) {
    names.push(cookieNamed('session_jwt=', credentials), cookieNamed('session_token=', credentials));
  }
  return names.filter((name): name is string => Boolean(name));
}

function bearerToken({ authorization }: Credentials): string | undefined {
  return authorization === undefined ? undefined : /^Bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** `start` is the name with its equals sign. Split into all its cookies, a header of a kilobyte would cost microseconds. */
function cookieNamed(start: string, { cookie: header }: Credentials): string | undefined {
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
