// The short-lived proof of a session that a browser shows with every call.
import { SignJWT } from 'jose';
import type { Session, User } from '../../store/account-store.ts';
import { sessionAnswer } from './sdk-answers.ts';
import type { SigningKeys } from './signing-keys.ts';
import { issuerOf, SESSION_CLAIM } from './verify-session-jwt.ts';

const LIFETIME_SECONDS = 300;

type Options = { keys: SigningKeys; projectId: string; now: () => number };
export type SignSessionJwt = (session: Session, user: User) => Promise<string>;

export function createSessionJwtSigner({ keys, projectId, now }: Options): SignSessionJwt {
  return async (session, user) => {
    const { keyId, privateKey } = await keys.current();
    const issuedAt = Math.floor(now() / 1000);
    const { session_id: id, user_id: _sub, ...particulars } = sessionAnswer(session, user);
    return new SignJWT({ [SESSION_CLAIM]: { id, ...particulars } })
      .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: 'JWT' })
      .setIssuer(issuerOf(projectId))
      .setAudience([projectId])
      .setSubject(session.userId)
      .setIssuedAt(issuedAt)
      .setNotBefore(issuedAt)
      .setExpirationTime(issuedAt + LIFETIME_SECONDS)
      .sign(privateKey);
  };
}
