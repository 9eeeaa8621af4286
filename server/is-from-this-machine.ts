// Whether a request comes from the machine that the server runs on.
import type { FastifyRequest } from 'fastify';

/** A proxy on this machine asks from loopback too, but says for whom. */
export function isFromThisMachine({ socket, headers }: FastifyRequest): boolean {
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded;
  return forwarded === undefined && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '');
}
