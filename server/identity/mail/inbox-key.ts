// The key of the local inbox: a secret of this start, shown in the terminal. A browser that has shown it keeps a cookie.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLocalRequest } from '../../local-request.ts';
import { isSameSecret } from '../../same-secret.ts';

export type InboxKey = {
  /** Whether this request shows the key in its path. */
  opens(request: FastifyRequest, given: string): boolean;
  /** Whether the browser has shown the key before. */
  isRemembered(request: FastifyRequest): boolean;
  remember(reply: FastifyReply): void;
};

type Parts = { key: string; publicUrl: string };

/**
 * The key decides, not where a request comes from: a reverse proxy on this machine makes everybody look local. That the
 * request looks local is a second lock, against a key that got around, and against DNS rebinding.
 */
export function createInboxKey({ key, publicUrl }: Parts): InboxKey {
  const { protocol, port } = new URL(publicUrl);
  // Browsers share cookies between the ports of a host: two servers on one machine need two names.
  const name = `inbox_key_${port || '80'}`;
  const secure = protocol === 'https:' ? '; Secure' : '';

  function opens(request: FastifyRequest, given: string): boolean {
    return isSameSecret(given, key) && isLocalRequest(request);
  }

  return {
    opens,
    isRemembered(request) {
      const [, given] = new RegExp(`(?:^|; *)${name}=([^; ]+)`).exec(request.headers.cookie ?? '') ?? [];
      return given !== undefined && opens(request, given);
    },
    remember(reply) {
      // No other address needs to see it.
      const cookies = ['/inbox', '/config.json'].map(
        (path) => `${name}=${key}; Path=${path}; HttpOnly; SameSite=Lax${secure}`,
      );
      reply.header('Set-Cookie', cookies);
    },
  };
}
