// Whether a request comes from the machine that the server runs on, and was meant for it.
import type { FastifyRequest } from 'fastify';
import { isLoopback } from './is-loopback.ts';

/** A proxy on this machine asks from loopback too, but says that it is one in one of these. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

export function isFromThisMachine(request: FastifyRequest): boolean {
  const { socket, headers } = request;
  const isProxied = proxyHeaders.some((name) => headers[name] !== undefined);
  return (
    !isProxied && /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '') && isNamedLoopback(request)
  );
}

/** A site can point its own name at this machine and read the answers, but that name then stands in Host. */
function isNamedLoopback({ headers }: FastifyRequest): boolean {
  const address = `http://${headers.host}`;
  return URL.canParse(address) && isLoopback(new URL(address).hostname);
}
