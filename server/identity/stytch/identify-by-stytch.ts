// Identifies users where Stytch is the authentication provider: JWTs by its keys, session tokens by its API (cached).
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { refusals } from '../../../contract/messages.ts';
import type { AccountStore } from '../../../store/account-store.ts';
import { Failure } from '../../failure.ts';
import { type Identify, isJwt, type Person } from '../../require-session.ts';
import { hashOf } from '../secret-hash.ts';
import { createSessionJwtVerifier } from '../session-jwt.ts';
import { createStytchApi, StytchUnavailable, stytchUrl } from './stytch-api.ts';

/** TTL of a valid session token: a session revoked at Stytch may stay valid here for this long. */
const TOKEN_TTL_MS = 60_000;
/** TTL of the negative cache: an unknown token is not looked up again for this long. */
const UNKNOWN_TTL_MS = 10_000;
/** TTL of who may come in: one who is banned here may still do so for this long. */
const STANDING_TTL_MS = 10_000;
const CACHED_MAX = 10_000;

type Parts = {
  project: { projectId: string; secret: string };
  accounts: Pick<AccountStore, 'adoptUser'> & { people: Pick<AccountStore['people'], 'find'> };
  /** Replaced by tests. */
  apiUrl?: string;
  /** Milliseconds since 1970. */
  now: () => number;
};

export function identifyByStytch({
  project,
  accounts,
  apiUrl = stytchUrl(project.projectId),
  now,
}: Parts): Identify {
  const { keys, findUserOfToken } = createStytchApi(project, apiUrl);
  const jwts = createSessionJwtVerifier({ projectId: project.projectId, keys, now });
  /** Keyed by the token's hash, which is short however long the token is. */
  const users = new LRUCache<string, string, string>({
    max: CACHED_MAX,
    ttl: TOKEN_TTL_MS,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: (_hash, _stale, { context: token }) => findUserOfToken(token),
  });
  /** Negative cache, separate so that made-up tokens do not evict valid ones. */
  const unknownTokens = new LRUCache<string, true>({
    max: CACHED_MAX,
    ttl: UNKNOWN_TTL_MS,
    ttlResolution: 0,
    perf: { now },
  });
  const standings = new LRUCache<string, 'admitted' | 'banned'>({
    max: CACHED_MAX,
    ttl: STANDING_TTL_MS,
    ttlResolution: 0,
    perf: { now },
  });

  /** Saved parcels need a row for their owner in this server's own store. */
  async function isAdmitted(userId: string): Promise<boolean> {
    let standing = standings.get(userId);
    if (!standing) {
      const user = await accounts.people.find(userId);
      if (!user) await accounts.adoptUser({ userId, nowMs: now() });
      standing = user?.bannedAtMs === undefined ? 'admitted' : 'banned';
      standings.set(userId, standing);
    }
    return standing === 'admitted';
  }

  async function userOf(credential: string): Promise<string | undefined> {
    if (isJwt(credential)) return (await jwts.verify(credential))?.userId;
    const hash = hashOf(credential);
    if (unknownTokens.has(hash)) return undefined;
    const userId = await users.fetch(hash, { context: credential });
    if (userId === undefined) unknownTokens.set(hash, true);
    return userId;
  }

  async function find(
    request: FastifyRequest,
    credentials: readonly string[],
    { stopAtForged = false } = {},
  ): Promise<Person | undefined> {
    let outage: unknown;
    for (const credential of credentials) {
      try {
        const userId = await userOf(credential);
        if (userId !== undefined && (await isAdmitted(userId))) return { userId };
        if (stopAtForged && !(await jwts.isAuthentic(credential))) return undefined;
      } catch (error) {
        if (!(error instanceof StytchUnavailable)) throw error;
        outage = error;
        if (stopAtForged) break;
      }
    }
    if (outage === undefined) return undefined;
    // Not 401: the browser would sign the user out, although the session may be valid.
    request.log.warn({ err: outage });
    throw new Failure(503, refusals.identityUnavailable);
  }

  function recall(credential: string): Person | undefined {
    const userId = isJwt(credential) ? jwts.recall(credential)?.userId : users.get(hashOf(credential));
    return userId !== undefined && standings.get(userId) === 'admitted' ? { userId } : undefined;
  }

  return { find, recall };
}
