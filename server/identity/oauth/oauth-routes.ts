// Signing in with an OpenID Connect provider: redirects there and back, ending with a one-time token for the browser.
import type { FastifyInstance, FastifyReply } from 'fastify';
import type * as oidc from 'openid-client';
import { z } from 'zod';
import type { SignInReason } from '../../../contract/sign-in-reason.ts';
import type { OidcProvider } from '../../sign-in-settings.ts';
import { ProviderError, replyProviderError } from '../provider-error.ts';
import { parseSdkInput } from '../sdk-wire-format.ts';
import { createFlowCookie } from './flow-cookie.ts';
import { createProviderDiscovery, loadOidc, verifiedEmail } from './oidc-client.ts';

type Parts = {
  providers: readonly OidcProvider[];
  publicUrl: string;
  publicToken: string;
  /** A one-time token, usable only with the verifier of this PKCE challenge. Undefined for who may not sign in. */
  issueOauthToken(person: {
    email: string;
    codeChallenge: string;
    emailVerified: true;
  }): Promise<string | undefined>;
};
type ToProvider = { Params: { provider: string } };

const PREFIX = '/v1/public/oauth';
const SCOPE = 'openid email';
const FORM_BYTES_MAX = 16 * 1024;
/** Apple also sends the person's name, which has no place in an address. */
const RETURNED_FIELDS = ['code', 'state', 'iss', 'error'];

const startQuery = z.object({
  public_token: z.string(),
  /** Missing where the library could not read the provider's settings when the page was opened. */
  code_challenge: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional(),
  /** Anyone can write a link that asks for more, in our name. */
  custom_scopes: z
    .string()
    .regex(/^((openid|email)( |$))*$/)
    .optional(),
  login_redirect_url: z.string().optional(),
  signup_redirect_url: z.string().optional(),
});

export function oauthRoutes(app: FastifyInstance, parts: Parts): void {
  app.register(async (oauth) => addRoutes(oauth, parts), { prefix: PREFIX });
}

function addRoutes(
  oauth: FastifyInstance,
  { providers, publicUrl, publicToken, issueOauthToken }: Parts,
): void {
  const discover = createProviderDiscovery();
  const flowCookie = createFlowCookie({ prefix: PREFIX, secure: publicUrl.startsWith('https:') });
  /** No open redirect: the token signs in, so it is sent to this site only. */
  const landingPage = `${publicUrl}/authenticate`;

  const returnUrl = ({ name }: OidcProvider) => `${publicUrl}${PREFIX}/${name}/return`;

  oauth.setErrorHandler(replyProviderError);

  function providerNamed(name: string): OidcProvider {
    const provider = providers.find((each) => each.name === name);
    if (!provider) throw new ProviderError('route_not_found');
    return provider;
  }

  /** The challenge, if there is one. */
  function parseStart(query: unknown): string | undefined {
    const start = parseSdkInput(startQuery, query);
    if (start.public_token !== publicToken) throw new ProviderError('unauthorized_credentials');
    for (const url of [start.login_redirect_url, start.signup_redirect_url]) {
      const isOurs = url === undefined || (URL.canParse(url) && new URL(url).href === landingPage);
      if (!isOurs) throw new ProviderError('no_match_for_provided_oauth_url');
    }
    return start.code_challenge;
  }

  function toLogin(reply: FastifyReply, reason: SignInReason): FastifyReply {
    reply.request.refusal = reason;
    return reply.redirect(`${publicUrl}/login?reason=${reason}`);
  }

  oauth.get<ToProvider>('/:provider/start', async (request, reply) => {
    const provider = providerNamed(request.params.provider);
    const codeChallenge = parseStart(request.query);
    if (codeChallenge === undefined) return toLogin(reply, 'oauth-failed');
    const library = await loadOidc();
    const flow = {
      state: library.randomState(),
      nonce: library.randomNonce(),
      codeVerifier: library.randomPKCECodeVerifier(),
      codeChallenge,
    };
    let configuration: oidc.Configuration;
    try {
      configuration = await discover(provider);
    } catch (error) {
      request.log.warn({ err: error }, `Discovery of the provider ${provider.name} failed.`);
      return toLogin(reply, 'oauth-unavailable');
    }
    const address = library.buildAuthorizationUrl(configuration, {
      redirect_uri: returnUrl(provider),
      scope: SCOPE,
      state: flow.state,
      nonce: flow.nonce,
      code_challenge: await library.calculatePKCECodeChallenge(flow.codeVerifier),
      code_challenge_method: 'S256',
      // Apple gives no address in a query.
      ...(provider.name === 'apple' && { response_mode: 'form_post' }),
    });
    await flowCookie.set({ reply, provider, flow });
    return reply.redirect(address.href);
  });

  oauth.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    (_request, body, done) => done(null, body),
  );

  // By form_post. SameSite=Lax: from another site the flow cookie comes with a GET, not with a POST.
  oauth.post<ToProvider & { Body: string | undefined }>('/:provider/return', async (request, reply) => {
    const provider = providerNamed(request.params.provider);
    const returned = [...new URLSearchParams(request.body)].filter(([field]) =>
      RETURNED_FIELDS.includes(field),
    );
    return reply.redirect(`${returnUrl(provider)}?${new URLSearchParams(returned)}`, 303);
  });

  // No HEAD route: a HEAD request would consume the flow.
  oauth.get<ToProvider>('/:provider/return', { exposeHeadRoute: false }, async (request, reply) => {
    const provider = providerNamed(request.params.provider);
    const flow = await flowCookie.take({ request, reply, provider });
    // Only the query is the request's: its host may differ from the redirect_uri, behind a proxy or in an absolute-form target.
    const returned = new URL(returnUrl(provider));
    returned.search = request.url.replace(/^[^?]*/, '');
    if (!flow || returned.searchParams.get('state') !== flow.state) return toLogin(reply, 'oauth-expired');
    const library = await loadOidc();
    let email: string | undefined;
    try {
      const configuration = await discover(provider);
      const tokens = await library.authorizationCodeGrant(configuration, returned, {
        pkceCodeVerifier: flow.codeVerifier,
        expectedState: flow.state,
        expectedNonce: flow.nonce,
        idTokenExpected: true,
      });
      email = await verifiedEmail(configuration, tokens);
    } catch (error) {
      if (error instanceof library.AuthorizationResponseError && error.error === 'access_denied') {
        return toLogin(reply, 'oauth-canceled');
      }
      request.log.warn({ err: error }, `Signing in with ${provider.name} failed.`);
      return toLogin(reply, 'oauth-failed');
    }
    if (email === undefined) return toLogin(reply, 'oauth-unverified');
    const token = await issueOauthToken({ email, codeChallenge: flow.codeChallenge, emailVerified: true });
    // No oracle: anyone who comes here has proved that the address is theirs.
    if (token === undefined) return toLogin(reply, 'oauth-refused');
    return reply.redirect(`${landingPage}?stytch_token_type=oauth&token=${encodeURIComponent(token)}`);
  });
}
