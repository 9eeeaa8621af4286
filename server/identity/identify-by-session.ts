// The embedded provider's answer to who is asking. A JWT too is good only while its session is in the store: a revoked
// one stops at once, on every process.
import type { AccountStore, Session } from '../../store/account-store.ts';
import { type Identify, isJwt } from '../require-session.ts';
import { hashOf } from './secret-hash.ts';
import type { VerifySessionJwt } from './verify-session-jwt.ts';

type Options = { accounts: AccountStore; verifyJwt: VerifySessionJwt; now: () => number };

export function identifyBySession({ accounts, verifyJwt, now }: Options): Identify {
  async function findByJwt(jwt: string): Promise<Session | undefined> {
    const verified = await verifyJwt(jwt);
    return verified && accounts.findSessionById({ sessionId: verified.sessionId, nowMs: now() });
  }

  return async (_request, credentials) => {
    for (const credential of credentials) {
      const session = isJwt(credential)
        ? await findByJwt(credential)
        : await accounts.findSession({ tokenHash: hashOf(credential), nowMs: now() });
      if (session) return { userId: session.userId };
    }
    return undefined;
  };
}
