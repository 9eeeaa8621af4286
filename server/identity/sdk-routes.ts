// /sdk/v1: the calls of Stytch's client library that this provider has, the others answer 404; and its public keys.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { PRODUCT_NAME } from '../../contract/limits.ts';
import type { SignInKind, SignInTokenKind } from '../../store/account-store.ts';
import { clientNetworks } from '../client-networks.ts';
import { cookieNamed, isNamed } from '../require-session.ts';
import type { Admission } from './admission.ts';
import { browserName } from './browser-name.ts';
import { createConstantTimeResponse } from './constant-time-response.ts';
import { createKnownBrowser } from './known-browser.ts';
import { magicLinkMessage } from './mail/magic-link-message.ts';
import type { Mailer } from './mail/mailer.ts';
import type { NewBrowserNotice } from './new-browser-notice.ts';
import type { IsPlanted } from './planted-session.ts';
import { ProviderError, replyProviderError } from './provider-error.ts';
import type { RateLimits } from './rate-limits.ts';
import {
  authenticateCodeBody,
  authenticateSessionBody,
  authenticateTokenBody,
  bootstrapAnswer,
  loginOrCreateBody,
  parseSdkInput,
  signedInAnswer,
  success,
  userAnswer,
} from './sdk-wire-format.ts';
import type { Sessions } from './sessions.ts';
import { type Arrival, newMethodId, type SignInTokens, TOKEN_LIFETIME_MINUTES } from './sign-in-tokens.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The library sends batches of 15 events. */
const EVENTS_BYTES_MAX = 64 * 1024;

type Parts = {
  projectId: string;
  publicToken: string;
  publicUrl: string;
  admission: Admission;
  tokens: SignInTokens;
  sessions: Sessions;
  isPlanted: IsPlanted;
  limits: RateLimits;
  keys: SigningKeys;
  mailer: Mailer | undefined;
  /** Without it there are no calls for mailed links and codes. */
  mailSignIn: boolean;
  tellOfNewBrowser: NewBrowserNotice;
};

export function sdkRoutes(app: FastifyInstance, parts: Parts): void {
  const { projectId, keys } = parts;
  app.register(async (sdk) => addRoutes(sdk, parts), { prefix: '/sdk/v1' });

  // The JWKS endpoint, by which other services can verify session JWTs.
  app.get<{ Params: { projectId: string } }>(
    '/v1/sessions/jwks/:projectId',
    { errorHandler: replyProviderError },
    async (request) => {
      if (request.params.projectId !== projectId) throw new ProviderError('project_not_found');
      return keys.published();
    },
  );
}

function addRoutes(sdk: FastifyInstance, parts: Parts): void {
  const {
    publicToken,
    publicUrl,
    admission,
    tokens,
    sessions,
    isPlanted,
    limits,
    mailer,
    mailSignIn,
    tellOfNewBrowser,
  } = parts;

  const response = createConstantTimeResponse();
  const codeResponse = createConstantTimeResponse();
  const knownBrowser = createKnownBrowser({ publicUrl });

  sdk.setErrorHandler(replyProviderError);
  sdk.setNotFoundHandler(() => {
    throw new ProviderError('route_not_found');
  });

  /** No open redirect: the link carries a token that signs in, so it may lead to this site only. */
  const landingPage = `${publicUrl}/authenticate`;
  const isLandingPage = (url: string) => URL.canParse(url) && new URL(url).href === landingPage;

  sdk.get<{ Params: { publicToken: string } }>('/projects/bootstrap/:publicToken', async (request) => {
    requireClient(request, publicToken);
    if (request.params.publicToken !== publicToken) throw new ProviderError('project_not_found');
    return bootstrapAnswer(PRODUCT_NAME);
  });

  async function askForLink(request: FastifyRequest) {
    requireClient(request, publicToken);
    const body = parseSdkInput(loginOrCreateBody, request.body);
    for (const url of [body.login_magic_link_url, body.signup_magic_link_url]) {
      if (url !== undefined && !isLandingPage(url))
        throw new ProviderError('no_match_for_provided_magic_link_url');
    }
    // Before anything depends on who asks: while mail is away, all are told so alike.
    await mailer?.check?.();
    const { isAdmitted, user } = await admission.lookUp(body.email);
    const isOwner = await limits.countRequest({
      email: body.email,
      client: clientNetworks(request),
      isKnownBrowser: knownBrowser.isOf(request, user),
    });
    const methodId = newMethodId();
    // The same answer for known, unknown and refused addresses, with a mail or without: others must not learn who has an account.
    await response.run(async () => {
      if (!isAdmitted) return false;
      if (await limits.countMail({ isOwner, isAccount: user?.emailVerified === true })) {
        const hasCode = await limits.countCode({ email: body.email, isOwner });
        return mailLink({ ...body, methodId: hasCode ? methodId : undefined });
      }
      request.log.warn('Sign-in mails of this hour are used up: a link was asked for and not sent.');
      return false;
    });
    return success({ method_id: methodId });
  }

  type LinkMail = z.infer<typeof loginOrCreateBody> & { methodId: string | undefined };

  async function mailLink({ email, code_challenge, methodId }: LinkMail): Promise<void> {
    const { token, code } = await tokens.issue({
      kind: 'magic_links',
      email,
      codeChallenge: code_challenge,
      methodId,
    });
    const link = `${landingPage}?stytch_token_type=magic_links&token=${token}`;
    const message = magicLinkMessage({
      link,
      code,
      minutes: TOKEN_LIFETIME_MINUTES,
      productName: PRODUCT_NAME,
    });
    await mailer?.send({ to: email, ...message });
  }

  async function signInByToken(request: FastifyRequest, reply: FastifyReply, kind: SignInTokenKind) {
    const { sessionToken } = requireClient(request, publicToken);
    const body = parseSdkInput(authenticateTokenBody, request.body);
    await limits.countTry(clientNetworks(request));
    const arrival = await tokens.spend({ kind, token: body.token, codeVerifier: body.code_verifier });
    return signIn({ request, reply, kind, sessionToken, arrival, minutes: body.session_duration_minutes });
  }

  async function signInByCode(request: FastifyRequest, reply: FastifyReply) {
    const { sessionToken } = requireClient(request, publicToken);
    const body = parseSdkInput(authenticateCodeBody, request.body);
    await limits.countTry(clientNetworks(request));
    let arrival = 'unknown' as Awaited<ReturnType<SignInTokens['spendCode']>>;
    // One answer, after the same time, for a wrong code and where no mail was sent: it would tell who may sign in.
    await codeResponse.run(async () => {
      arrival = await tokens.spendCode({ methodId: body.method_id, code: body.token });
      return arrival !== 'unknown';
    });
    if (typeof arrival === 'string') throw new ProviderError('otp_code_not_found');
    const minutes = body.session_duration_minutes;
    return signIn({ request, reply, kind: 'otps', sessionToken, arrival, minutes });
  }

  type SigningIn = {
    request: FastifyRequest;
    reply: FastifyReply;
    kind: SignInKind;
    sessionToken: string | undefined;
    arrival: Arrival;
    minutes: number;
  };

  async function signIn({ request, reply, kind, sessionToken, arrival, minutes }: SigningIn) {
    const { user, isFirst } = arrival;
    request.userId = user.userId;
    const signedIn = await sessions.start({
      user,
      kind,
      minutes,
      browser: browserName(request.headers['user-agent']),
      // The library may have forgotten a session whose cookie the browser still sends.
      replacedTokens: [sessionToken, cookieNamed('session_token=', request.headers)].filter(isNamed),
    });
    if (!isFirst && !knownBrowser.isOf(request, user)) tellOfNewBrowser(request, user);
    knownBrowser.remember(reply, user);
    return signedInAnswer(signedIn);
  }

  if (mailSignIn) {
    sdk.post('/magic_links/email/login_or_create', askForLink);
    sdk.post('/magic_links/authenticate', (request, reply) => signInByToken(request, reply, 'magic_links'));
    sdk.post('/otps/authenticate', signInByCode);
  }
  sdk.post('/oauth/authenticate', (request, reply) => signInByToken(request, reply, 'oauth'));

  sdk.post('/sessions/authenticate', async (request) => {
    const sessionToken = requireSessionToken(request, publicToken);
    const body = parseSdkInput(authenticateSessionBody, request.body);
    const signedIn = await sessions.keepAlive(sessionToken, body.session_duration_minutes);
    if (isPlanted(request, signedIn.user)) throw new ProviderError('session_not_found');
    return signedInAnswer(signedIn);
  });

  sdk.post('/sessions/revoke', async (request) => {
    const { userId } = await sessions.revoke(requireSessionToken(request, publicToken));
    request.userId = userId;
    return success();
  });

  sdk.get('/users/me', async (request) => {
    const user = await sessions.userOf(requireSessionToken(request, publicToken));
    if (isPlanted(request, user)) throw new ProviderError('session_not_found');
    return success(userAnswer(user));
  });

  // Telemetry, sent without credentials. It is accepted and discarded.
  sdk.post('/events', { bodyLimit: EVENTS_BYTES_MAX }, async () => success());
}

type Request = Pick<FastifyRequest, 'headers'>;

/** Basic authentication: the public token, and the session token or, without a session, the public token again. */
function requireClient({ headers }: Request, publicToken: string): { sessionToken: string | undefined } {
  const encoded = /^Basic +([\w+/=-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const [user, ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  if (user !== publicToken) throw new ProviderError('unauthorized_credentials');
  const password = rest.join(':');
  return { sessionToken: password === publicToken || password === '' ? undefined : password };
}

/** Without one throws the error type at which the library ends its session. */
function requireSessionToken(request: Request, publicToken: string): string {
  const { sessionToken } = requireClient(request, publicToken);
  if (sessionToken === undefined) throw new ProviderError('unauthorized_credentials');
  return sessionToken;
}
