// The embedded provider's sessions: started by signing in, extended by the browser, ended by revoking or by expiry.
import { randomUUID } from 'node:crypto';
import type { AccountStore, Session, SignInKind, User } from '../../store/account-store.ts';
import { ProviderError } from './provider-error.ts';
import type { SignedIn } from './sdk-wire-format.ts';
import { hashOf, newSecret } from './secret-hash.ts';
import type { SignSessionJwt } from './session-jwt.ts';

type Options = { accounts: AccountStore; signJwt: SignSessionJwt; now: () => number };

/** Calls with a session token throw `session_not_found` where there is no such session. */
export type Sessions = {
  start(beginning: { user: User; kind: SignInKind; minutes: number }): Promise<SignedIn>;
  /** Without minutes the expiry stays as it is. */
  keepAlive(sessionToken: string, minutes: number | undefined): Promise<SignedIn>;
  userOf(sessionToken: string): Promise<User>;
  /** Answers whose session it was. */
  revoke(sessionToken: string): Promise<{ userId: string }>;
};

export function createSessions({ accounts, signJwt, now }: Options): Sessions {
  async function find(sessionToken: string): Promise<Session> {
    const session = await accounts.findSession({ tokenHash: hashOf(sessionToken), nowMs: now() });
    if (!session) throw new ProviderError('session_not_found');
    return session;
  }

  async function signedIn(session: Session, user: User, sessionToken: string): Promise<SignedIn> {
    return { session, user, sessionToken, sessionJwt: await signJwt(session, user) };
  }

  return {
    async start({ user, kind, minutes }) {
      const nowMs = now();
      const sessionToken = newSecret();
      const session: Session = {
        sessionId: `session-test-${randomUUID()}`,
        userId: user.userId,
        kind,
        tokenHash: hashOf(sessionToken),
        startedAtMs: nowMs,
        lastAccessedAtMs: nowMs,
        expiresAtMs: nowMs + minutes * 60_000,
      };
      await accounts.addSession(session);
      return signedIn(session, user, sessionToken);
    },

    async keepAlive(sessionToken, minutes) {
      const { sessionId, userId, expiresAtMs } = await find(sessionToken);
      const nowMs = now();
      const session = await accounts.touchSession({
        sessionId,
        lastAccessedAtMs: nowMs,
        expiresAtMs: minutes === undefined ? expiresAtMs : nowMs + minutes * 60_000,
      });
      // Race: it was revoked between the two calls.
      if (!session) throw new ProviderError('session_not_found');
      return signedIn(session, (await accounts.findUser(userId))!, sessionToken);
    },

    async userOf(sessionToken) {
      return (await accounts.findUser((await find(sessionToken)).userId))!;
    },

    async revoke(sessionToken) {
      const { sessionId, userId } = await find(sessionToken);
      await accounts.revokeSession(sessionId);
      return { userId };
    },
  };
}
