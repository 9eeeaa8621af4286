// Finds the person of a session, from memory where it is known to be unchanged, else in the store.
import { LRUCache } from 'lru-cache';
import { SESSION_AGE_DAYS_MAX } from '../../contract/limits.ts';
import type { AccountStore, Session } from '../../store/account-store.ts';
import { type Identify, isJwt, type Person } from '../require-session.ts';
import { hashOf } from './secret-hash.ts';
import type { SessionJwts } from './session-jwt.ts';
import type { EndOfSession } from './sessions.ts';

/** A few hundred bytes each. Who comes after that is looked up as ever. */
const REMEMBERED_MAX = 10_000;
const LASTS_MS_MAX = SESSION_AGE_DAYS_MAX * 24 * 60 * 60_000;

type Options = {
  accounts: Pick<
    AccountStore,
    'findSession' | 'findSessionById' | 'onSessionChange' | 'receivesSessionChanges'
  >;
  jwts: SessionJwts;
  endOf: EndOfSession;
  now: () => number;
};

/**
 * A JWT is good only while its session is in the store, so that a revoked one stops at once, in every process. A session
 * is remembered from its look-up until the store tells of a change, and nothing remembered counts while the store may
 * miss changes that other processes make.
 */
export function identifyBySession({ accounts, jwts, endOf, now }: Options): Identify {
  const sessions = new LRUCache<string, Session>({ max: REMEMBERED_MAX });
  const idsByTokenHash = new LRUCache<string, string>({ max: REMEMBERED_MAX });
  /** Counts changes, because a session that is being looked up may change meanwhile. */
  let changes = 0;

  accounts.onSessionChange((sessionId) => {
    changes++;
    if (sessionId === undefined) sessions.clear();
    else sessions.delete(sessionId);
  });

  async function remembering(find: Promise<Session | undefined>): Promise<Session | undefined> {
    const changesBefore = changes;
    const session = await find;
    if (session && now() >= endOf(session)) return undefined;
    if (session && changes === changesBefore) {
      sessions.set(session.sessionId, session);
      idsByTokenHash.set(session.tokenHash, session.sessionId);
    }
    return session;
  }

  async function lookUp(credential: string): Promise<Session | undefined> {
    if (!isJwt(credential)) {
      return remembering(accounts.findSession({ tokenHash: hashOf(credential), nowMs: now() }));
    }
    const verified = await jwts.verify(credential);
    return verified && remembering(accounts.findSessionById({ sessionId: verified.sessionId, nowMs: now() }));
  }

  function recall(credential: string): Person | undefined {
    if (!accounts.receivesSessionChanges()) return undefined;
    // Only a JWT has dots. The whole pattern of one need not be checked: nothing else is remembered by that name.
    const isNamedByJwt = credential.includes('.');
    const id = isNamedByJwt ? jwts.recall(credential)?.sessionId : idsByTokenHash.get(hashOf(credential));
    const session = id === undefined ? undefined : sessions.get(id);
    if (!session) return undefined;
    const { userId, sessionId, expiresAtMs } = session;
    const nowMs = now();
    // As in the store: a session that ends later than any can dates from before the clock was set back.
    const isCurrent = nowMs >= expiresAtMs - LASTS_MS_MAX && nowMs < endOf(session);
    return isCurrent ? { userId, sessionId } : undefined;
  }

  return {
    recall,
    async find(_request, credentials, { stopAtForged = false } = {}) {
      for (const credential of credentials) {
        const person = recall(credential) ?? (await lookUp(credential));
        if (person) return person;
        if (stopAtForged && !(await jwts.isAuthentic(credential))) return undefined;
      }
      return undefined;
    },
  };
}
