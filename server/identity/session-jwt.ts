// Session JWTs: short-lived proofs of a session. Signed by the embedded provider, verified alike for it and for Stytch.
import { errors, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Session, User } from '../../store/account-store.ts';
import { sessionAnswer } from './sdk-wire-format.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The claim that holds the session. */
export const SESSION_CLAIM = 'https://stytch.com/session';

const LIFETIME_SECONDS = 300;
const CLOCK_SKEW_SECONDS = 60;
/** About a kilobyte each. A browser sends the same JWT with every tile for minutes. */
const VERIFIED_MAX = 10_000;

function issuerOf(projectId: string): string {
  return `stytch.com/${projectId}`;
}

export type SignSessionJwt = (session: Session, user: User) => Promise<string>;
type SignerOptions = { keys: SigningKeys; projectId: string; now: () => number };

export function createSessionJwtSigner({ keys, projectId, now }: SignerOptions): SignSessionJwt {
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

type JwtSession = { userId: string; sessionId: string; validUntilMs: number };
/** Undefined for a JWT that is forged, foreign, expired, not valid yet, or no JWT at all. */
export type SessionJwts = {
  verify(jwt: string): Promise<JwtSession | undefined>;
  /** Whether this project has issued it, also where it has expired or is not valid yet. */
  isAuthentic(jwt: string): Promise<boolean>;
  /** Answered from memory: undefined, too, for a JWT whose signature has not been verified lately. */
  recall(jwt: string): JwtSession | undefined;
};

const sessionClaims = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  nbf: z.number().default(0),
  [SESSION_CLAIM]: z.object({ id: z.string().min(1) }),
});

type Verified = JwtSession & { jwt: string; notBeforeSeconds: number };
type VerifierOptions = { projectId: string; keys: JWTVerifyGetKey; now: () => number };

/** The end of the signature tells JWTs apart as well as the whole, and is found in a map ten times as fast. */
const KEY_LENGTH = 64;

/** Memoizes verified signatures (LRU); the times are checked on every call. */
export function createSessionJwtVerifier({ projectId, keys, now }: VerifierOptions): SessionJwts {
  const verifiedJwts = new LRUCache<string, Verified>({ max: VERIFIED_MAX });

  async function authenticate(jwt: string): Promise<Verified | undefined> {
    try {
      const { payload } = await jwtVerify(jwt, keys, {
        algorithms: ['RS256'],
        issuer: issuerOf(projectId),
        audience: projectId,
        // The times are checked by isCurrent.
        clockTolerance: Number.MAX_SAFE_INTEGER,
      });
      const claims = sessionClaims.safeParse(payload).data;
      return (
        claims && {
          jwt,
          userId: claims.sub,
          sessionId: claims[SESSION_CLAIM].id,
          notBeforeSeconds: claims.nbf,
          validUntilMs: (claims.exp + CLOCK_SKEW_SECONDS) * 1000,
        }
      );
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  /** Undefined for one that has not been verified, even if it ends like one that has. */
  function knownOf(jwt: string): Verified | undefined {
    const known = verifiedJwts.get(jwt.slice(-KEY_LENGTH));
    return known?.jwt === jwt ? known : undefined;
  }

  async function authenticOf(jwt: string): Promise<Verified | undefined> {
    const known = knownOf(jwt);
    if (known) return known;
    const authentic = await authenticate(jwt);
    if (authentic) verifiedJwts.set(jwt.slice(-KEY_LENGTH), authentic);
    return authentic;
  }

  function isCurrent({ notBeforeSeconds, validUntilMs }: Verified): boolean {
    const nowMs = now();
    return notBeforeSeconds <= Math.floor(nowMs / 1000) + CLOCK_SKEW_SECONDS && nowMs < validUntilMs;
  }

  return {
    async verify(jwt) {
      const authentic = await authenticOf(jwt);
      return authentic && isCurrent(authentic) ? authentic : undefined;
    },
    isAuthentic: async (jwt) => (await authenticOf(jwt)) !== undefined,
    recall(jwt) {
      const known = knownOf(jwt);
      return known && isCurrent(known) ? known : undefined;
    },
  };
}
