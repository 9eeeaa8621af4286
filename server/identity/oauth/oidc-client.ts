// What this server asks of an OpenID Connect provider: its metadata, and a user's verified e-mail address.
import type * as oidc from 'openid-client';
import type { OidcProvider } from '../../sign-in-settings.ts';
import { normalizeEmail } from '../email-address.ts';

const TIMEOUT_SECONDS = 10;

/** Loaded with the first sign-in: no start needs it, and most installations have no provider. */
export const loadOidc = () => import('openid-client');

/** The secret goes into the body or into a header; the header is the default (RFC 8414). */
function authenticateWith(
  clientSecret: string,
  { ClientSecretPost, ClientSecretBasic }: typeof oidc,
): oidc.ClientAuth {
  const [post, basic] = [ClientSecretPost(clientSecret), ClientSecretBasic(clientSecret)];
  return (server, ...request) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    (inBody ? post : basic)(server, ...request);
  };
}

/** Memoizes each provider's discovery. Failures are not kept: the next call tries again. */
export function createProviderDiscovery(): (provider: OidcProvider) => Promise<oidc.Configuration> {
  const found = new Map<string, Promise<oidc.Configuration>>();
  return (provider) => {
    const { name } = provider;
    const known = found.get(name);
    if (known) return known;
    const asked = askProvider(provider);
    found.set(name, asked);
    asked.catch(() => found.delete(name));
    return asked;
  };
}

async function askProvider({ issuer, clientId, clientSecret }: OidcProvider): Promise<oidc.Configuration> {
  const library = await loadOidc();
  const authentication = authenticateWith(clientSecret, library);
  return library.discovery(new URL(issuer), clientId, undefined, authentication, {
    timeout: TIMEOUT_SECONDS,
    execute: [
      // Verifies signatures of ID tokens. Keys are kept for five minutes; an unknown key id fetches them once a minute at most.
      library.enableNonRepudiationChecks,
      // The settings accept plain http only for providers on this machine.
      ...(issuer.startsWith('http:') ? [library.allowInsecureRequests] : []),
    ],
  });
}

type Tokens = Awaited<ReturnType<typeof oidc.authorizationCodeGrant>>;

/** Undefined where there is no e-mail address, or where the provider has not verified it. */
export async function verifiedEmail(
  configuration: oidc.Configuration,
  tokens: Tokens,
): Promise<string | undefined> {
  const idToken = tokens.claims()!;
  // By the standard it comes from the userinfo endpoint; many providers put it into the ID token too.
  const needsUserInfo = idToken.email === undefined && configuration.serverMetadata().userinfo_endpoint;
  const { email, email_verified, xms_edov } = needsUserInfo
    ? await (await loadOidc()).fetchUserInfo(configuration, tokens.access_token, idToken.sub)
    : idToken;
  // Apple writes "true" in quotes. Microsoft never sends it, but an optional claim for a domain that its owner has verified, which
  // comes as 1, too. Nothing else counts, such as a list with the word in it.
  const isVerified =
    email_verified === undefined
      ? [true, 'true', 1, '1'].includes(xms_edov as string)
      : [true, 'true'].includes(email_verified as string);
  return typeof email === 'string' && isVerified ? normalizeEmail(email) : undefined;
}
