// The two calls to Stytch's server API that this server needs: its public keys, and a session token's user.
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

const TIMEOUT_MS = 5_000;

/** An outage: Stytch did not answer, or answered with an error, so the session can be neither accepted nor refused. */
export class StytchUnavailable extends Error {
  override name = 'StytchUnavailable';

  constructor(cause: unknown) {
    super('Stytch could not be reached, or answered with an error.', { cause });
  }
}

type Project = { projectId: string; secret: string };
type StytchApi = {
  keys: JWTVerifyGetKey;
  /** The session's user; undefined where the session has ended or never existed. */
  findUserOfToken(sessionToken: string): Promise<string | undefined>;
};

export function stytchUrl(projectId: string): string {
  return projectId.startsWith('project-live-') ? 'https://api.stytch.com' : 'https://test.stytch.com';
}

const sessionAnswer = z.object({ session: z.object({ user_id: z.string().min(1) }) });

export function createStytchApi({ projectId, secret }: Project, apiUrl: string): StytchApi {
  const authorization = `Basic ${Buffer.from(`${projectId}:${secret}`).toString('base64')}`;
  const remoteKeys = createRemoteJWKSet(new URL(`/v1/sessions/jwks/${projectId}`, apiUrl), {
    timeoutDuration: TIMEOUT_MS,
  });

  return {
    async keys(header, token) {
      try {
        return await remoteKeys(header, token);
      } catch (error) {
        if (error instanceof errors.JWKSNoMatchingKey) throw error;
        // Stale if error: during an outage the last known keys are used.
        const staleKeys = remoteKeys.jwks();
        if (!staleKeys) throw new StytchUnavailable(error);
        return createLocalJWKSet(staleKeys)(header, token);
      }
    },

    async findUserOfToken(sessionToken) {
      try {
        const answer = await fetch(new URL('/v1/sessions/authenticate', apiUrl), {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify({ session_token: sessionToken }),
          signal: AbortSignal.timeout(TIMEOUT_MS),
        });
        // 400: not a session token. 404: the session has ended. (401 is about the project's own secret.)
        if (answer.status === 400 || answer.status === 404) return undefined;
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        return sessionAnswer.parse(await answer.json()).session.user_id;
      } catch (error) {
        throw new StytchUnavailable(error);
      }
    },
  };
}
