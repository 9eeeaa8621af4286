// Why nobody can sign in from where the page was opened, or nothing.

type Place = {
  origin: string;
  /** Browsers hold back the hash function that signing in needs from plain http, except on this machine. */
  hasCrypto: boolean;
  /** Where the embedded provider's links lead; null with a provider elsewhere. */
  apiUrl: string | null;
};

export type SignInObstacle = 'needs-https' | 'other-address';

export function signInObstacle({ origin, hasCrypto, apiUrl }: Place): SignInObstacle | undefined {
  if (!hasCrypto) return 'needs-https';
  // What the browser keeps for the link's return, it keeps for one address only.
  return apiUrl !== null && apiUrl !== origin ? 'other-address' : undefined;
}
