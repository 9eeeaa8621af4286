// Calls the embedded provider as Stytch's client library does, and reads mail from the local inbox.
import { createHash } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { newestMail, newestMailedLink } from './inbox.ts';

/** The longest verifier that PKCE allows. */
export const VERIFIER = 'v'.repeat(128);
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

type Call = {
  method?: 'GET' | 'POST';
  body?: unknown;
  sessionToken?: string;
  clientAddress?: string;
  cookie?: string;
};

export type SdkClient = {
  publicToken: string;
  call(path: string, call?: Call): Promise<LightMyRequestResponse>;
  askForLink(email: string, more?: object): Promise<LightMyRequestResponse>;
  /** The link in the newest message of the inbox. */
  mailedLink(): Promise<URL>;
  /** The code in the newest message of the inbox; undefined where it has none. */
  mailedCode(): Promise<string | undefined>;
  authenticateCode(code: string, methodId: string, more?: object): Promise<LightMyRequestResponse>;
  authenticate(token: string, more?: object): Promise<LightMyRequestResponse>;
  /** Asks for a link and opens it. */
  signIn(email: string): Promise<{ session_token: string; session_jwt: string; user_id: string }>;
};

export async function openSdkClient(app: FastifyInstance): Promise<SdkClient> {
  const { publicToken } = (await app.inject('/config.json')).json().auth;

  const client: SdkClient = {
    publicToken,
    call: (
      path,
      { method = 'POST', body, sessionToken = publicToken, clientAddress = '127.0.0.1', cookie } = {},
    ) =>
      app.inject({
        method,
        url: `/sdk/v1${path}`,
        remoteAddress: clientAddress,
        headers: {
          authorization: `Basic ${Buffer.from(`${publicToken}:${sessionToken}`).toString('base64')}`,
          // The library sends it with every call, also without a body.
          'content-type': 'application/json',
          ...(cookie !== undefined && { cookie }),
        },
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      }),
    askForLink: (email, more) =>
      client.call('/magic_links/email/login_or_create', {
        body: { email, code_challenge: CHALLENGE, ...more },
      }),
    mailedLink: () => newestMailedLink(async (path) => (await app.inject(path)).body),
    mailedCode: async () =>
      /^(\d{3}) (\d{3})$/m
        .exec(await newestMail(async (path) => (await app.inject(path)).body))
        ?.slice(1)
        .join(''),
    authenticateCode: (code, methodId, more) =>
      client.call('/otps/authenticate', {
        body: { token: code, method_id: methodId, session_duration_minutes: 43_200, ...more },
      }),
    authenticate: (token, more) =>
      client.call('/magic_links/authenticate', {
        body: { token, code_verifier: VERIFIER, session_duration_minutes: 43_200, ...more },
      }),
    async signIn(email) {
      await client.askForLink(email);
      return (await client.authenticate((await client.mailedLink()).searchParams.get('token')!)).json().data;
    },
  };
  return client;
}
