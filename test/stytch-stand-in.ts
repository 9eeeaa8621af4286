// A fake Stytch server on loopback: its keys and its session check, as in Stytch's API documentation.
import Fastify from 'fastify';
import { exportJWK, SignJWT } from 'jose';
import { rsaKeyPair } from './rsa-keys.ts';

export const STYTCH_PROJECT = { projectId: 'project-test-1', secret: 'secret-test-1' };

export type StytchStandIn = {
  url: string;
  /** Users of the open sessions, by session token. */
  sessions: Map<string, string>;
  /** While set, every answer has this status. */
  outage: number | undefined;
  /** Number of calls by path. */
  asked: Map<string, number>;
  signJwt(jwt: { userId: string; issuedAtMs: number; projectId?: string; keyId?: string }): Promise<string>;
  close(): Promise<void>;
};

function failure(status: number, type: string) {
  return {
    status_code: status,
    request_id: 'request-id-test-1',
    error_type: type,
    error_message: 'As the documentation has it.',
    error_url: `https://stytch.com/docs/api/errors/${status}#${type}`,
  };
}

export async function openStytchStandIn(): Promise<StytchStandIn> {
  const { privateKey, publicKey } = await rsaKeyPair('ours');
  const publicJwk = { ...(await exportJWK(publicKey)), kid: 'key-1', use: 'sig', alg: 'RS256' };
  const authorization = `Basic ${btoa(`${STYTCH_PROJECT.projectId}:${STYTCH_PROJECT.secret}`)}`;
  const app = Fastify();

  const standIn: StytchStandIn = {
    url: '',
    sessions: new Map(),
    outage: undefined,
    asked: new Map(),
    signJwt: ({ userId, issuedAtMs, projectId = STYTCH_PROJECT.projectId, keyId = 'key-1' }) =>
      new SignJWT({ 'https://stytch.com/session': { id: `session-of-${userId}` } })
        .setProtectedHeader({ alg: 'RS256', kid: keyId, typ: 'JWT' })
        .setIssuer(`stytch.com/${projectId}`)
        .setAudience([projectId])
        .setSubject(userId)
        .setIssuedAt(issuedAtMs / 1000)
        .setNotBefore(issuedAtMs / 1000)
        .setExpirationTime(issuedAtMs / 1000 + 300)
        .sign(privateKey),
    close: () => app.close(),
  };

  app.addHook('onRequest', async ({ url }, reply) => {
    standIn.asked.set(url, (standIn.asked.get(url) ?? 0) + 1);
    if (standIn.outage !== undefined) return reply.code(standIn.outage).send('the service is out of order');
  });

  app.get(`/v1/sessions/jwks/${STYTCH_PROJECT.projectId}`, async () => ({
    keys: [publicJwk],
    status_code: 200,
    request_id: 'request-id-test-1',
  }));

  app.post<{ Body: { session_token: string } }>('/v1/sessions/authenticate', async (request, reply) => {
    if (request.headers.authorization !== authorization) {
      return reply.code(401).send(failure(401, 'unauthorized_credentials'));
    }
    const { session_token } = request.body;
    if (session_token.length > 100) return reply.code(400).send(failure(400, 'invalid_session_token'));
    const userId = standIn.sessions.get(session_token);
    if (userId === undefined) return reply.code(404).send(failure(404, 'session_not_found'));
    return {
      status_code: 200,
      request_id: 'request-id-test-1',
      session: { session_id: `session-of-${userId}`, user_id: userId },
      session_token,
      session_jwt: await standIn.signJwt({ userId, issuedAtMs: Date.now() }),
      user: { user_id: userId, status: 'active', emails: [] },
    };
  });

  standIn.url = await app.listen({ port: 0, host: '127.0.0.1' });
  return standIn;
}
