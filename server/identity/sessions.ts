// The embedded provider's sessions: started by signing in, extended by the browser, ended by revoking or by expiry.
import { randomUUID } from 'node:crypto';
import { SESSION_AGE_DAYS_MAX, SESSION_DAYS_MAX } from '../../contract/limits.ts';
import type { AccountStore, Session, SignInKind, User } from '../../store/account-store.ts';
import type { Admission } from './admission.ts';
import { ProviderError } from './provider-error.ts';
import type { SignedIn } from './sdk-wire-format.ts';
import { hashOf, newSecret } from './secret-hash.ts';
import type { SignSessionJwt } from './session-jwt.ts';

const DAY_MS = 24 * 60 * 60_000;

/** When a session ends, in milliseconds since 1970. */
export type EndOfSession = (
  session: Pick<Session, 'startedAtMs' | 'lastAccessedAtMs' | 'expiresAtMs'>,
) => number;

/**
 * `days` after its last use; three times that after signing in, however often it was extended. Sessions that were begun under another
 * setting end by this one, too.
 */
export function endOfSession(days: number): EndOfSession {
  const ageMaxMs = (SESSION_AGE_DAYS_MAX / SESSION_DAYS_MAX) * days * DAY_MS;
  return ({ startedAtMs, lastAccessedAtMs, expiresAtMs }) =>
    Math.min(expiresAtMs, lastAccessedAtMs + days * DAY_MS, startedAtMs + ageMaxMs);
}

type Options = {
  accounts: AccountStore;
  admission: Pick<Admission, 'admits'>;
  signJwt: SignSessionJwt;
  endOf: EndOfSession;
  now: () => number;
};

type Beginning = {
  user: User;
  kind: SignInKind;
  minutes: number;
  browser: string | undefined;
  /** The session tokens that the same browser had until now: their sessions end. */
  replacedTokens: readonly string[];
};

/** Calls with a session token throw `session_not_found` where there is no such session. */
export type Sessions = {
  start(beginning: Beginning): Promise<SignedIn>;
  /** Without minutes the expiry stays as it is. */
  keepAlive(sessionToken: string, minutes: number | undefined): Promise<SignedIn>;
  userOf(sessionToken: string): Promise<User>;
  /** Answers whose session it was. */
  revoke(sessionToken: string): Promise<{ userId: string }>;
};

export function createSessions({ accounts, admission, signJwt, endOf, now }: Options): Sessions {
  async function find(sessionToken: string): Promise<Session> {
    const session = await accounts.findSession({ tokenHash: hashOf(sessionToken), nowMs: now() });
    if (!session || now() >= endOf(session)) throw new ProviderError('session_not_found');
    return session;
  }

  async function signedIn(session: Session, user: User, sessionToken: string): Promise<SignedIn> {
    return { session, user, sessionToken, sessionJwt: await signJwt(session, user) };
  }

  return {
    async start({ user, kind, minutes, browser, replacedTokens }) {
      const nowMs = now();
      const sessionToken = newSecret();
      const times = { startedAtMs: nowMs, lastAccessedAtMs: nowMs };
      const session: Session = {
        sessionId: `session-test-${randomUUID()}`,
        userId: user.userId,
        kind,
        tokenHash: hashOf(sessionToken),
        ...times,
        expiresAtMs: endOf({ ...times, expiresAtMs: nowMs + minutes * 60_000 }),
        browser,
      };
      await accounts.addSession(session);
      for (const token of replacedTokens) await accounts.people.endSessionByHash(hashOf(token));
      return signedIn(session, user, sessionToken);
    },

    async keepAlive(sessionToken, minutes) {
      const { sessionId, userId, startedAtMs, expiresAtMs } = await find(sessionToken);
      const user = await accounts.findUser(userId);
      if (!user || !admission.admits(user)) {
        await accounts.revokeSession(sessionId);
        throw new ProviderError('session_not_found');
      }
      const nowMs = now();
      const askedMs = minutes === undefined ? expiresAtMs : nowMs + minutes * 60_000;
      const session = await accounts.touchSession({
        sessionId,
        lastAccessedAtMs: nowMs,
        expiresAtMs: endOf({ startedAtMs, lastAccessedAtMs: nowMs, expiresAtMs: askedMs }),
      });
      // Race: it was revoked between the two calls.
      if (!session) throw new ProviderError('session_not_found');
      return signedIn(session, user, sessionToken);
    },

    async userOf(sessionToken) {
      const user = await accounts.findUser((await find(sessionToken)).userId);
      // Race: the account was deleted between the two calls.
      if (!user) throw new ProviderError('session_not_found');
      return user;
    },

    async revoke(sessionToken) {
      const { sessionId, userId } = await find(sessionToken);
      await accounts.revokeSession(sessionId);
      return { userId };
    },
  };
}
