// The embedded authentication provider: does what Stytch would do, with this server's own account store.
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { SESSION_DAYS_MAX } from '../../contract/limits.ts';
import type { AccountStore } from '../../store/account-store.ts';
import type { Identify } from '../require-session.ts';
import { createAdmission, type SignInAllow } from './admission.ts';
import { identifyBySession } from './identify-by-session.ts';
import type { Mailer } from './mail/mailer.ts';
import { createNewBrowserNotice } from './new-browser-notice.ts';
import { createPlantedCheck } from './planted-session.ts';
import { createRateLimits } from './rate-limits.ts';
import { sdkRoutes } from './sdk-routes.ts';
import { createSessionJwtSigner, createSessionJwtVerifier } from './session-jwt.ts';
import { createSessions, endOfSession } from './sessions.ts';
import { createSignInTokens } from './sign-in-tokens.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Grace period for clock skew: what a fast clock took for expired must still exist once the clock is right. */
const GRACE_PERIOD_MS = 24 * HOUR_MS;

export type EmbeddedProvider = {
  publicToken: string;
  identify: Identify;
  routes(app: FastifyInstance): void;
  /**
   * The end of an OAuth flow: a one-time token for the browser. The OAuth provider has verified the address. Undefined for
   * somebody who may not sign in.
   */
  issueOauthToken(person: { email: string; codeChallenge: string }): Promise<string | undefined>;
};

type Parts = {
  accounts: AccountStore;
  /** Undefined: no mail is sent, and nobody signs in by it. */
  mailer: Mailer | undefined;
  publicUrl: string;
  mailSignIn?: boolean;
  sessionDays?: number;
  signInAllow?: SignInAllow;
  /** Milliseconds since 1970. */
  now: () => number;
};

export async function openEmbeddedProvider({
  accounts,
  mailer,
  publicUrl,
  mailSignIn = true,
  sessionDays = SESSION_DAYS_MAX,
  signInAllow,
  now,
}: Parts): Promise<EmbeddedProvider> {
  const { projectId, publicToken } = await accounts.findOrCreateProject({
    projectId: `project-test-${randomUUID()}`,
    publicToken: `public-token-test-${randomUUID()}`,
  });
  const keys = createSigningKeys({ accounts, now });
  const admission = createAdmission({ allow: signInAllow, people: accounts.people });
  await admission.endRefusedSessions(now());
  const tokens = createSignInTokens({ accounts, admission, now });
  const limits = createRateLimits({ accounts, now });
  const jwts = createSessionJwtVerifier({ projectId, keys: keys.find, now });
  const signJwt = createSessionJwtSigner({ keys, projectId, now });
  const endOf = endOfSession(sessionDays);
  const sessions = createSessions({ accounts, admission, signJwt, endOf, now });
  const isPlanted = createPlantedCheck({ publicUrl });

  return {
    publicToken,
    identify: { ...identifyBySession({ accounts, jwts, endOf, now }), isPlanted },
    routes(app) {
      sdkRoutes(app, {
        projectId,
        publicToken,
        publicUrl,
        admission,
        tokens,
        sessions,
        isPlanted,
        limits,
        keys,
        mailer,
        mailSignIn,
        tellOfNewBrowser: createNewBrowserNotice({ accounts, mailer, publicUrl, now }),
      });
      removeExpiredHourly(app, { accounts, keys, now });
    },
    issueOauthToken: async ({ email, codeChallenge }) =>
      (await admission.lookUp(email)).isAdmitted
        ? (await tokens.issue({ kind: 'oauth', email, codeChallenge })).token
        : undefined,
  };
}

type CleanupParts = { accounts: AccountStore; keys: SigningKeys; now: () => number };

/** Deletes sessions, tokens and counters whose grace period is over, and signing keys that are out of use. */
export function removeExpiredHourly(app: FastifyInstance, { accounts, keys, now }: CleanupParts): void {
  async function remove(): Promise<void> {
    try {
      await accounts.removeExpired({ beforeMs: now() - GRACE_PERIOD_MS });
      await keys.removeOld();
    } catch (error) {
      // Expired rows do no harm: the next run removes them.
      app.log.warn({ err: error });
    }
  }

  const timer = setInterval(remove, HOUR_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
