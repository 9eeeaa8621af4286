// Checks a session JWT by its signature alone. The same check serves the embedded provider and Stytch.
import { errors, type JWTVerifyGetKey, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';

/** The claim that holds the session. */
export const SESSION_CLAIM = 'https://stytch.com/session';

const CLOCK_SKEW_SECONDS = 60;
/** Each is about a kilobyte. A person's browser presents the same one for minutes, with every tile. */
const REMEMBERED_MAX = 10_000;

export type JwtSession = { userId: string; sessionId: string };
/** Undefined for whatever is forged, foreign, expired, not valid yet or no JWT at all. */
export type VerifySessionJwt = (jwt: string) => Promise<JwtSession | undefined>;

const sessionClaims = z.object({
  sub: z.string().min(1),
  exp: z.number(),
  nbf: z.number().default(0),
  [SESSION_CLAIM]: z.object({ id: z.string().min(1) }),
});

type Remembered = JwtSession & { notBeforeSeconds: number; expiresAtSeconds: number };

export function issuerOf(projectId: string): string {
  return `stytch.com/${projectId}`;
}

type Options = { projectId: string; keys: JWTVerifyGetKey; now: () => number };

export function createSessionJwtVerifier({ projectId, keys, now }: Options): VerifySessionJwt {
  const remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_MAX });

  async function verify(jwt: string): Promise<Remembered | undefined> {
    try {
      const { payload } = await jwtVerify(jwt, keys, {
        algorithms: ['RS256'],
        issuer: issuerOf(projectId),
        audience: projectId,
        clockTolerance: CLOCK_SKEW_SECONDS,
        currentDate: new Date(now()),
      });
      const claims = sessionClaims.safeParse(payload).data;
      return (
        claims && {
          userId: claims.sub,
          sessionId: claims[SESSION_CLAIM].id,
          notBeforeSeconds: claims.nbf,
          expiresAtSeconds: claims.exp,
        }
      );
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }

  /** As jose does it, for those that need no second look at their signature. */
  function isCurrent({ notBeforeSeconds, expiresAtSeconds }: Remembered): boolean {
    const nowSeconds = Math.floor(now() / 1000);
    return (
      notBeforeSeconds <= nowSeconds + CLOCK_SKEW_SECONDS &&
      expiresAtSeconds > nowSeconds - CLOCK_SKEW_SECONDS
    );
  }

  return async (jwt) => {
    const known = remembered.get(jwt);
    if (known) return isCurrent(known) ? known : undefined;
    const verified = await verify(jwt);
    if (verified) remembered.set(jwt, verified);
    return verified;
  };
}
