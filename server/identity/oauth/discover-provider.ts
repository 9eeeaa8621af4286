// What a provider says about itself, asked when it is first needed and then kept.
import * as oidc from 'openid-client';
import type { OidcProvider } from '../../sign-in-settings.ts';

const TIMEOUT_SECONDS = 10;

/** Providers take the secret in the body or in a header; those that do not say which take the header (RFC 8414). */
function authenticateWith(clientSecret: string): oidc.ClientAuth {
  const [post, basic] = [oidc.ClientSecretPost(clientSecret), oidc.ClientSecretBasic(clientSecret)];
  return (server, ...request) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    (inBody ? post : basic)(server, ...request);
  };
}

/** A provider that could not be asked is asked again the next time. */
export function createProviderDiscovery(): (provider: OidcProvider) => Promise<oidc.Configuration> {
  const found = new Map<string, Promise<oidc.Configuration>>();
  return (provider) => {
    const { name, issuer, clientId, clientSecret } = provider;
    const known = found.get(name);
    if (known) return known;
    const asked = oidc.discovery(new URL(issuer), clientId, undefined, authenticateWith(clientSecret), {
      timeout: TIMEOUT_SECONDS,
      // The settings let only a provider on this machine go unencrypted.
      execute: issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
    });
    found.set(name, asked);
    asked.catch(() => found.delete(name));
    return asked;
  };
}
