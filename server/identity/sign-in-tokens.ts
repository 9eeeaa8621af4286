// One-time tokens of magic links and OAuth flows, and the codes beside links. Only the browser that began the sign-in can use
// them: it alone has the PKCE verifier, and the method id for the code.
import { createHash } from 'node:crypto';
import type { AccountStore, SignInTokenKind, User } from '../../store/account-store.ts';
import type { Admission } from './admission.ts';
import { ProviderError } from './provider-error.ts';
import { codeHashOf, hashOf, newCode, newSecret } from './secret-hash.ts';

export const TOKEN_LIFETIME_MINUTES = 10;
/** Of link and code together. Mail scanners open links too, without the PKCE verifier: one wrong try must not use the token up. */
const WRONG_TRIES_MAX = 5;

type Options = { accounts: AccountStore; admission: Pick<Admission, 'admits'>; now: () => number };

/** `isFirst`: the person has never signed in before. */
export type Arrival = { user: User; isFirst: boolean };

export type SignInTokens = {
  /** With a method id there is a code beside the token. */
  issue(token: {
    kind: SignInTokenKind;
    email: string;
    codeChallenge: string;
    methodId?: string | undefined;
  }): Promise<{ token: string; code: string | undefined }>;
  /** Consumes the token; throws a ProviderError where it is not valid. */
  spend(attempt: {
    kind: SignInTokenKind;
    token: string;
    codeVerifier: string | undefined;
  }): Promise<Arrival>;
  /** Consumes the code, and the link with it. `unknown`: no code was ever issued with this method id. */
  spendCode(attempt: { methodId: string; code: string }): Promise<Arrival | 'refused' | 'unknown'>;
};

/** The secret by which the browser that asked for a mail is known again when it sends the code. */
export function newMethodId(): string {
  return `email-test-${newSecret()}`;
}

/** RFC 7636 4.2. */
function challengeOf(codeVerifier: string): string {
  return createHash('sha256').update(codeVerifier).digest('base64url');
}

function notFound(kind: SignInTokenKind): ProviderError {
  return new ProviderError(kind === 'oauth' ? 'oauth_token_not_found' : 'unable_to_auth_magic_link');
}

export function createSignInTokens({ accounts, admission, now }: Options): SignInTokens {
  /** Undefined: banned or deleted since the token was issued, or the setting has changed. */
  async function arrivalOf(userId: string): Promise<Arrival | undefined> {
    const user = await accounts.findUser(userId);
    if (!user || !admission.admits(user)) return undefined;
    await accounts.markEmailVerified(userId);
    return { user: { ...user, emailVerified: true }, isFirst: !user.emailVerified };
  }

  return {
    async issue({ kind, email, codeChallenge, methodId }) {
      const nowMs = now();
      const { userId } = await accounts.findOrCreateUser({ email, nowMs });
      const token = newSecret();
      const code = methodId === undefined ? undefined : newCode();
      await accounts.addSignInToken({
        tokenHash: hashOf(token),
        kind,
        userId,
        codeChallenge,
        createdAtMs: nowMs,
        expiresAtMs: nowMs + TOKEN_LIFETIME_MINUTES * 60_000,
        ...(methodId !== undefined &&
          code !== undefined && {
            code: { methodHash: hashOf(methodId), codeHash: codeHashOf({ code, secret: methodId }) },
          }),
      });
      return { token, code };
    },

    async spend({ kind, token, codeVerifier }) {
      const spending = await accounts.spendSignInToken({
        tokenHash: hashOf(token),
        kind,
        codeChallenge: codeVerifier === undefined ? undefined : challengeOf(codeVerifier),
        nowMs: now(),
        wrongTriesMax: WRONG_TRIES_MAX,
      });
      if (spending.outcome === 'wrong-proof') {
        throw new ProviderError(codeVerifier === undefined ? 'pkce_expected_code_verifier' : 'pkce_mismatch');
      }
      if (spending.outcome !== 'spent-now') throw notFound(kind);
      const arrival = await arrivalOf(spending.token.userId);
      if (!arrival) throw notFound(kind);
      return arrival;
    },

    async spendCode({ methodId, code }) {
      const spending = await accounts.spendSignInToken({
        methodHash: hashOf(methodId),
        codeHash: codeHashOf({ code, secret: methodId }),
        kind: 'magic_links',
        nowMs: now(),
        wrongTriesMax: WRONG_TRIES_MAX,
      });
      if (spending.outcome === 'unknown') return 'unknown';
      if (spending.outcome !== 'spent-now') return 'refused';
      return (await arrivalOf(spending.token.userId)) ?? 'refused';
    },
  };
}
