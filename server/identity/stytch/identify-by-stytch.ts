// Who is asking, where Stytch itself signs people in.
import { LRUCache } from 'lru-cache';
import { messages } from '../../../contract/messages.ts';
import type { AccountStore } from '../../../store/account-store.ts';
import { Failure } from '../../failure.ts';
import { type Identify, isJwt } from '../../require-session.ts';
import { hashOf } from '../secret-hash.ts';
import { createSessionJwtVerifier } from '../verify-session-jwt.ts';
import { createStytchApi, StytchUnavailable, stytchUrl } from './stytch-api.ts';

/** How long a session that was ended at Stytch may still be taken for a good one. */
const TOKEN_TTL_MS = 60_000;
/** How long a token that Stytch does not know is not asked about again. */
const NOBODY_TTL_MS = 10_000;
const REMEMBERED_MAX = 10_000;

type Parts = {
  project: { projectId: string; secret: string };
  accounts: Pick<AccountStore, 'adoptUser'>;
  /** Stytch's own, unless a test stands in for it. */
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
  const verifyJwt = createSessionJwtVerifier({ projectId: project.projectId, keys, now });
  /** By the token's hash: a hash is short, whatever was presented. */
  const users = new LRUCache<string, string, string>({
    max: REMEMBERED_MAX,
    ttl: TOKEN_TTL_MS,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: (_hash, _stale, { context: token }) => findUserOfToken(token),
  });
  /** Apart from the users, so that tokens that somebody makes up push nobody out. */
  const nobodies = new LRUCache<string, true>({
    max: REMEMBERED_MAX,
    ttl: NOBODY_TTL_MS,
    ttlResolution: 0,
    perf: { now },
  });
  const adopted = new LRUCache<string, true>({ max: REMEMBERED_MAX });

  /** Saved parcels need an owner in this server's own store. */
  async function adopt(userId: string): Promise<void> {
    if (adopted.has(userId)) return;
    await accounts.adoptUser({ userId, nowMs: now() });
    adopted.set(userId, true);
  }

  async function userOf(credential: string): Promise<string | undefined> {
    if (isJwt(credential)) return (await verifyJwt(credential))?.userId;
    const hash = hashOf(credential);
    if (nobodies.has(hash)) return undefined;
    const userId = await users.fetch(hash, { context: credential });
    if (userId === undefined) nobodies.set(hash, true);
    return userId;
  }

  return async (request, credentials) => {
    let outage: unknown;
    for (const credential of credentials) {
      try {
        const userId = await userOf(credential);
        if (userId === undefined) continue;
        await adopt(userId);
        return { userId };
      } catch (error) {
        if (!(error instanceof StytchUnavailable)) throw error;
        outage = error;
      }
    }
    if (outage === undefined) return undefined;
    // Not 401: the browser would sign out somebody whose session may be perfectly good.
    request.log.warn({ err: outage });
    throw new Failure(503, messages.identityUnavailable);
  };
}
