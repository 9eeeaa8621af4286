// Chooses the messages of the login page: why a sign-in or a mail failed, and why signing in is impossible here.
import { type SignInReason, signInHints } from '../../contract/sign-in-reason.ts';

/** The server gives its reason in the query, this application in the history state. Both are untrusted input. */
export function loginHint(
  { search, state }: { search: string; state: unknown },
  hasLinks = true,
): string | undefined {
  const reason = new URLSearchParams(search).get('reason') ?? state;
  const isKnown = typeof reason === 'string' && Object.hasOwn(signInHints, reason);
  if (!isKnown) return undefined;
  const hint = signInHints[reason as SignInReason];
  if (hasLinks) return hint;
  // No advice to use a link where there are none.
  return reason.startsWith('link-') ? undefined : hint.replace(', or use a magic link', '');
}

type Place = {
  origin: string;
  /** PKCE needs `crypto.subtle`, which browsers offer only over https and on localhost. */
  hasCrypto: boolean;
  /** The origin that sign-in links lead to; null with a provider elsewhere. */
  apiUrl: string | null;
};

export type SignInObstacle = 'needs-https' | 'other-address';

export function signInObstacle({ origin, hasCrypto, apiUrl }: Place): SignInObstacle | undefined {
  if (!hasCrypto) return 'needs-https';
  // The PKCE verifier is stored per origin, so a link must return to the origin that asked for it.
  return apiUrl !== null && apiUrl !== origin ? 'other-address' : undefined;
}

/** The provider's own words for a rate limit: they say when to try again. Its other errors are not for users. */
export function sendFailureReason(error: unknown): string | undefined {
  const { error_type, error_message } = (error ?? {}) as { error_type?: unknown; error_message?: unknown };
  const isWorded = error_type === 'too_many_requests' && typeof error_message === 'string';
  return isWorded ? error_message : undefined;
}

/** Why a code did not sign anybody in. */
export function codeProblem(error: unknown): string {
  if (Object(error).error_type === 'otp_code_not_found')
    return 'That code did not work. Take it from the newest mail; it lasts ten minutes and five tries.';
  return sendFailureReason(error) ?? 'The server did not answer as it should. Try again in a moment.';
}
