// The e-mail address that a provider vouches for.
import * as oidc from 'openid-client';
import { normalizeEmail } from '../email-address.ts';

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

/** Undefined where there is none, or where the provider does not say that it belongs to this person. */
export async function verifiedEmail(
  configuration: oidc.Configuration,
  tokens: Tokens,
): Promise<string | undefined> {
  const idToken = tokens.claims()!;
  // By the standard the address is told on asking; many providers put it into the token as well.
  const asked = idToken.email === undefined && configuration.serverMetadata().userinfo_endpoint;
  const { email, email_verified } = asked
    ? await oidc.fetchUserInfo(configuration, tokens.access_token, idToken.sub)
    : idToken;
  // Apple writes "true" in quotes.
  const isVerified = String(email_verified) === 'true';
  return typeof email === 'string' && isVerified ? normalizeEmail(email) : undefined;
}
