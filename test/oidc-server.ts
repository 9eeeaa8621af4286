// A real OpenID Connect provider on loopback, which signs one user in, or refuses, without a dialog.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
// @ts-expect-error: the package has no types, and those beside it bring 17 packages.
import Provider from 'oidc-provider';
// @ts-expect-error: as above.
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { rsaPrivateJwk } from './rsa-keys.ts';

export const OIDC_CLIENT = {
  clientId: 'platbook',
  clientSecret: 'a secret of the client, long enough to sign with',
};

/** `xms_edov`: what Microsoft sends instead of `email_verified`. Of any type, as a careless provider has them. */
export type OidcPerson = { email?: unknown; email_verified?: unknown; xms_edov?: unknown };

export type OidcServer = {
  issuer: string;
  /** The user of the next sign-ins; undefined cancels them. */
  person: OidcPerson | undefined;
  /** Replaces the ID token of the next sign-ins. */
  forge?: (idToken: string) => string | Promise<string>;
  close(): Promise<void>;
};

type Options = {
  redirectUri: string | string[];
  /** Whether the ID token holds the address too, besides the userinfo endpoint. */
  emailInIdToken?: boolean;
  clientAuthentication?: 'client_secret_basic' | 'client_secret_post';
  port?: number;
};

async function configurationOf(server: OidcServer, options: Options) {
  const { redirectUri, emailInIdToken = false, clientAuthentication = 'client_secret_basic' } = options;
  return {
    // The default, but naming it avoids a warning.
    adapter: createMemoryAdapter(0),
    clients: [
      {
        client_id: OIDC_CLIENT.clientId,
        client_secret: OIDC_CLIENT.clientSecret,
        redirect_uris: [redirectUri].flat(),
        token_endpoint_auth_method: clientAuthentication,
      },
    ],
    clientAuthMethods: [clientAuthentication],
    jwks: { keys: [{ ...(await rsaPrivateJwk('ours')), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['signs the cookies of this provider'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified', 'xms_edov'] },
    scopes: ['openid', 'email', 'profile'],
    conformIdTokenClaims: !emailInIdToken,
    features: { devInteractions: { enabled: false } },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => ({ sub: accountId, ...server.person }),
    }),
    ttl: {
      Interaction: 600,
      Session: 600,
      Grant: 600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
  };
}

export async function openOidcServer(options: Options): Promise<OidcServer> {
  let handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  const http = createServer((request, response) => {
    handle(request, response).catch((error) => response.writeHead(500).end(String(error)));
  });
  http.listen(options.port ?? 0, '127.0.0.1');
  await once(http, 'listening');
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;

  const server: OidcServer = {
    issuer,
    person: { email: 'zoe@example.org', email_verified: true },
    async close() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };

  const provider = new Provider(issuer, await configurationOf(server, options));
  type Context = { path: string; body: { id_token: string } };
  provider.use(async (context: Context, next: () => Promise<void>) => {
    await next();
    const { path, body } = context;
    if (path === '/token' && server.forge) body.id_token = await server.forge(body.id_token);
  });

  async function answerInteraction(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { prompt, params, session } = await provider.interactionDetails(request, response);
    const finish = (result: object): Promise<void> =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: true });
    if (!server.person) return finish({ error: 'access_denied' });
    if (prompt.name === 'login') return finish({ login: { accountId: 'person-1' } });
    const grant = new provider.Grant({
      accountId: session.accountId,
      clientId: String(params.client_id),
    });
    grant.addOIDCScope(String(params.scope));
    return finish({ consent: { grantId: await grant.save() } });
  }

  handle = async (request, response) => {
    if (request.url?.startsWith('/interaction/')) await answerInteraction(request, response);
    else await provider.callback()(request, response);
  };
  return server;
}
