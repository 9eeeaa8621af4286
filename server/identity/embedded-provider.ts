// The embedded authentication provider: everything that Stytch would do, done here with the account store.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { AccountStore } from '../../store/account-store.ts';
import type { Identify } from '../require-session.ts';
import { identifyBySession } from './identify-by-session.ts';
import { jwksRoute } from './jwks-route.ts';
import type { Mailer } from './mail/mailer.ts';
import { removeExpiredNowAndThen } from './remove-expired.ts';
import { sdkRoutes } from './sdk-routes.ts';
import { createSessionJwtSigner } from './session-jwt.ts';
import { createSessions } from './sessions.ts';
import { createSignInLimits } from './sign-in-limits.ts';
import { createSignInTokens } from './sign-in-tokens.ts';
import { createSigningKeys } from './signing-keys.ts';
import { createSessionJwtVerifier } from './verify-session-jwt.ts';

export type EmbeddedProvider = {
  publicToken: string;
  identify: Identify;
  routes(app: FastifyInstance): void;
  /** For the end of an OAuth round: what the browser spends to sign in. The address is one that was verified there. */
  issueOauthToken(person: { email: string; codeChallenge: string }): Promise<string>;
};

type Parts = {
  accounts: AccountStore;
  mailer: Mailer;
  publicUrl: string;
  /** Milliseconds since 1970. */
  now: () => number;
};

export async function openEmbeddedProvider({
  accounts,
  mailer,
  publicUrl,
  now,
}: Parts): Promise<EmbeddedProvider> {
  const { projectId, publicToken } = await accounts.findOrCreateProject({
    projectId: `project-test-${randomUUID()}`,
    publicToken: `public-token-test-${randomUUID()}`,
  });
  const keys = createSigningKeys({ accounts, now });
  const tokens = createSignInTokens({ accounts, now });
  const limits = createSignInLimits({ accounts, now });
  const verifyJwt = createSessionJwtVerifier({ projectId, keys: keys.find, now });
  const signJwt = createSessionJwtSigner({ keys, projectId, now });
  const sessions = createSessions({ accounts, signJwt, now });

  return {
    publicToken,
    identify: identifyBySession({ accounts, verifyJwt, now }),
    routes(app) {
      sdkRoutes(app, { publicToken, publicUrl, tokens, sessions, limits, mailer });
      jwksRoute(app, { projectId, keys });
      removeExpiredNowAndThen(app, { accounts, keys, now });
    },
    issueOauthToken: ({ email, codeChallenge }) => tokens.issue({ kind: 'oauth', email, codeChallenge }),
  };
}
