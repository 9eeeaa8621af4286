// One-time tokens of magic links and OAuth flows. PKCE: only the browser that began the sign-in can use them.
import { createHash } from 'node:crypto';
import type { AccountStore, SignInKind, User } from '../../store/account-store.ts';
import type { Admission } from './admission.ts';
import { ProviderError } from './provider-error.ts';
import { hashOf, newSecret } from './secret-hash.ts';

export const TOKEN_LIFETIME_MINUTES = 10;
/** Mail scanners open links too, without the PKCE verifier: a wrong try must not use the token up at once. */
const WRONG_TRIES_MAX = 5;

type Options = { accounts: AccountStore; admission: Pick<Admission, 'admits'>; now: () => number };

export type SignInTokens = {
  issue(token: { kind: SignInKind; email: string; codeChallenge: string }): Promise<string>;
  /** Consumes the token; throws a ProviderError where it is not valid. */
  spend(attempt: {
    kind: SignInKind;
    token: string;
    codeVerifier: string | undefined;
  }): Promise<{ user: User; isFirst: boolean }>;
};

/** RFC 7636 4.2. */
function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url');
}

function notFound(kind: SignInKind): ProviderError {
  return new ProviderError(kind === 'oauth' ? 'oauth_token_not_found' : 'unable_to_auth_magic_link');
}

export function createSignInTokens({ accounts, admission, now }: Options): SignInTokens {
  return {
    async issue({ kind, email, codeChallenge }) {
      const nowMs = now();
      const { userId } = await accounts.findOrCreateUser({ email, nowMs });
      const token = newSecret();
      await accounts.addSignInToken({
        tokenHash: hashOf(token),
        kind,
        userId,
        codeChallenge,
        createdAtMs: nowMs,
        expiresAtMs: nowMs + TOKEN_LIFETIME_MINUTES * 60_000,
      });
      return token;
    },

    async spend({ kind, token, codeVerifier }) {
      const spending = await accounts.spendSignInToken({
        tokenHash: hashOf(token),
        kind,
        codeChallenge: codeVerifier === undefined ? undefined : challengeOf(codeVerifier),
        nowMs: now(),
        wrongTriesMax: WRONG_TRIES_MAX,
      });
      if (spending.outcome === 'wrong-challenge') {
        throw new ProviderError(codeVerifier === undefined ? 'pkce_expected_code_verifier' : 'pkce_mismatch');
      }
      if (spending.outcome !== 'spent-now') throw notFound(kind);
      const { userId } = spending.token;
      const user = await accounts.findUser(userId);
      // Banned or deleted since the token was issued, or the setting has changed.
      if (!user || !admission.admits(user)) throw notFound(kind);
      await accounts.markEmailVerified(userId);
      return { user: { ...user, emailVerified: true }, isFirst: !user.emailVerified };
    },
  };
}
