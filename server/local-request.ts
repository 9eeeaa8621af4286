// Which requests come from this machine.
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import { isLoopback } from '../runtime/loopback.ts';

/** A reverse proxy on this machine connects from loopback too, but adds one of these. */
const proxyHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

type Request = Pick<IncomingMessage, 'headers' | 'socket'>;

export function isLocalRequest(request: Request): boolean {
  const { socket, headers } = request;
  const isProxied = proxyHeaders.some((name) => headers[name] !== undefined);
  const isFromLoopback = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? '');
  return !isProxied && isFromLoopback && isForLoopback(request);
}

/** DNS rebinding: a foreign site can point its own name at this machine, but that name then stands in Host. */
function isForLoopback({ headers: { host = '' } }: Request): boolean {
  let isFor = loopbackHosts.get(host);
  if (isFor === undefined) {
    const address = `http://${host}`;
    isFor = URL.canParse(address) && isLoopback(new URL(address).hostname);
    loopbackHosts.set(host, isFor);
  }
  return isFor;
}

/** To parse an address costs a fifth of a tile, and a server has few names. */
const loopbackHosts = new LRUCache<string, boolean>({ max: 100 });
