// Stytch's own server API, as far as this server needs it: its keys, and what it knows about a session token.
import { createLocalJWKSet, createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import { z } from 'zod';

const TIMEOUT_MS = 5_000;

/** Stytch did not answer, or not as it should: whether a session is good cannot be told just now. */
export class StytchUnavailable extends Error {
  override name = 'StytchUnavailable';

  constructor(cause: unknown) {
    super('Stytch does not answer as it should.', { cause });
  }
}

type Project = { projectId: string; secret: string };
type StytchApi = {
  keys: JWTVerifyGetKey;
  /** Whose session this is; undefined where it has ended or never was. */
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
        // Keys that were good when they were last seen are better than a person at a closed door.
        const lastSeen = remoteKeys.jwks();
        if (!lastSeen) throw new StytchUnavailable(error);
        return createLocalJWKSet(lastSeen)(header, token);
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
        // 400 is said of what is no token, 404 of a session that has ended; 401 is said of the project's secret.
        if (answer.status === 400 || answer.status === 404) return undefined;
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        return sessionAnswer.parse(await answer.json()).session.user_id;
      } catch (error) {
        throw new StytchUnavailable(error);
      }
    },
  };
}
