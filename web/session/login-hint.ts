// What the login page says to those whose sign-in came back to it.
import { type SignInReason, signInHints } from '../../contract/sign-in-reason.ts';

/** The server names its reason in the address, this application in the browser's history: both may hold anything. */
export function loginHint({ search, state }: { search: string; state: unknown }): string | undefined {
  const reason = new URLSearchParams(search).get('reason') ?? state;
  const isKnown = typeof reason === 'string' && Object.hasOwn(signInHints, reason);
  return isKnown ? signInHints[reason as SignInReason] : undefined;
}
