// /sdk/v1: the provider's calls, as its client library makes them. What the library can ask for beyond these is a 404.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PRODUCT_NAME } from '../../contract/limits.ts';
import type { SignInKind } from '../../store/account-store.ts';
import { requireClient, requireSessionToken } from './basic-credentials.ts';
import { clientAddress } from './client-address.ts';
import { magicLinkMessage } from './mail/magic-link-message.ts';
import type { Mailer } from './mail/mailer.ts';
import { ProviderError, replyProviderError } from './provider-error.ts';
import { bootstrapAnswer, signedInAnswer, success, userAnswer } from './sdk-answers.ts';
import {
  authenticateSessionBody,
  authenticateTokenBody,
  loginOrCreateBody,
  parseSdkInput,
} from './sdk-inputs.ts';
import type { Sessions } from './sessions.ts';
import type { SignInLimits } from './sign-in-limits.ts';
import { type SignInTokens, TOKEN_LIFETIME_MINUTES } from './sign-in-tokens.ts';

/** A batch of fifteen events, each with what the library tells of itself. */
const EVENTS_BYTES_MAX = 64 * 1024;

type Parts = {
  publicToken: string;
  publicUrl: string;
  tokens: SignInTokens;
  sessions: Sessions;
  limits: SignInLimits;
  mailer: Mailer;
};

export function sdkRoutes(app: FastifyInstance, parts: Parts): void {
  app.register(async (sdk) => addRoutes(sdk, parts), { prefix: '/sdk/v1' });
}

function addRoutes(sdk: FastifyInstance, parts: Parts): void {
  const { publicToken, publicUrl, tokens, sessions, limits, mailer } = parts;

  sdk.setErrorHandler(replyProviderError);
  sdk.setNotFoundHandler(() => {
    throw new ProviderError('route_not_found');
  });

  /** A link carries the key to a session, so it leads nowhere but here. */
  const landingPage = `${publicUrl}/authenticate`;
  const isLandingPage = (url: string) => URL.canParse(url) && new URL(url).href === landingPage;

  sdk.get<{ Params: { publicToken: string } }>('/projects/bootstrap/:publicToken', async (request) => {
    requireClient(request, publicToken);
    if (request.params.publicToken !== publicToken) throw new ProviderError('project_not_found');
    return bootstrapAnswer(PRODUCT_NAME);
  });

  sdk.post('/magic_links/email/login_or_create', async (request) => {
    requireClient(request, publicToken);
    const body = parseSdkInput(loginOrCreateBody, request.body);
    for (const url of [body.login_magic_link_url, body.signup_magic_link_url]) {
      if (url !== undefined && !isLandingPage(url))
        throw new ProviderError('no_match_for_provided_magic_link_url');
    }
    await limits.countMail({ email: body.email, client: clientAddress(request) });
    const token = await tokens.issue({
      kind: 'magic_links',
      email: body.email,
      codeChallenge: body.code_challenge,
    });
    const link = `${landingPage}?stytch_token_type=magic_links&token=${token}`;
    const message = magicLinkMessage({ link, minutes: TOKEN_LIFETIME_MINUTES, productName: PRODUCT_NAME });
    await mailer.send({ to: body.email, ...message });
    // Nothing more: whether the address was known before is nobody else's business.
    return success();
  });

  async function signIn(request: FastifyRequest, kind: SignInKind) {
    requireClient(request, publicToken);
    const body = parseSdkInput(authenticateTokenBody, request.body);
    await limits.countTry(clientAddress(request));
    const user = await tokens.spend({ kind, token: body.token, codeVerifier: body.code_verifier });
    return signedInAnswer(await sessions.start({ user, kind, minutes: body.session_duration_minutes }));
  }

  sdk.post('/magic_links/authenticate', (request) => signIn(request, 'magic_links'));
  sdk.post('/oauth/authenticate', (request) => signIn(request, 'oauth'));

  sdk.post('/sessions/authenticate', async (request) => {
    const sessionToken = requireSessionToken(request, publicToken);
    const body = parseSdkInput(authenticateSessionBody, request.body);
    return signedInAnswer(await sessions.keepAlive(sessionToken, body.session_duration_minutes));
  });

  sdk.post('/sessions/revoke', async (request) => {
    await sessions.revoke(requireSessionToken(request, publicToken));
    return success();
  });

  sdk.get('/users/me', async (request) =>
    success(userAnswer(await sessions.userOf(requireSessionToken(request, publicToken)))),
  );

  // The library reports what it does, without saying who it is. Nothing of it is kept.
  sdk.post('/events', { bodyLimit: EVENTS_BYTES_MAX }, async () => success());
}
